// The .opt language.
//
//   problem    := statement*
//   statement  := "title" string
//               | "param" name "=" constant ("," name "=" constant)*
//               | "input" name "(" "t" ")" "=" shape
//               | "var" variable ("," variable)*
//               | "minimize" expression
//               | "subject" "to" constraint?
//               | constraint                          only below "subject to"
//               | "method" ("bdmm" | "mdmm") ("(" option ("," option)* ")")?
//               | "stop" constant
//               | "circuit" string
//   variable   := name ("start" constant)?
//   constraint := (name ":")? expression "=" expression
//   option     := ("c" | "tau" | "multiplier_tau" | "coupling") "=" constant
//   shape      := "pulse" "(" v1, v2, delay, rise, fall, width, period ")"
//               | "sin" "(" offset, amplitude, frequency [, delay [, damping [, phase]]] ")"
//               | "pwl" "(" t0, v0, t1, v1, ... ")"
//               | expression of t and parameters
//   constant   := expression of parameters
//
// Where a statement ends: problem_lines.hpp. Expressions: expression_parser.hpp. Names are
// case-sensitive and declared before they are used.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <saddle/netlist/text/problem_cursor.hpp>
#include <saddle/netlist/text/problem_inputs.hpp>
#include <saddle/netlist/text/problem_lines.hpp>
#include <saddle/netlist/text/problem_names.hpp>
#include <saddle/netlist/text/readers.hpp>

namespace saddle {

namespace {

using Use = ProblemScope::Use;
using Kind = ProblemNames::Kind;

class ProblemReader {
 public:
  ProblemReader(const SourceText& source, std::vector<Warning>* warnings)
      : warnings_(warnings), lines_(split_problem(source)), text_(lines_.text), names_(text_, problem_) {
    problem_.files.push_back(source.name());
  }

  Problem read() {
    if (lines_.statements.empty())
      fail(0, "there is no problem in this file; it needs at least 'var' and 'minimize'");
    for (const Statement& statement : lines_.statements) read_statement(statement);
    finish();
    return std::move(problem_);
  }

 private:
  [[noreturn]] void fail(std::size_t offset, const std::string& message) const {
    throw InputError(text_, offset, message);
  }

  void read_statement(const Statement& statement) {
    Cursor cursor(text_, statement.begin, statement.end);
    if (statement.keyword.empty()) {
      if (!in_constraints_) fail_unknown_keyword(cursor);
      read_constraint(cursor);
      return;
    }
    in_constraints_ = false;
    cursor.take_word();
    if (statement.keyword == "title") read_title(cursor, statement.begin);
    if (statement.keyword == "param") read_parameters(cursor);
    if (statement.keyword == "input") read_input(cursor);
    if (statement.keyword == "var") read_variables(cursor, statement.begin);
    if (statement.keyword == "minimize") read_objective(cursor, statement.begin);
    if (statement.keyword == "maximize")
      fail(statement.begin, "'maximize' is not supported; minimize the negative");
    if (statement.keyword == "subject") read_subject_to(cursor);
    if (statement.keyword == "method") read_method(cursor, statement.begin);
    if (statement.keyword == "stop") read_stop(cursor, statement.begin);
    if (statement.keyword == "circuit") read_circuit_file(cursor, statement.begin);
  }

  [[noreturn]] void fail_unknown_keyword(Cursor& cursor) const {
    const Cursor::Word word = cursor.peek_word();
    if (word.text.empty()) fail(word.offset, "expected a statement such as 'var' or 'minimize'");
    const std::vector<std::string_view> known(std::begin(kProblemKeywords), std::end(kProblemKeywords));
    const std::string hint = did_you_mean(word.text, known);
    fail(word.offset, fmt::format("unknown keyword '{}'{}", word.text, hint));
  }

  // A statement that a problem has once.
  void only_once(std::string_view keyword, std::size_t offset) {
    const auto [first, is_new] = seen_.try_emplace(keyword, offset);
    if (!is_new)
      fail(offset, fmt::format("'{}' stands here a second time; the first is on line {}", keyword,
                               text_.locate(first->second).line));
  }

