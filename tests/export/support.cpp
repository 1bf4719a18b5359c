#include "export/support.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <saddle/export/ngspice/ngspice_process.hpp>
#include <saddle/export/plot/gnuplot_process.hpp>

namespace saddle::test {

namespace fs = std::filesystem;

TemporaryDirectory::TemporaryDirectory() {
  static std::atomic<int> counter{0};
  path_ = fs::temp_directory_path() /
          ("saddle-export-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
  fs::create_directories(path_);
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<std::string> TemporaryDirectory::names() const {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(path_)) result.push_back(entry.path().filename().string());
  std::sort(result.begin(), result.end());
  return result;
}

EnvironmentGuard::EnvironmentGuard(const char* name, const std::string& value) : name_(name) {
  const char* before = ::getenv(name);
  was_set_ = before != nullptr;
  if (was_set_) before_ = before;
  ::setenv(name, value.c_str(), 1);
}

EnvironmentGuard::~EnvironmentGuard() {
  was_set_ ? ::setenv(name_.c_str(), before_.c_str(), 1) : ::unsetenv(name_.c_str());
}

std::string read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  return content.str();
}

bool have_ngspice() {
  static const bool found = [] {
    try {
      run_ngspice("probe\nr1 a 0 1\nv1 a 0 1\n.tran 1 1\n.end\n");
    } catch (const NgspiceMissing& missing) {
      std::printf("skipped: %s\n", missing.what());
      return false;
    }
    return true;
  }();
  return found;
}

bool have_gnuplot() {
  static const bool found = [] {
    try {
      run_gnuplot("set terminal svg\nplot x\n");
    } catch (const PlotError& error) {
      std::printf("skipped: %s\n", error.what());
      return false;
    }
    return true;
  }();
  return found;
}

Circuit rc_step() {
  Circuit circuit;
  circuit.title = "RC step";
  const int in = circuit.node("in"), out = circuit.node("out");
  circuit.add_source(DeviceKind::voltage_source, "v1", {in, 0}, SourceWaveform::dc(1));
  circuit.add(DeviceKind::resistor, "r1", {in, out}, {1e3});
  circuit.add(DeviceKind::capacitor, "c1", {out, 0}, {1e-9});
  circuit.initial_conditions = {{in, 1}, {out, 0}};
  circuit.transient = TransientCard{.step = 1e-8, .stop = 5e-6, .use_initial_conditions = true};
  return circuit;
}

Circuit figure_3_1() {
  Circuit circuit;
  circuit.title = "Quadratic program, [T] figure 3.1";
  const auto node = [&](const char* name) { return circuit.node(name); };
  const auto resistor = [&](const char* name, const char* a, const char* b, double ohms, const char* term) {
    circuit.add(DeviceKind::resistor, name, {node(a), node(b)}, {ohms}).term = term;
  };
  const auto capacitor = [&](const char* name, const char* at, const char* term) {
    circuit.add(DeviceKind::capacitor, name, {node(at), 0}, {1e-9}).term = term;
  };
  const auto follower = [&](const char* name, const char* out, const char* in) {
    circuit.add(DeviceKind::follower, name, {node(out), node(in)});
  };
  circuit.add_source(DeviceKind::voltage_source, "vx", {node("vx"), 0}, SourceWaveform::dc(2)).term = "x0";
  circuit.add_source(DeviceKind::voltage_source, "vy", {node("vy"), 0}, SourceWaveform::dc(1)).term = "y0";
  circuit
      .add_source(DeviceKind::voltage_source, "ve", {node("e"), 0},
                  SourceWaveform::pulse(-1, 1, 1e-4, 1e-6, 1e-6, 2.49e-4, 5e-4))
      .term = "E(t)";
  resistor("r2", "vx", "x", 20e3, "-G2 (x - Vx)");
  resistor("r1", "lambdab", "x", 25e3, "-G1 (x - lambda)");
  capacitor("c1", "x", "C1 dx/dt");
  resistor("r5", "vy", "y", 40e3, "-G5 (y - Vy)");
  resistor("r4", "lambdab", "y", 10e3, "-G4 (y - lambda)");
  capacitor("c2", "y", "C2 dy/dt");
  follower("xfx", "xb", "x");
  follower("xfy", "yb", "y");
  follower("xfl", "lambdab", "lambda");
  resistor("rs1", "xb", "s", 25e3, "G1 x");
  resistor("rs4", "yb", "s", 10e3, "G4 y");
  circuit.add(DeviceKind::ota, "xota", {node("lambda"), node("e"), node("s")}, {10e-6, 1}).term =
      "E - (G1 x + G4 y)/(G1 + G4)";
  capacitor("c3", "lambda", "C3 dlambda/dt");
  circuit.transient = TransientCard{.step = 1e-6, .stop = 1e-3};
  return circuit;
}

}  // namespace saddle::test
