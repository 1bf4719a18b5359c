// d/dt q(y) + f(t, y) = 0 written once for any number type. `Equations` has
//   kSize, kDirections (Jacobian columns without a common row share a direction: at least the colours
//   needed), kScale, kStart (arrays of kSize), kAlgebraic (an array of indices), and template <class T>
//   static void terms(double t, std::span<const T> y, std::span<T> q, std::span<T> f),
// which finds q and f zero. Where q is not a constant C times y it also has kNonlinearCharge = true, and
// kJump where an input jumps, kCountAlgebraic = true where errors of algebraic variables count.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "consistent_slope.hpp"
#include "dual.hpp"

namespace saddle::bench {

template <class Equations>
constexpr bool has_nonlinear_charge() {
  if constexpr (requires { Equations::kNonlinearCharge; }) return Equations::kNonlinearCharge;
  return false;
}

template <class Equations>
class GenericDae : public BenchSystem {
 public:
  explicit GenericDae(double rtol) {
    Work<Trace<kSize>> traced;
    for (int j = 0; j < kSize; ++j) traced.y[j].contains.set(j);
    traced.run(kSomeTime);
    PatternBuilder builder(kSize);
    std::vector<bool> algebraic(kSize, false);
    std::vector<Entry> charge;
    Work<Dual<kSize>> full;
    for (int j = 0; j < kSize; ++j) {
      full.y[j] = Equations::kStart[j];
      full.y[j].slope[j] = 1;
    }
    full.run(kSomeTime);
    for (int i = 0; i < kSize; ++i)
      for (int j = 0; j < kSize; ++j) {
        if (traced.f[i].contains[j] || traced.q[i].contains[j]) builder.add(i, j);
        if (traced.q[i].contains[j]) charge.push_back({i, j, full.q[i].slope[j]});
      }
    for (const int i : Equations::kAlgebraic) algebraic[i] = true;
    if (has_nonlinear_charge<Equations>()) charge.clear();
    describe(builder, std::move(charge), {Equations::kScale.begin(), Equations::kScale.end()}, algebraic,
             rtol);
    choose_directions();
    slope_.resize(kSize);
    consistent_slope(*this, slope_);
  }

  void start(std::span<double> y) const override { std::ranges::copy(Equations::kStart, y.begin()); }
  void start_slope(std::span<double> slope) const override { std::ranges::copy(slope_, slope.begin()); }

  double next_jump(double after) const override {
    if constexpr (requires { Equations::kJump; })
      if (after < Equations::kJump) return Equations::kJump;
    return BenchSystem::next_jump(after);
  }

  bool counts(int i) const override {
    if constexpr (requires { Equations::kCountAlgebraic; }) return true;
    return BenchSystem::counts(i);
  }

  void evaluate(const Point& at, Evaluation& out, Need need) override {
    if (need == Need::residual) {
      std::ranges::fill(out.q, 0.0);
      std::ranges::fill(out.f, 0.0);
      Equations::template terms<double>(at.time, at.y.first(kSize), std::span(out.q).first(kSize),
                                        std::span(out.f).first(kSize));
      return;
    }
    Work<Dual<Equations::kDirections>> work;
    for (int j = 0; j < kSize; ++j) {
      work.y[j] = at.y[j];
      work.y[j].slope[direction_[j]] = 1;
    }
    work.run(at.time);
    const Pattern& p = pattern();
    for (int j = 0; j < kSize; ++j)
      for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) {
        out.G[k] = work.f[p.row[k]].slope[direction_[j]];
        out.C[k] = work.q[p.row[k]].slope[direction_[j]];
      }
    for (int i = 0; i < kSize; ++i) {
      out.q[i] = work.q[i].value;
      out.f[i] = work.f[i].value;
    }
  }

 private:
  static constexpr int kSize = Equations::kSize;
  static constexpr double kSomeTime = 0;

  template <class T>
  struct Work {
    std::array<T, kSize> y{}, q{}, f{};
    void run(double t) {
      Equations::template terms<T>(t, std::span<const T>(y), std::span<T>(q), std::span<T>(f));
    }
  };

  // Greedy colouring: the first direction none of whose columns shares a row with this one.
  void choose_directions() {
    const Pattern& p = pattern();
    std::array<std::bitset<kSize>, kSize> rows_taken{};
    for (int j = 0; j < kSize; ++j) {
      std::bitset<kSize> rows;
      for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) rows.set(p.row[k]);
      int d = 0;
      while ((rows_taken[d] & rows).any()) ++d;
      if (d >= Equations::kDirections) throw std::logic_error("too few directions");
      rows_taken[d] |= rows;
      direction_[j] = d;
    }
  }

  std::array<int, kSize> direction_{};
  std::vector<double> slope_;  // y' at the start
};

}  // namespace saddle::bench
