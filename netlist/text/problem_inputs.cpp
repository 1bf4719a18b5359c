#include <saddle/netlist/text/problem_inputs.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <saddle/netlist/text/problem_cursor.hpp>

namespace saddle {

namespace {

struct Argument {
  double value;
  std::size_t offset;
};

class ShapeReader {
 public:
  ShapeReader(const SourceText& text, std::size_t begin, std::size_t end, Problem& problem,
              ProblemNames& names)
      : text_(text), begin_(begin), end_(end), problem_(problem), names_(names) {}

  InputShape read() {
    if (auto waveform = read_waveform()) return {*std::move(waveform)};
    ProblemScope scope(text_, problem_, names_, ProblemScope::Use::input);
    const ParsedExpression parsed = parse_expression(text_, begin_, end_, problem_.graph, scope);
    Cursor rest(text_, parsed.end, end_);
    if (!rest.done()) reject_at(text_, rest.offset(), "an operator");
    names_.check_finite(parsed.node, begin_);
    for (const NodeId symbol : problem_.graph.symbols_of(parsed.node))
      if (symbol == problem_.graph.find_symbol("t")) return {SourceWaveform{}, parsed.node};
    return {SourceWaveform::dc(names_.value(parsed.node))};
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw InputError(text_, offset, message);
  }

  std::optional<SourceWaveform> read_waveform() {
    Cursor cursor(text_, begin_, end_);
    const Cursor::Word name = cursor.take_word();
    if (name.text != "pulse" && name.text != "sin" && name.text != "pwl") return std::nullopt;
    if (cursor.peek() != '(' || !is_whole_call(cursor.offset())) return std::nullopt;
    if (name.text == "sin" && !has_comma(cursor.offset())) return std::nullopt;  // the sine of something
    const std::vector<Argument> arguments = read_arguments(cursor);
    if (name.text == "pulse") return pulse(name.offset, arguments);
    if (name.text == "sin") return sine(name.offset, arguments);
    return piecewise_linear(name.offset, arguments);
  }

  // Whether the parenthesis that opens here closes at the very end.
  bool is_whole_call(std::size_t open) const {
    int depth = 0;
    for (std::size_t at = open; at < end_; ++at) {
      depth += (text_.text()[at] == '(') - (text_.text()[at] == ')');
      if (depth == 0) return at + 1 == end_;
    }
    return true;  // never closed: the expression that meets the end says so
  }

  bool has_comma(std::size_t open) const {  // outside of inner parentheses
    int depth = 0;
    for (std::size_t at = open; at < end_; ++at) {
      depth += (text_.text()[at] == '(') - (text_.text()[at] == ')');
      if (depth == 1 && text_.text()[at] == ',') return true;
    }
    return false;
  }

  std::vector<Argument> read_arguments(Cursor& cursor) {
    std::vector<Argument> arguments;
    const std::size_t open = cursor.offset();
    cursor.take('(');
    if (cursor.take(')')) return arguments;
    do {
      const std::size_t offset = cursor.offset();
      ProblemScope scope(text_, problem_, names_, ProblemScope::Use::constant);
      const ParsedExpression parsed = parse_expression(text_, offset, end_, problem_.graph, scope);
      cursor.move_to(parsed.end);
      names_.check_finite(parsed.node, offset);
      arguments.push_back({names_.value(parsed.node), offset});
    } while (cursor.take(','));
    if (cursor.done()) fail(open, "expected ')' to close this '('");
    if (!cursor.take(')')) reject_at(text_, cursor.offset(), "an operator, ',' or ')'");
    return arguments;
  }

  SourceWaveform pulse(std::size_t at, const std::vector<Argument>& a) const {
    if (a.size() != 7)
      fail(at, fmt::format("'pulse' takes 7 arguments (v1, v2, delay, rise, fall, width, period), not {}",
                           a.size()));
    constexpr std::pair<std::size_t, const char*> times[] = {
        {3, "rise time"}, {4, "fall time"}, {5, "width"}, {6, "period"}};
    for (const auto& [k, what] : times)
      if (a[k].value < 0) fail(a[k].offset, fmt::format("the {} of a pulse cannot be negative", what));
    const double shortest = a[3].value + a[5].value + a[4].value;
    // A period of exactly rise + width + fall may come out a rounding error shorter than their sum.
    if (a[6].value > 0 && a[6].value < shortest * (1 - 1e-12))
      fail(a[6].offset, fmt::format("the period of a pulse cannot be shorter than rise + width + fall = {}",
                                    format_number(shortest)));
    return SourceWaveform::pulse(a[0].value, a[1].value, a[2].value, a[3].value, a[4].value, a[5].value,
                                 a[6].value);
  }

  SourceWaveform sine(std::size_t at, const std::vector<Argument>& a) const {
    if (a.size() < 3 || a.size() > 6)
      fail(at, fmt::format(
                   "as an input 'sin' takes 3 to 6 arguments (offset, amplitude, frequency, delay, damping, "
                   "phase), not {}",
                   a.size()));
    if (a[2].value <= 0) fail(a[2].offset, "the frequency of a sine must be positive");
    const auto or_zero = [&](std::size_t k) { return k < a.size() ? a[k].value : 0; };
    return SourceWaveform::sine(a[0].value, a[1].value, a[2].value, or_zero(3), or_zero(4), or_zero(5));
  }

  SourceWaveform piecewise_linear(std::size_t at, const std::vector<Argument>& a) const {
    if (a.empty() || a.size() % 2 != 0)
      fail(at, fmt::format("'pwl' takes pairs of a time and a value, not {} arguments", a.size()));
    std::vector<double> values;
    for (std::size_t k = 0; k < a.size(); ++k) {
      if (k % 2 == 0 && k > 0 && a[k].value <= a[k - 2].value)
        fail(a[k].offset, fmt::format("the times of 'pwl' must ascend, but {} does not come after {}",
                                      format_number(a[k].value), format_number(a[k - 2].value)));
      values.push_back(a[k].value);
    }
    return SourceWaveform::piecewise_linear(std::move(values));
  }

  const SourceText& text_;
  std::size_t begin_, end_;
  Problem& problem_;
  ProblemNames& names_;
};

}  // namespace

InputShape read_input_shape(const SourceText& text, std::size_t begin, std::size_t end, Problem& problem,
                            ProblemNames& names) {
  return ShapeReader(text, begin, end, problem, names).read();
}

}  // namespace saddle