  NodeId read_expression(Cursor& cursor, Use use) {
    const std::size_t begin = cursor.offset();
    ProblemScope scope(text_, problem_, names_, use);
    const ParsedExpression parsed = parse_expression(text_, begin, cursor.end(), problem_.graph, scope);
    cursor.move_to(parsed.end);
    names_.check_finite(parsed.node, begin);
    return parsed.node;
  }

  double read_constant(Cursor& cursor) { return names_.value(read_expression(cursor, Use::constant)); }

  void end_of_list(Cursor& cursor) const {
    if (!cursor.done()) reject_at(text_, cursor.offset(), "an operator or ','");
  }

  void read_title(Cursor& cursor, std::size_t begin) {
    only_once("title", begin);
    problem_.title = cursor.expect_string("the title").text;
    cursor.expect_end();
  }

  void read_parameters(Cursor& cursor) {
    do {
      const Cursor::Word name = cursor.expect_name("the name of a parameter");
      cursor.expect('=', fmt::format("after '{}'", name.text));
      const double value = read_constant(cursor);
      const NodeId symbol = names_.declare(name.text, name.offset, Kind::parameter);
      problem_.parameters.push_back({std::string(name.text), symbol, value, names_.place(name.offset)});
    } while (cursor.take(','));
    end_of_list(cursor);
  }

  void read_input(Cursor& cursor) {
    const Cursor::Word name = cursor.expect_name("the name of an input");
    const std::size_t open = cursor.offset();
    if (!cursor.take('(') || cursor.take_word().text != "t" || !cursor.take(')'))
      fail(open, fmt::format("expected '(t)' after '{}': an input is a function of the time", name.text));
    cursor.expect('=', fmt::format("after '{}(t)'", name.text));
    const InputShape shape = read_input_shape(text_, cursor.offset(), cursor.end(), problem_, names_);
    const NodeId symbol = names_.declare(name.text, name.offset, Kind::input);
    problem_.inputs.push_back(
        {std::string(name.text), symbol, shape.waveform, shape.expression, names_.place(name.offset)});
  }

  void read_variables(Cursor& cursor, std::size_t begin) {
    if (problem_.circuit) fail(begin, kCircuitRules);
    do {
      const Cursor::Word name = cursor.expect_name("the name of a variable");
      const NodeId symbol = names_.declare(name.text, name.offset, Kind::variable);
      const double start = cursor.take_word("start") ? read_constant(cursor) : 0;
      if (cursor.peek_word().text == "in") fail(cursor.offset(), "bounds are not supported yet");
      problem_.variables.push_back({std::string(name.text), symbol, start, names_.place(name.offset)});
      variable_offsets_.push_back(name.offset);
    } while (cursor.take(','));
    if (!cursor.done()) reject_at(text_, cursor.offset(), "',' or 'start'");
  }

  void read_objective(Cursor& cursor, std::size_t begin) {
    if (problem_.circuit) fail(begin, kCircuitRules);
    only_once("minimize", begin);
    const std::size_t first = cursor.offset();
    problem_.objective = read_expression(cursor, Use::objective);
    if (!cursor.done()) reject_at(text_, cursor.offset(), "an operator");
    if (!use_variables(problem_.objective)) fail(first, "the objective does not depend on any variable");
    problem_.objective_text = on_one_line(text_.text().substr(first, cursor.end() - first));
    problem_.objective_place = names_.place(first);
  }

  // Notes the variables of an expression as used; false if there are none.
  bool use_variables(NodeId expression) {
    bool any = false;
    for (const NodeId symbol : problem_.graph.symbols_of(expression))
      if (names_.is_variable(symbol)) {
        used_.insert(symbol);
        any = true;
      }
    return any;
  }

  void read_subject_to(Cursor& cursor) {
    if (!cursor.take_word("to")) fail(cursor.offset(), "expected 'to' after 'subject'");
    in_constraints_ = true;
    if (!cursor.done()) read_constraint(cursor);
  }

