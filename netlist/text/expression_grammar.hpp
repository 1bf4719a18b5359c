// What the expression grammar makes of a text: its structure with places, nothing looked up yet.
// Sums, products and powers are flat lists; only parentheses nest.
#pragma once

#include <boost/range/iterator_range_core.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace saddle::syntax {

using Text = boost::iterator_range<const char*>;  // a piece of the text that was parsed

struct Sum;

struct Operand {
  enum class Kind { number, name, call, group };
  Kind kind = Kind::number;
  Text text;                   // the number with the letters glued to it, the name, or "("
  Text arguments;              // of a call: everything between its parentheses
  std::shared_ptr<Sum> group;  // shared only because the parser copies what it has found
};

struct Factor {
  std::string signs;  // "+" and "-" before it
  Operand operand;
};
struct Power {  // signs bind weaker than "^": -a^-b^c = -(a^(-(b^c)))
  Factor base;
  std::vector<Factor> exponents;
};
struct ProductStep {
  Text sign;  // "*" or "/"
  Power power;
};
struct Product {
  Power first;
  std::vector<ProductStep> rest;
};
struct SumStep {
  Text sign;  // "+" or "-"
  Product product;
};
struct Sum {
  Product first;
  std::vector<SumStep> rest;
};

struct Parsed {
  enum class Fault { none, operand_expected, close_expected };
  Fault fault = Fault::none;
  const char* end = nullptr;  // behind its last character; of a fault: where it is
  Sum sum;
};

// Parses the longest expression at the start of `text`. The caller limits its nesting.
Parsed parse_syntax(std::string_view text);

}  // namespace saddle::syntax
