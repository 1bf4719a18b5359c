#include "checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "solvers.hpp"

namespace saddle::bench {

namespace {

constexpr double kRightDerivative = 1e-6, kRightDigits = 9.5, kRounding = 1e-16;
constexpr int kLargestChecked = 2000;

// A point near the start where no term vanishes, reproducible.
std::vector<double> somewhere(const BenchSystem& system) {
  std::vector<double> y(system.size());
  system.start(y);
  for (int i = 0; i < system.size(); ++i) y[i] += 0.05 * system.scale(i) * std::sin(1.7 * i + 1);
  return y;
}

// The largest difference between C, G and central differences of q, f, relative to the largest entry
// of its row; also outside of the pattern.
double worst_difference(BenchSystem& system) {
  const Pattern& p = system.pattern();
  Evaluation here(p), above(p), below(p);
  std::vector<double> y = somewhere(system), row_size(2 * p.size, 0.0);
  const double t = 0.3;
  system.evaluate({.time = t, .y = y}, here, Need::jacobian);
  for (int k = 0; k < p.entries(); ++k) {
    row_size[p.row[k]] = std::max(row_size[p.row[k]], std::abs(here.G[k]));
    row_size[p.size + p.row[k]] = std::max(row_size[p.size + p.row[k]], std::abs(here.C[k]));
  }
  std::vector<double> terms(2 * p.size, 0.0);  // size of what is summed in a row
  for (int j = 0; j < p.size; ++j)
    for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) {
      terms[p.row[k]] += std::abs(here.G[k] * y[j]);
      terms[p.size + p.row[k]] += std::abs(here.C[k] * y[j]);
    }
  double worst = 0;
  std::vector<double> column(2 * p.size);
  for (int j = 0; j < p.size; ++j) {
    const double middle = y[j], step = 1e-5 * std::max(std::abs(middle), system.scale(j));
    y[j] = middle + step;
    system.evaluate({.time = t, .y = y}, above, Need::residual);
    y[j] = middle - step;
    system.evaluate({.time = t, .y = y}, below, Need::residual);
    y[j] = middle;
    for (int i = 0; i < p.size; ++i) {
      column[i] = (above.f[i] - below.f[i]) / (2 * step);
      column[p.size + i] = (above.q[i] - below.q[i]) / (2 * step);
    }
    for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) {
      column[p.row[k]] -= here.G[k];
      column[p.size + p.row[k]] -= here.C[k];
    }
    // Rounding of f in a difference is rounding / step: an entry counts from a million times that.
    for (int i = 0; i < 2 * p.size; ++i)
      worst =
          std::max(worst, std::abs(column[i]) / (row_size[i] + 1e6 * kRounding * terms[i] / step + 1e-30));
  }
  return worst;
}

// The equations at the start: C y' + f, relative to the terms' size.
double start_residual(BenchSystem& system) {
  const int n = system.size();
  std::vector<double> y(n), slope(n, 0.0), sum(n), size(n);
  system.start(y);
  system.start_slope(slope);
  Evaluation e(system.pattern());
  system.evaluate({.time = 0, .y = y}, e, Need::jacobian);
  for (int i = 0; i < n; ++i) {
    sum[i] = e.f[i];
    size[i] = std::abs(e.f[i]);
  }
  const Pattern& p = system.pattern();
  for (int j = 0; j < n; ++j)
    for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) {
      sum[p.row[k]] += e.C[k] * slope[j];
      size[p.row[k]] =
          std::max({size[p.row[k]], std::abs(e.C[k] * slope[j]), std::abs(e.G[k] * system.scale(j))});
    }
  double worst = 0;
  for (int i = 0; i < n; ++i) worst = std::max(worst, std::abs(sum[i]) / (size[i] + 1e-30));
  return worst;
}

}  // namespace

bool check_jacobians(const std::vector<Problem>& problems) {
  bool right = true;
  for (const Problem& problem : problems) {
    const auto system = problem.make(1e-6);
    if (system->size() > kLargestChecked) continue;
    const double derivative = worst_difference(*system), residual = start_residual(*system);
    const bool ok = derivative < kRightDerivative && residual < 1e-10;
    fmt::print("{:<12} {:>6} unknowns: Jacobian off by {:.1e}, start off by {:.1e}  {}\n", problem.name,
               system->size(), derivative, residual, ok ? "right" : "WRONG");
    right = right && ok;
  }
  return right;
}

bool verify_references(const std::vector<Problem>& problems) {
  bool right = true;
  for (const Problem& problem : problems) {
    const auto reference = problem.reference();
    double best = 0;
    std::string by;
    for (const double rtol : {1e-11, 1e-12, 1e-13}) {
      const auto system = problem.make(rtol);
      if (system->size() > kLargestChecked) continue;
      for (const Solver& solver : solvers_for(problem, system->size())) {
        // Methods of low order would take for ever.
        if (solver.is_saddle &&
            (solver.integrator == Integrator::gear2 || solver.integrator == Integrator::trapezoidal))
          continue;
        const Run result = run(solver, *system, problem.stop, rtol);
        if (!result.finished) continue;
        const double digits = correct_digits(*system, result.y, reference);
        fmt::print("{:<12} {:<16} rtol {:.0e}: agrees to {:.1f} digits\n", problem.name, solver.name, rtol,
                   digits);
        best = std::max(best, digits);
      }
    }
    right = right && (best > kRightDigits || best == 0);
  }
  return right;
}

void print_end_values(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    for (const double rtol : {1e-12, 1e-13}) {
      const auto system = problem.make(rtol);
      for (const Solver& solver : solvers_for(problem, system->size())) {
        const Run result = run(solver, *system, problem.stop, rtol);
        fmt::print("{} {} rtol {:.0e}: {}\n", problem.name, solver.name, rtol,
                   result.finished ? fmt::format("{:.16e}", fmt::join(result.y, ", ")) : result.failure);
      }
    }
}

}  // namespace saddle::bench
