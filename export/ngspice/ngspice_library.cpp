#include <saddle/export/ngspice/ngspice_library.hpp>

#include <dlfcn.h>

namespace saddle {

namespace {

template <class Function>
bool resolve(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(::dlsym(library, name));
  return function != nullptr;
}

}  // namespace

std::string NgspiceLibrary::load(const std::vector<std::string>& names) {
  std::string why;
  for (const std::string& name : names) {
    void* library = ::dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
      if (why.empty()) why = ::dlerror();
      continue;
    }
    if (resolve(library, "ngSpice_Init", init) && resolve(library, "ngSpice_Circ", circuit) &&
        resolve(library, "ngSpice_Command", command) && resolve(library, "ngGet_Vec_Info", vector))
      return {};
    if (why.empty()) why = name + ": not the library of ngspice";
  }
  return why;
}

}  // namespace saddle
