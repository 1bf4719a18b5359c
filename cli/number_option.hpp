// Options that take SPICE numbers: 1.6m, 20u, 1e-3.
#pragma once

#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <saddle/netlist/text/expression_parser.hpp>

namespace saddle::cli {

enum class Range { positive, not_negative };

inline CLI::Option* add_number(CLI::App& verb, const std::string& name, double& value,
                               const std::string& help, Range range = Range::positive) {
  const auto parse = [name, range, &value](const std::string& text) {
    double found = -1;
    try {
      const ParsedNumber number = parse_number(text);
      if (number.length == text.size()) found = number.value;
    } catch (const std::exception&) {  // out of range: as wrong as any other text
    }
    if (found > 0 || (found == 0 && range == Range::not_negative)) {
      value = found;
      return;
    }
    throw CLI::ValidationError(name, fmt::format("expected a number {} 0 like 1.6m, not '{}'",
                                                 range == Range::positive ? ">" : ">=", text));
  };
  CLI::Option* option = verb.add_option_function<std::string>(name, parse, help)->type_name("NUMBER");
  if (value != 0) option->default_str(fmt::format("{:g}", value));
  return option;
}

}  // namespace saddle::cli
