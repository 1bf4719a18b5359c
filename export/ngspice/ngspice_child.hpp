// The process that holds libngspice. It is made by fork(), so that whatever the library does (call
// exit, crash, hang, keep state) ends with it.
#pragma once

#include <string>
#include <vector>

namespace saddle {

// Runs in the child and never returns. `pipe` is the writing end of the parent's pipe; `libraries`
// are tried in their order; `deck_lines` are NUL-terminated lines without line ends.
[[noreturn]] void ngspice_child(int pipe, const std::vector<std::string>& libraries,
                                std::vector<std::string>& deck_lines);

}  // namespace saddle
