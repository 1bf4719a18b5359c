#include <saddle/models/electrical/behavioural_source.hpp>

#include <algorithm>

namespace saddle {

void BehaviouralSourceBank::add(const DeviceInstance& instance) {
  Source source{.plus = instance.unknowns[0], .minus = instance.unknowns[1]};
  if (voltage_) source.branch = instance.unknowns[2];
  source.controls = instance.controls;

  Graph graph;
  const NodeId expression = graph.import(*instance.graph, instance.expression);
  std::vector<NodeId> symbols;
  for (const NodeId symbol : instance.symbols)
    symbols.push_back(graph.symbol(instance.graph->symbols()[(*instance.graph)[symbol].symbol]));
  std::vector<NodeId> outputs = graph.gradient(expression, symbols);
  outputs.insert(outputs.begin(), expression);
  source.value = Tape(graph, symbols, std::span(outputs).first(1));
  source.value_and_slopes = Tape(graph, symbols, outputs);

  inputs_.resize(std::max(inputs_.size(), symbols.size()));
  outputs_.resize(std::max(outputs_.size(), outputs.size()));
  work_.resize(
      std::max<std::size_t>({work_.size(), static_cast<std::size_t>(source.value_and_slopes.work_size()),
                             static_cast<std::size_t>(source.value.work_size())}));
  sources_.push_back(std::move(source));
}

std::array<std::pair<int, double>, 2> BehaviouralSourceBank::rows(const Source& s) const {
  if (voltage_) return {{{s.branch, -1.0}, {-1, 0.0}}};
  return {{{s.plus, 1.0}, {s.minus, -1.0}}};
}

void BehaviouralSourceBank::declare(PatternBuilder& pattern) const {
  for (const Source& s : sources_) {
    if (voltage_) {
      pattern.add(s.plus, s.branch);
      pattern.add(s.minus, s.branch);
      pattern.add(s.branch, s.plus);
      pattern.add(s.branch, s.minus);
    }
    for (const int control : s.controls)
      for (const auto& [row, sign] : rows(s)) pattern.add(row, control);
  }
}

void BehaviouralSourceBank::resolve(const Pattern& pattern) {
  for (Source& s : sources_) {
    if (voltage_)
      s.branch_slots = {pattern.slot(s.plus, s.branch), pattern.slot(s.minus, s.branch),
                        pattern.slot(s.branch, s.plus), pattern.slot(s.branch, s.minus)};
    const auto into = rows(s);
    s.slots.clear();
    for (const int control : s.controls)
      s.slots.push_back({pattern.slot(into[0].first, control), pattern.slot(into[1].first, control)});
  }
}

void BehaviouralSourceBank::stamp_constant(Evaluation& out) const {
  if (!voltage_) return;
  for (const Source& s : sources_) {
    out.G[s.branch_slots[0]] += 1;
    out.G[s.branch_slots[1]] -= 1;
    out.G[s.branch_slots[2]] += 1;
    out.G[s.branch_slots[3]] -= 1;
  }
}

void BehaviouralSourceBank::evaluate(const Point& at, const double* y, Evaluation& out, Need need) {
  for (const Source& s : sources_) {
    const std::size_t n = s.controls.size();
    for (std::size_t k = 0; k < n; ++k)
      inputs_[k] = s.controls[k] == DeviceInstance::kTime ? at.time : y[s.controls[k]];
    const bool slopes = need == Need::jacobian;
    (slopes ? s.value_and_slopes : s.value)
        .run(std::span(inputs_).first(n), std::span(outputs_).first(slopes ? n + 1 : 1), work_);
    const auto into = rows(s);
    for (std::size_t r = 0; r < into.size(); ++r) {
      const auto [row, sign] = into[r];
      if (row < 0) continue;
      out.f[row] += sign * outputs_[0];
      if (!slopes) continue;
      for (std::size_t k = 0; k < n; ++k) out.G[s.slots[k][r]] += sign * outputs_[k + 1];
    }
  }
}

}  // namespace saddle
