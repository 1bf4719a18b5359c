# find_package(Saddle): the target Saddle::saddle is the whole library; Saddle::solver, Saddle::models,
# Saddle::netlist, Saddle::text and Saddle::export are its parts. fmt::fmt comes along.
include(CMakeFindDependencyMacro)

# KLU ships no CMake configuration; the module that finds it lies beside this file.
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
find_dependency(KLU)
list(POP_FRONT CMAKE_MODULE_PATH)
find_dependency(Eigen3)
find_dependency(Boost)
find_dependency(fmt)

include("${CMAKE_CURRENT_LIST_DIR}/SaddleTargets.cmake")