  void read_constraint(Cursor& cursor) {
    const std::size_t begin = cursor.offset();
    const std::string label = read_label(cursor);
    const std::size_t first = cursor.offset();
    const NodeId left = read_expression(cursor, Use::constraint);
    expect_equality(cursor);
    const NodeId right = read_expression(cursor, Use::constraint);
    expect_constraint_end(cursor);
    const NodeId residual = problem_.graph.subtract(left, right);
    if (!use_variables(residual)) fail(first, "this constraint has no variable");
    problem_.constraints.push_back({label, residual,
                                    on_one_line(text_.text().substr(first, cursor.end() - first)),
                                    names_.place(begin)});
  }

  std::string read_label(Cursor& cursor) {
    const Cursor::Word word = cursor.peek_word();
    Cursor after = cursor;
    after.take_word();
    if (word.text.empty() || !after.take(':')) return "";
    const auto [first, is_new] = labels_.try_emplace(std::string(word.text), word.offset);
    if (!is_new)
      fail(word.offset, fmt::format("there is already a constraint '{}', on line {}", word.text,
                                    text_.locate(first->second).line));
    cursor.move_to(after.offset());
    return std::string(word.text);
  }

  void expect_equality(Cursor& cursor) const {
    const std::size_t at = cursor.offset();
    const char sign = cursor.peek();
    if (sign == '<' || sign == '>') fail(at, "inequality constraints are not supported yet; only '=' is");
    if (sign != '\0' && sign != '=') reject_at(text_, at, "an operator or '='");
    cursor.expect('=', "and the right-hand side of the constraint");
    if (cursor.peek() == '=') fail(cursor.offset(), "write '=' instead of '=='");
    if (cursor.peek() == '<' || cursor.peek() == '>')
      fail(at, "inequality constraints are not supported yet; only '=' is");
  }

  void expect_constraint_end(Cursor& cursor) const {
    const char sign = cursor.peek();
    if (sign == '=')
      fail(cursor.offset(),
           "a second '=' in one constraint; a line that begins with a sign goes on with the line "
           "before it, so begin it with a label");
    if (sign == '<' || sign == '>')
      fail(cursor.offset(), "inequality constraints are not supported yet; only '=' is");
    if (!cursor.done()) reject_at(text_, cursor.offset(), "an operator");
  }

  void read_method(Cursor& cursor, std::size_t begin) {
    only_once("method", begin);
    const Cursor::Word name = cursor.expect_name("the name of a method: bdmm or mdmm");
    if (name.text != "bdmm" && name.text != "mdmm")
      fail(name.offset, fmt::format("unknown method '{}'; there are bdmm and mdmm", name.text));
    problem_.method.method = name.text == "bdmm" ? Method::bdmm : Method::mdmm;
    const std::size_t open = cursor.offset();
    if (cursor.take('(')) {
      do read_method_option(cursor);
      while (cursor.take(','));
      if (cursor.done()) fail(open, "expected ')' to close this '('");
      if (!cursor.take(')')) reject_at(text_, cursor.offset(), "an operator, ',' or ')'");
    }
    cursor.expect_end();
  }

  void read_method_option(Cursor& cursor) {
    struct Option {
      std::string_view name;
      double MethodChoice::*value;
      bool zero_allowed;
    };
    static constexpr Option options[] = {{"c", &MethodChoice::c, true},
                                         {"tau", &MethodChoice::tau, false},
                                         {"multiplier_tau", &MethodChoice::multiplier_tau, false},
                                         {"coupling", &MethodChoice::coupling, false}};
    const Cursor::Word name = cursor.expect_name("an option: c, tau, multiplier_tau or coupling");
    const auto option = std::find_if(std::begin(options), std::end(options),
                                     [&](const Option& known) { return known.name == name.text; });
    if (option == std::end(options))
      fail(name.offset,
           fmt::format("unknown option '{}'; there are c, tau, multiplier_tau and coupling", name.text));
    if (option->name == "c" && problem_.method.method == Method::bdmm)
      fail(name.offset, "'c' is an option of mdmm; bdmm has no penalty");
    if (!method_options_.try_emplace(option->name, name.offset).second)
      fail(name.offset, fmt::format("'{}' is given twice", name.text));
    cursor.expect('=', fmt::format("after '{}'", name.text));
    const std::size_t at = cursor.offset();
    const double value = read_constant(cursor);
    if (value < 0 || (value == 0 && !option->zero_allowed))
      fail(at, fmt::format("'{}' must {}, but is {}", name.text,
                           option->zero_allowed ? "not be negative" : "be positive", format_number(value)));
    problem_.method.*(option->value) = value;
  }

