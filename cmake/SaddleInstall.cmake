# find_package(Saddle) for outside projects: target Saddle::saddle.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Saddle")

install(TARGETS ${SADDLE_TARGETS} saddle_all EXPORT SaddleTargets)
install(FILES "${PROJECT_SOURCE_DIR}/include/saddle/saddle.hpp" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/saddle")
install(EXPORT SaddleTargets NAMESPACE Saddle:: DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/SaddleConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_SOURCE_DIR}/cmake/SaddleConfig.cmake" "${PROJECT_BINARY_DIR}/SaddleConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/FindKLU.cmake" DESTINATION "${package_dir}")
