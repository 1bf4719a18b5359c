# saddle_library(NAME FOLDERS f... [DEPENDS saddle-libraries...] [PRIVATE_LINKS targets...])
#
# A static library saddle_NAME of all sources below the folders. Its headers are included as
# <saddle/FOLDER/...>: in the build tree through one include root per library that holds links to
# exactly its own folders, after installation through the ordinary include directory.
function(saddle_compile_options target)
  # Designated initialisers leave fields at their defaults on purpose; GCC 12 warns of an overlap in
  # `"text" + string` that is not there (GCC bug 105651).
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow
    -Wno-missing-field-initializers $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
  if(SADDLE_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=address,undefined)
  endif()
endfunction()

function(saddle_library name)
  cmake_parse_arguments(ARG "" "" "FOLDERS;DEPENDS;PRIVATE_LINKS" ${ARGN})
  set(sources)
  set(root "${PROJECT_BINARY_DIR}/include/${name}")
  foreach(folder ${ARG_FOLDERS})
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp" "${PROJECT_SOURCE_DIR}/${folder}/*.hpp")
    list(APPEND sources ${found})
    get_filename_component(parent "${root}/saddle/${folder}" DIRECTORY)
    file(MAKE_DIRECTORY "${parent}")
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${folder}" "${root}/saddle/${folder}" SYMBOLIC)
    install(DIRECTORY "${folder}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/saddle/${folder}/.."
      FILES_MATCHING PATTERN "*.hpp")
  endforeach()
  list(APPEND SADDLE_TARGETS saddle_${name})
  set(SADDLE_TARGETS ${SADDLE_TARGETS} PARENT_SCOPE)

  add_library(saddle_${name} STATIC ${sources})
  add_library(Saddle::${name} ALIAS saddle_${name})
  set_target_properties(saddle_${name} PROPERTIES EXPORT_NAME ${name} LINKER_LANGUAGE CXX)
  target_compile_features(saddle_${name} PUBLIC cxx_std_20)
  target_include_directories(saddle_${name} PUBLIC
    "$<BUILD_INTERFACE:${root}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  list(TRANSFORM ARG_DEPENDS PREPEND saddle_)
  target_link_libraries(saddle_${name} PUBLIC ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_LINKS})
  saddle_compile_options(saddle_${name})
endfunction()
