#include "bench_system.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace saddle::bench {

void BenchSystem::describe(PatternBuilder& builder, std::vector<Entry> charge, std::vector<double> scale,
                           const std::vector<bool>& algebraic, double rtol) {
  for (const Entry& e : charge) builder.add(e.row, e.column);
  pattern_ = builder.build();
  charge_values_.assign(pattern_.entries() + 1, 0.0);
  for (const Entry& e : charge) charge_values_[pattern_.slot(e.row, e.column)] += e.value;
  std::sort(charge.begin(), charge.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.column, a.row) < std::pair(b.column, b.row);
  });
  charge_entries_ = std::move(charge);

  scale_ = std::move(scale);
  std::map<double, int> kind_of;
  variables_.reserve(scale_.size());
  for (std::size_t i = 0; i < scale_.size(); ++i) {
    const auto [known, is_new] = kind_of.try_emplace(scale_[i], static_cast<int>(kinds_.size()));
    if (is_new) kinds_.push_back({"value", "1", rtol * scale_[i]});
    variables_.push_back({"y" + std::to_string(i), known->second, !algebraic.empty() && algebraic[i]});
  }
}

void BenchSystem::fill_charge_matrix(Evaluation& out) const {
  std::copy(charge_values_.begin(), charge_values_.end(), out.C.begin());
}

}  // namespace saddle::bench
