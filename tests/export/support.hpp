// What the tests of export/ share: a directory of their own, files, circuits with a name.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <saddle/netlist/circuit/circuit.hpp>
#include <saddle/solver/waveform/waveforms.hpp>

namespace saddle::test {

// A directory that goes with the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::vector<std::string> names() const;  // of what is in it, sorted

 private:
  std::filesystem::path path_;
};

// An environment variable with another value for a while.
class EnvironmentGuard {
 public:
  EnvironmentGuard(const char* name, const std::string& value);
  ~EnvironmentGuard();

 private:
  std::string name_, before_;
  bool was_set_;
};

std::string read_whole(const std::string& path);

bool have_ngspice();  // prints why not, once
bool have_gnuplot();

// A source of 1 V switched on at 0 through 1 kohm into 1 nF: v(out) = 1 - exp(-t / 1 us).
Circuit rc_step();

// The quadratic program of [T] figure 3.1 with a square wave as E(t); every device has its term.
Circuit figure_3_1();

}  // namespace saddle::test
