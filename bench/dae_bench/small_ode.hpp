// y' = F(t, y) of a few variables. `Equations` has kSize, kStart, kScale, rate(), the list kEntries of
// places (row, column) where dF/dy can differ from zero and jacobian(), which gives the values
// there in the same order. As a system: q = y, f = -F.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "bench_system.hpp"

namespace saddle::bench {

using Place = std::array<int, 2>;

template <class Equations>
class SmallOde : public BenchSystem {
 public:
  explicit SmallOde(double rtol) {
    PatternBuilder builder(kSize);
    for (const auto& [row, column] : Equations::kEntries) builder.add(row, column);
    std::vector<Entry> charge;
    for (int i = 0; i < kSize; ++i) charge.push_back({i, i, 1});
    describe(builder, std::move(charge), {Equations::kScale.begin(), Equations::kScale.end()}, {}, rtol);
    for (std::size_t k = 0; k < slots_.size(); ++k)
      slots_[k] = slot(Equations::kEntries[k][0], Equations::kEntries[k][1]);
  }

  void start(std::span<double> y) const override { std::ranges::copy(Equations::kStart, y.begin()); }
  void start_slope(std::span<double> slope) const override {
    Equations::rate(std::span<const double>(Equations::kStart), slope);
  }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    Equations::rate(at.y, std::span<double>(out.f));
    for (int i = 0; i < kSize; ++i) {
      out.q[i] = at.y[i];
      out.f[i] = -out.f[i];
    }
    if (need == Need::residual) return;
    fill_charge_matrix(out);
    std::ranges::fill(out.G, 0.0);
    const auto jacobian = Equations::jacobian(at.y);
    for (std::size_t k = 0; k < slots_.size(); ++k) out.G[slots_[k]] = -jacobian[k];
  }

 private:
  static constexpr int kSize = Equations::kSize;
  std::array<int, Equations::kEntries.size()> slots_{};
};

}  // namespace saddle::bench
