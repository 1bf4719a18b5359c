#include <saddle/netlist/text/expression_parser.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <saddle/netlist/text/expression_grammar.hpp>

namespace saddle {

namespace {

struct Function {
  std::string_view name;
  Op op;
  std::size_t arguments() const { return is_binary(op) ? 2 : 1; }
};

constexpr Function kFunctions[] = {
    {"sin", Op::sin},   {"cos", Op::cos},     {"tan", Op::tan},   {"asin", Op::asin},   {"acos", Op::acos},
    {"atan", Op::atan}, {"arctan", Op::atan}, {"sinh", Op::sinh}, {"cosh", Op::cosh},   {"tanh", Op::tanh},
    {"exp", Op::exp},   {"ln", Op::ln},       {"log", Op::ln},    {"log10", Op::log10}, {"sqrt", Op::sqrt},
    {"abs", Op::abs},   {"sgn", Op::sign},    {"u", Op::step},    {"min", Op::minimum}, {"max", Op::maximum},
    {"pow", Op::power},
};

constexpr std::string_view kUnits[] = {"", "v", "a", "f", "h", "s", "hz", "ohm", "ohms", "w"};

constexpr std::string_view kSpace = " \t\n\r\f\v";

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

const Function* find_function(std::string_view name) {
  const auto found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                  [lower = lower_case(name)](const Function& f) { return f.name == lower; });
  return found == std::end(kFunctions) ? nullptr : found;
}

bool is_unit(std::string_view text) {
  return std::find(std::begin(kUnits), std::end(kUnits), lower_case(text)) != std::end(kUnits);
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view view(syntax::Text text) {
  return {text.begin(), static_cast<std::size_t>(text.size())};
}

class Builder {
 public:
  Builder(const SourceText& source, Graph& graph, NameScope& scope)
      : source_(source), text_(source.text()), graph_(graph), scope_(scope) {}

  ParsedExpression parse(std::size_t begin, std::size_t end) {
    const syntax::Parsed parsed = syntax::parse_syntax(text_.substr(begin, end - begin));
    const std::size_t stop = offset(parsed.end);
    if (parsed.fault == syntax::Parsed::Fault::operand_expected)
      fail(place_in(stop, end), "expected an operand");
    if (parsed.fault == syntax::Parsed::Fault::close_expected) fail_unclosed(begin, stop, end);
    return {build(parsed.sum), stop};
  }

  void check_nesting(std::size_t begin, std::size_t end) const {
    int depth = 0;
    for (std::size_t at = begin; at < end && depth >= 0; ++at) {
      if (text_[at] == ',' && depth == 0) return;  // no expression goes on behind it
      if (text_[at] == ')') --depth;
      if (text_[at] == '(' && ++depth > kMaxNesting)
        fail(at, fmt::format("expression nested deeper than {} levels", kMaxNesting));
    }
  }

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& message) const {
    throw InputError(source_, at, message);
  }

  std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - text_.data()); }

  // The next character that is not white space; the end of the last word where there is none.
  std::size_t place_in(std::size_t at, std::size_t end) const {
    const std::size_t next = std::min(text_.find_first_not_of(kSpace, at), end);
    if (next < end) return next;
    const std::size_t last = text_.substr(0, end).find_last_not_of(kSpace);
    return last == std::string_view::npos ? 0 : last + 1;
  }

  [[noreturn]] void fail_unclosed(std::size_t begin, std::size_t stop, std::size_t end) const {
    if (const std::size_t next = text_.find_first_not_of(kSpace, stop); next < end)
      reject_at(source_, next, "an operator or ')'");
    std::vector<std::size_t> open;
    for (std::size_t at = begin; at < stop; ++at) {
      if (text_[at] == '(') open.push_back(at);
      if (text_[at] == ')') open.pop_back();
    }
    fail(open.back(), "expected ')' to close this '('");
  }

  // An operation on constants that could not be folded has no finite value: nobody means that.
  NodeId make(Op op, NodeId a, NodeId b, std::size_t at) {
    if (op == Op::divide && graph_.is_constant(b, 0)) fail(at, "division by zero");
    const NodeId made = graph_.make(op, a, b);
    const bool constant = graph_.is_constant(a) && (b == NodeId::none || graph_.is_constant(b));
    if (constant && !graph_.is_constant(made)) fail(at, "the value of this is not a finite number");
    return made;
  }

  NodeId build(const syntax::Sum& sum) {
    NodeId total = build(sum.first);
    for (const auto& [sign, product] : sum.rest)
      total =
          make(*sign.begin() == '+' ? Op::add : Op::subtract, total, build(product), offset(sign.begin()));
    return total;
  }

  NodeId build(const syntax::Product& product) {
    NodeId total = build(product.first);
    for (const auto& [sign, power] : product.rest)
      total =
          make(*sign.begin() == '*' ? Op::multiply : Op::divide, total, build(power), offset(sign.begin()));
    return total;
  }

  // a^b^c is built from the right, each factor's signs after the power that it is the base of.
  NodeId build(const syntax::Power& power) {
    NodeId exponent = NodeId::none;
    for (std::size_t k = power.exponents.size(); k > 0; --k)
      exponent = build_power(power.exponents[k - 1], exponent);
    return build_power(power.base, exponent);
  }

  NodeId build_power(const syntax::Factor& base, NodeId exponent) {
    const std::size_t at = offset(base.operand.text.begin());
    NodeId result = build(base.operand);
    if (exponent != NodeId::none) result = make(Op::power, result, exponent, at);
    return std::count(base.signs.begin(), base.signs.end(), '-') % 2 == 1 ? graph_.negate(result) : result;
  }

  NodeId build(const syntax::Operand& operand) {
    switch (operand.kind) {
      case syntax::Operand::Kind::number:
        return build_number(view(operand.text));
      case syntax::Operand::Kind::name:
        return scope_.name(view(operand.text), offset(operand.text.begin()));
      case syntax::Operand::Kind::call:
        return build_call(operand);
      case syntax::Operand::Kind::group:
        return build(*operand.group);
    }
    return NodeId::none;
  }

  NodeId build_number(std::string_view token) {
    const std::size_t numeral_length = parse_numeral(token).length;
    const std::string_view numeral = token.substr(0, numeral_length), letters = token.substr(numeral_length);
    const ParsedNumber number = parse_scaled_numeral(token);
    if (!is_unit(token.substr(number.length)))
      fail(offset(letters.data()),
           fmt::format("unexpected '{0}' after the number {1}; write {1}*{0}", letters, numeral));
    if (!letters.empty() && scope_.could_mean(letters))
      fail(offset(token.data()),
           fmt::format("'{0}' is ambiguous because '{1}' is a name here; write {2}*{1} or {3}", token,
                       letters, numeral, format_number(number.value)));
    if (!std::isfinite(number.value))
      fail(offset(token.data()), fmt::format("the number {} is too large", token));
    return graph_.constant(number.value);
  }

  NodeId build_call(const syntax::Operand& call) {
    const std::string_view name = view(call.text);
    const std::size_t at = offset(call.text.begin());
    const std::vector<NameScope::RawArgument> arguments = split_arguments(view(call.arguments));
    if (const NodeId known = scope_.call(name, at, arguments); known != NodeId::none) return known;
    const Function* const function = find_function(name);
    if (function == nullptr) fail(at, fmt::format("unknown function '{}'", name));
    const std::size_t takes = function->arguments();
    if (arguments.size() != takes)
      fail(at, fmt::format("'{}' takes {} argument{}, not {}", name, takes, takes == 1 ? "" : "s",
                           arguments.size()));
    std::array<NodeId, 2> nodes{NodeId::none, NodeId::none};
    for (std::size_t k = 0; k < takes; ++k) nodes[k] = parse_argument(arguments[k]);
    return make(function->op, nodes[0], nodes[1], at);
  }

  NodeId parse_argument(const NameScope::RawArgument& argument) {
    const std::size_t end = argument.offset + argument.text.size();
    const ParsedExpression parsed = parse(argument.offset, end);
    if (const std::size_t rest = text_.find_first_not_of(kSpace, parsed.end); rest < end)
      reject_at(source_, rest, "an operator");
    return parsed.node;
  }

  // Split at the commas outside of inner parentheses; "f()" has no argument.
  std::vector<NameScope::RawArgument> split_arguments(std::string_view text) const {
    std::vector<NameScope::RawArgument> arguments;
    if (text.find_first_not_of(kSpace) == std::string_view::npos) return arguments;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= text.size(); ++at) {
      if (at == text.size() || (text[at] == ',' && depth == 0)) {
        arguments.push_back(trimmed(text.substr(begin, at - begin)));
        begin = at + 1;
      } else {
        depth += (text[at] == '(') - (text[at] == ')');
      }
    }
    return arguments;
  }

  NameScope::RawArgument trimmed(std::string_view text) const {
    const std::size_t first = std::min(text.find_first_not_of(kSpace), text.size());
    const std::size_t last = text.find_last_not_of(kSpace);
    const std::size_t length = last == std::string_view::npos ? 0 : last + 1 - first;
    return {text.substr(first, length), offset(text.data()) + first};
  }

  const SourceText& source_;
  std::string_view text_;
  Graph& graph_;
  NameScope& scope_;
};

}  // namespace

std::optional<double> builtin_constant(std::string_view name) {
  if (name == "pi") return std::numbers::pi;
  if (name == "e") return std::numbers::e;
  return std::nullopt;
}

bool is_builtin_function(std::string_view name) {
  return find_function(name) != nullptr;
}

void reject_at(const SourceText& source, std::size_t offset, std::string_view expected) {
  const std::string_view text = source.text();
  const char c = text[offset];
  std::size_t end = offset + 1;
  if (is_word(c) || c == '.')
    while (end < text.size() && (is_word(text[end]) || text[end] == '.')) ++end;
  else
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  const std::string_view found = text.substr(offset, end - offset);
  if (is_word(c) || c == '.' || c == '(')
    throw InputError(source, offset, fmt::format("expected {} before '{}'", expected, found));
  if (c == ')') throw InputError(source, offset, "unexpected ')': there is no '(' that it closes");
  throw InputError(source, offset, fmt::format("unexpected '{}'", found));
}

ParsedExpression parse_expression(const SourceText& source, std::size_t begin, std::size_t end, Graph& graph,
                                  NameScope& scope) {
  Builder builder(source, graph, scope);
  builder.check_nesting(begin, end);
  return builder.parse(begin, end);
}

}  // namespace saddle
