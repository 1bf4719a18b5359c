// The part of libngspice's interface that is used, as ngspice's manual (chapter "ngspice as shared
// library") documents it, loaded when it is needed: neither its header nor the library itself is
// wanted to build Saddle.
#pragma once

#include <string>
#include <vector>

namespace saddle {

extern "C" {

struct NgspiceVectorInfo {  // vector_info
  char* name;
  int type;
  short flags;
  double* real;
  void* complex;
  int length;
};

struct NgspiceValue {  // vecvalues
  char* name;
  double real, imaginary;
  bool is_scale, is_complex;
};

struct NgspiceValues {  // vecvaluesall
  int vector_count;
  int point;
  NgspiceValue** vectors;
};

struct NgspiceVectorName {  // vecinfo
  int number;
  char* name;
  bool is_real;
  void *vector, *scale;
};

struct NgspicePlotInfo {  // vecinfoall
  char *name, *title, *date, *type;
  int vector_count;
  NgspiceVectorName** vectors;
};

using NgspicePrint = int(char* line, int library, void* user);
using NgspiceStatus = int(char* line, int library, void* user);
using NgspiceExit = int(int status, bool unload_now, bool on_quit, int library, void* user);
using NgspicePoint = int(NgspiceValues* values, int count, int library, void* user);
using NgspicePlot = int(NgspicePlotInfo* info, int library, void* user);
using NgspiceThread = int(bool running, int library, void* user);

}  // extern "C"

struct NgspiceLibrary {
  int (*init)(NgspicePrint*, NgspiceStatus*, NgspiceExit*, NgspicePoint*, NgspicePlot*, NgspiceThread*,
              void* user) = nullptr;
  int (*circuit)(char** lines) = nullptr;
  int (*command)(char* text) = nullptr;
  NgspiceVectorInfo* (*vector)(char* name) = nullptr;

  // Loads the first of the libraries that can be loaded; returns why not, or nothing.
  std::string load(const std::vector<std::string>& names);
};

}  // namespace saddle
