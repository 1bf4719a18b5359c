# What docs/dae.md shows as a complete program is the program that the tests compile and run.
file(READ "${SOURCE}/examples/cpp/pendulum.cpp" program)
file(READ "${SOURCE}/docs/dae.md" page)
string(FIND "${page}" "```cpp\n${program}```" place)
if(place EQUAL -1)
  message(FATAL_ERROR "docs/dae.md does not show examples/cpp/pendulum.cpp word for word")
endif()