  void read_stop(Cursor& cursor, std::size_t begin) {
    only_once("stop", begin);
    const std::size_t at = cursor.offset();
    const double stop = read_constant(cursor);
    if (!cursor.done()) reject_at(text_, cursor.offset(), "an operator");
    if (stop <= 0) fail(at, fmt::format("'stop' must be positive, but is {}", format_number(stop)));
    problem_.stop = stop;
  }

  void read_circuit_file(Cursor& cursor, std::size_t begin) {
    only_once("circuit", begin);
    if (!problem_.variables.empty() || problem_.objective != NodeId::none) fail(begin, kCircuitRules);
    const Cursor::Word name = cursor.expect_string("the file name of a circuit");
    cursor.expect_end();
    const std::filesystem::path folder = std::filesystem::path(text_.name()).parent_path();
    try {
      problem_.circuit = read_circuit((folder / name.text).string(), warnings_);
    } catch (const InputError& error) {
      if (error.has_place()) throw;
      fail(name.offset, error.message());
    }
  }

  void finish() {
    const std::size_t end = lines_.statements.back().end;
    if (problem_.circuit && problem_.constraints.empty()) fail(end, "there is no constraint on the circuit");
    if (!problem_.circuit && problem_.objective == NodeId::none)
      fail(end, "there is no objective; add 'minimize' and an expression");
    const auto coupling = method_options_.find("coupling");
    if (coupling != method_options_.end() && !problem_.circuit)
      fail(coupling->second, "'coupling' is for constrained circuits, and this problem has no circuit");
    name_constraints();
    warn_about_unused_variables();
  }

  // "c1", "c2", ... by position; the next free number where the user took the name.
  void name_constraints() {
    std::size_t number = 0;
    for (std::size_t k = 0; k < problem_.constraints.size(); ++k) {
      std::string& name = problem_.constraints[k].name;
      for (number = std::max(number, k); name.empty(); ++number)
        if (std::string wish = fmt::format("c{}", number + 1); !labels_.contains(wish))
          name = std::move(wish);
    }
  }

  void warn_about_unused_variables() {
    if (warnings_ == nullptr || problem_.circuit) return;
    for (std::size_t k = 0; k < problem_.variables.size(); ++k)
      if (!used_.contains(problem_.variables[k].symbol))
        warnings_->push_back(
            {message_at(text_, variable_offsets_[k], "warning",
                        fmt::format("variable '{}' is used nowhere", problem_.variables[k].name))});
  }

  static constexpr const char* kCircuitRules =
      "a problem with a circuit has no 'var' and no 'minimize': its variables are the node voltages";

  std::vector<Warning>* warnings_;
  const ProblemLines lines_;
  const SourceText& text_;
  Problem problem_;
  ProblemNames names_;
  bool in_constraints_ = false;
  std::unordered_map<std::string_view, std::size_t> seen_;            // once-only statements, by keyword
  std::unordered_map<std::string, std::size_t> labels_;               // constraints
  std::unordered_map<std::string_view, std::size_t> method_options_;  // that are given
  std::vector<std::size_t> variable_offsets_;
  std::unordered_set<NodeId> used_;  // variables
};

}  // namespace

Problem parse_problem(const SourceText& source, std::vector<Warning>* warnings) {
  return ProblemReader(source, warnings).read();
}

Problem read_problem(const std::string& path, std::vector<Warning>* warnings) {
  return parse_problem(read_source(path), warnings);
}

}  // namespace saddle
