# Installs the build into a prefix of its own, builds the outside project against it and runs it.
#   cmake -D BUILD=... -D SCRATCH=... -D SOURCE=... -D COMPILER=... -D BUILD_TYPE=... -P prove.cmake
function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}\nexit ${result}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${SCRATCH}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${SCRATCH}/prefix")
run("${CMAKE_COMMAND}" -S "${SOURCE}/tests/package" -B "${SCRATCH}/build" -G Ninja
  "-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}")
run("${CMAKE_COMMAND}" --build "${SCRATCH}/build")

# What was installed must not point back into the source or build tree.
file(GLOB_RECURSE configuration "${SCRATCH}/prefix/*.cmake")
foreach(file ${configuration})
  file(READ "${file}" text)
  string(FIND "${text}" "${SOURCE}" place)
  if(NOT place EQUAL -1)
    message(FATAL_ERROR "${file} names the source tree ${SOURCE}")
  endif()
endforeach()

# The exact optimum is x = 12/29.
file(COPY "${SOURCE}/examples/qp.opt" DESTINATION "${SCRATCH}")
execute_process(COMMAND "${SCRATCH}/build/outside" WORKING_DIRECTORY "${SCRATCH}"
  OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
message("${output}")
if(NOT result EQUAL 0 OR NOT output MATCHES "x = 0.4138 at rest.*agrees with ngspice: true")
  message(FATAL_ERROR "the outside program did not print what it should; exit ${result}")
endif()

# The README shows this program; what it shows must be what was just compiled.
file(READ "${SOURCE}/tests/package/main.cpp" program)
file(READ "${SOURCE}/README.md" readme)
string(FIND "${readme}" "```cpp\n${program}```" place)
if(place EQUAL -1)
  message(FATAL_ERROR "README.md does not show tests/package/main.cpp word for word")
endif()
