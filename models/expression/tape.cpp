#include <saddle/models/expression/tape.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>

#include <saddle/models/expression/reach.hpp>

namespace saddle {

// min, max, sign and step let a NaN through instead of hiding it behind a comparison.
double apply(Op op, double a, double b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::power:
      return b == 2 ? a * a : std::pow(a, b);
    case Op::minimum:
      return a < b || std::isnan(a) ? a : b;
    case Op::maximum:
      return a > b || std::isnan(a) ? a : b;
    case Op::negate:
      return -a;
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan:
      return std::atan(a);
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::exp:
      return std::exp(a);
    case Op::ln:
      return std::log(a);
    case Op::log10:
      return std::log10(a);
    case Op::sqrt:
      return std::sqrt(a);
    case Op::abs:
      return std::abs(a);
    case Op::sign:
      return a > 0 ? 1 : a < 0 ? -1 : a;
    case Op::step:
      return a > 0 ? 1 : std::isnan(a) ? a : 0;
    case Op::constant:
    case Op::symbol:
      break;
  }
  assert(false && "constants and symbols are not applied");
  return 0;
}

// Registers: the inputs, then the constants, then temporaries. A temporary's register is taken
// again after its last use, so the work area stays about as small as the expression is deep.
Tape::Tape(const Graph& graph, std::span<const NodeId> inputs, std::span<const NodeId> outputs)
    : work_size_(static_cast<int>(inputs.size())), inputs_(static_cast<int>(inputs.size())) {
  const Reach reach(graph, outputs);
  const auto count = reach.ids().size();
  const auto at = [&](NodeId id) { return static_cast<std::size_t>(reach.position(id)); };

  std::vector<std::size_t> last_use(count, 0);
  for (std::size_t k = 0; k < count; ++k) {
    const Graph::Node& node = graph[reach.ids()[k]];
    if (node.a != NodeId::none) last_use[at(node.a)] = k;
    if (node.b != NodeId::none) last_use[at(node.b)] = k;
  }
  for (const NodeId output : outputs) last_use[at(output)] = count;  // kept to the end

  std::vector<int> registers(count, -1);
  for (int k = 0; k < inputs_; ++k)
    if (const int position = reach.position(inputs[static_cast<std::size_t>(k)]); position >= 0)
      registers[static_cast<std::size_t>(position)] = k;
  for (std::size_t k = 0; k < count; ++k)
    if (graph.is_constant(reach.ids()[k])) {
      registers[k] = work_size_++;
      constants_.emplace_back(registers[k], graph[reach.ids()[k]].value);
    }

  std::vector<int> free;
  for (std::size_t k = 0; k < count; ++k) {
    const Graph::Node& node = graph[reach.ids()[k]];
    if (node.op == Op::constant || node.op == Op::symbol) {
      assert(registers[k] >= 0 && "a symbol that is not among the inputs");
      continue;
    }
    const std::size_t a = at(node.a), b = node.b == NodeId::none ? a : at(node.b);
    const auto release = [&](std::size_t operand) {
      const Op op = graph[reach.ids()[operand]].op;
      if (last_use[operand] == k && op != Op::constant && op != Op::symbol)
        free.push_back(registers[operand]);
    };
    release(a);
    if (b != a) release(b);
    if (free.empty()) {
      registers[k] = work_size_++;
    } else {
      registers[k] = free.back();
      free.pop_back();
    }
    code_.push_back({node.op, registers[k], registers[a], registers[b]});
  }
  for (const NodeId output : outputs) output_registers_.push_back(registers[at(output)]);
}

void Tape::run(std::span<const double> inputs, std::span<double> outputs, std::span<double> work) const {
  assert(inputs.size() == static_cast<std::size_t>(inputs_));
  assert(outputs.size() == output_registers_.size());
  assert(work.size() >= static_cast<std::size_t>(work_size_));
  double* const registers = work.data();
  std::copy(inputs.begin(), inputs.end(), registers);
  for (const auto& [target, value] : constants_) registers[target] = value;
  for (const Instruction& step : code_)
    registers[step.target] = apply(step.op, registers[step.a], registers[step.b]);
  for (std::size_t k = 0; k < outputs.size(); ++k) outputs[k] = registers[output_registers_[k]];
}

}  // namespace saddle
