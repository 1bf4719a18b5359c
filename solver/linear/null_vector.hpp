// What is wrong with a singular matrix: the variables it leaves open and the equations to blame.
#pragma once

#include <span>
#include <vector>

#include <saddle/solver/system/pattern.hpp>

namespace saddle {

// Columns are variables, rows are equations; both most important first. Meant for messages.
struct SingularPart {
  bool structural = false;  // singular whatever the values of the entries that are not zero
  std::vector<int> variables;
  std::vector<int> equations;
};

// A structurally singular matrix has fewer equations than variables in one part of it, and more in
// another: these parts. Otherwise the largest entries of vectors x with A x ~ 0 (moving y along x
// changes no equation) and z with z^T A ~ 0 (these equations, added up, say nothing or contradict
// each other). Both lists are empty if no null vector was found within bounds.
SingularPart singular_part(const Pattern& pattern, std::span<const double> values);

}  // namespace saddle
