# Finds SuiteSparse's KLU, which ships no CMake configuration of its own. Defines KLU::KLU.
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
foreach(part klu btf amd colamd)
  find_library(KLU_${part}_LIBRARY ${part})
  list(APPEND _klu_libraries ${KLU_${part}_LIBRARY})
endforeach()
find_library(KLU_config_LIBRARY suitesparseconfig)
list(APPEND _klu_libraries ${KLU_config_LIBRARY})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(KLU REQUIRED_VARS KLU_klu_LIBRARY KLU_btf_LIBRARY KLU_amd_LIBRARY
  KLU_colamd_LIBRARY KLU_config_LIBRARY KLU_INCLUDE_DIR)

if(KLU_FOUND AND NOT TARGET KLU::KLU)
  add_library(KLU::KLU INTERFACE IMPORTED)
  target_include_directories(KLU::KLU INTERFACE "${KLU_INCLUDE_DIR}")
  target_link_libraries(KLU::KLU INTERFACE ${_klu_libraries})
endif()
mark_as_advanced(KLU_INCLUDE_DIR KLU_klu_LIBRARY KLU_btf_LIBRARY KLU_amd_LIBRARY KLU_colamd_LIBRARY KLU_config_LIBRARY)
