#include "charge_variables.hpp"

#include <algorithm>
#include <cmath>

namespace saddle::bench {

ChargeVariables::ChargeVariables(std::unique_ptr<BenchSystem> inner, double rtol)
    : inner_(std::move(inner)), inner_size_(inner_->size()), values_(inner_->pattern()) {
  const Pattern& p = inner_->pattern();
  const int n = inner_size_;
  std::vector<double> y(n), scale(n);
  inner_->start(y);
  inner_->evaluate({.time = 0, .y = y}, values_, Need::jacobian);
  std::vector<double> charge_scale(n, 0.0);
  std::vector<bool> algebraic(n, true);
  for (int j = 0; j < n; ++j) {
    scale[j] = inner_->scale(j);
    for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k)
      charge_scale[p.row[k]] += std::abs(values_.C[k]) * scale[j];
  }
  charge_of_.assign(n, -1);
  std::vector<Entry> charge;
  for (int i = 0; i < n; ++i) {
    if (charge_scale[i] == 0) continue;
    charge_of_[i] = static_cast<int>(rows_.size());
    charge.push_back({i, n + charge_of_[i], 1});
    rows_.push_back(i);
    scale.push_back(charge_scale[i]);
    algebraic.push_back(false);
  }
  PatternBuilder builder(n + static_cast<int>(rows_.size()));
  const auto visit = [&](auto&& each) {
    for (int j = 0; j < n; ++j)
      for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) each(p.row[k], j);
  };
  visit([&](int i, int j) {
    builder.add(i, j);
    if (charge_of_[i] >= 0) builder.add(n + charge_of_[i], j);
  });
  for (std::size_t k = 0; k < rows_.size(); ++k) builder.add(n + k, n + k);
  describe(builder, std::move(charge), std::move(scale), algebraic, rtol);
  visit([&](int i, int j) {
    same_.push_back(slot(i, j));
    charge_.push_back(charge_of_[i] >= 0 ? slot(n + charge_of_[i], j) : -1);
  });
  for (std::size_t k = 0; k < rows_.size(); ++k) unit_.push_back(slot(n + k, n + k));
  slope_.resize(size());
  consistent_slope(*this, slope_);
}

void ChargeVariables::start(std::span<double> y) const {
  inner_->start(y.first(inner_size_));
  Evaluation e(inner_->pattern());
  inner_->evaluate({.time = 0, .y = y.first(inner_size_)}, e, Need::residual);
  for (std::size_t k = 0; k < rows_.size(); ++k) y[inner_size_ + k] = e.q[rows_[k]];
}

void ChargeVariables::evaluate(const Point& at, Evaluation& out, Need need) {
  Point inside = at;
  inside.y = at.y.first(inner_size_);
  inner_->evaluate(inside, values_, need);
  for (int i = 0; i < inner_size_; ++i) {
    out.q[i] = charge_of_[i] >= 0 ? at.y[inner_size_ + charge_of_[i]] : 0;
    out.f[i] = values_.f[i];
  }
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    out.q[inner_size_ + k] = 0;
    out.f[inner_size_ + k] = at.y[inner_size_ + k] - values_.q[rows_[k]];
  }
  if (need == Need::residual) return;
  fill_charge_matrix(out);
  std::ranges::fill(out.G, 0.0);
  for (std::size_t k = 0; k < same_.size(); ++k) {
    out.G[same_[k]] = values_.G[k];
    if (charge_[k] >= 0) out.G[charge_[k]] = -values_.C[k];
  }
  for (const int each : unit_) out.G[each] = 1;
}

}  // namespace saddle::bench
