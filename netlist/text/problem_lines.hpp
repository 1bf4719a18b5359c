// An .opt text cut into statements.
//
// `#` and `//` begin a comment that lasts to the end of the line. A statement ends with its line,
// except that it goes on where
//   - a parenthesis or bracket is still open,
//   - the line ends with an operator, "=", ":" or a comma, or
//   - the next line that is not blank begins with an operator, "=", a comma or a closing parenthesis.
// A line that begins with a keyword or with a label ("name:") always begins a statement, so that a
// forgotten parenthesis is reported where it is.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <saddle/netlist/text/source_text.hpp>

namespace saddle {

inline constexpr std::string_view kProblemKeywords[] = {"title",    "param",   "input",  "var",  "minimize",
                                                        "maximize", "subject", "method", "stop", "circuit"};

struct Statement {
  std::size_t begin = 0, end = 0;  // the first character, and past the last; never blank at either side
  std::string_view keyword;        // that it begins with; empty: a constraint
};

struct ProblemLines {
  SourceText text;  // with comments blanked out; messages about it show the original
  std::vector<Statement> statements;
};

// Throws InputError for a string that its line does not close.
ProblemLines split_problem(const SourceText& source);

}  // namespace saddle
