#include "work_precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace saddle::bench {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

Comparison compare(const Problem& problem, const Effort& effort) {
  Comparison result{.problem = problem};
  const std::vector<double> reference = problem.reference();
  result.unknowns = static_cast<int>(reference.size());
  for (const Solver& solver : solvers_for(problem, result.unknowns)) {
    Curve curve{.solver = solver};
    for (int p = effort.first; p <= effort.last; ++p) {
      fmt::print(stderr, "\r{:<12} {:<20} rtol 1e-{} ", problem.name, solver.name, p);
      const double rtol = std::pow(10.0, -p);
      const auto system = problem.make(rtol);
      Sample sample{.p = p, .run = best_of_runs(solver, *system, problem.stop, rtol, effort.budget)};
      sample.digits = sample.run.finished ? correct_digits(*system, sample.run.y, reference)
                                          : std::numeric_limits<double>::quiet_NaN();
      sample.run.y.clear();
      const bool too_long = sample.run.seconds > effort.patience;
      curve.samples.push_back(std::move(sample));
      if (too_long) break;
    }
    result.curves.push_back(std::move(curve));
  }
  fmt::print(stderr, "\r{:<60}\r", "");
  return result;
}

void Envelope::close() {
  std::erase_if(points_, [](const At& a) { return !std::isfinite(a.digits) || a.digits <= 0; });
  std::sort(points_.begin(), points_.end(), [](const At& a, const At& b) { return a.digits > b.digits; });
  // From the most digits downwards: a point counts if it is faster than all that reach more.
  std::vector<At> kept;
  for (const At& each : points_)
    if (kept.empty() || each.seconds < kept.back().seconds) kept.push_back(each);
  std::reverse(kept.begin(), kept.end());
  points_ = std::move(kept);
}

double Envelope::seconds(double digits) const {
  if (points_.empty() || digits > most()) return kInfinity;
  if (digits <= least()) return points_.front().seconds;
  const auto right =
      std::find_if(points_.begin(), points_.end(), [&](const At& a) { return a.digits >= digits; });
  const auto left = right - 1;
  const double part = (digits - left->digits) / (right->digits - left->digits);
  return std::exp((1 - part) * std::log(left->seconds) + part * std::log(right->seconds));
}

namespace {

template <class Belongs>
Envelope envelope(const Comparison& comparison, Belongs belongs) {
  Envelope result;
  for (const Curve& curve : comparison.curves)
    if (belongs(curve.solver))
      for (const Sample& s : curve.samples) result.add(s.digits, s.run.seconds);
  result.close();
  return result;
}

}  // namespace

Ratio ratio(const Comparison& comparison, bool with_explicit) {
  const Envelope ours = envelope(comparison, [&](const Solver& s) {
    return s.is_saddle && (with_explicit || s.integrator != Integrator::explicit_rk);
  });
  const Envelope theirs = envelope(comparison, [](const Solver& s) { return !s.is_saddle; });
  Ratio result;
  double sum = 0;
  for (int digits = 1; digits <= 15; ++digits) {
    if (digits < std::min(ours.least(), theirs.least())) continue;  // both give more at once
    const double value = ours.seconds(digits) / theirs.seconds(digits);
    if (!std::isfinite(value) || value <= 0) continue;
    result.at.emplace_back(digits, value);
    sum += std::log(value);
  }
  result.mean = result.at.empty() ? std::numeric_limits<double>::quiet_NaN()
                                  : std::exp(sum / static_cast<double>(result.at.size()));
  return result;
}

Table samples_table(const Comparison& comparison) {
  Table table{.title = fmt::format("{}: {}, {} unknowns, t = 0..{:g}", comparison.problem.name,
                                   comparison.problem.title, comparison.unknowns, comparison.problem.stop),
              .header = {"solver", "rtol", "digits", "steps", "rejected", "evaluations", "Jacobians",
                         "factorizations", "CPU ms"}};
  for (const Curve& curve : comparison.curves)
    for (const Sample& s : curve.samples) {
      const Run& r = s.run;
      table.rows.push_back({curve.solver.name, fmt::format("1e-{}", s.p),
                            r.finished ? fmt::format("{:.2f}", s.digits) : "failed", std::to_string(r.steps),
                            std::to_string(r.rejected), std::to_string(r.evaluations),
                            curve.solver.is_saddle ? "" : std::to_string(r.jacobians),
                            std::to_string(r.factorizations), short_number(1e3 * r.seconds)});
    }
  return table;
}

Table ratio_table(const std::vector<Comparison>& comparisons) {
  Table table{.title = "Saddle's CPU time over IDA's at equal digits, the better of BDF and Radau",
              .header = {"problem"}};
  for (int digits = 1; digits <= 9; ++digits) table.header.push_back(std::to_string(digits));
  table.header.push_back("mean");
  for (const Comparison& c : comparisons) {
    const Ratio found = ratio(c, false);
    std::vector<std::string> row(table.header.size());
    row[0] = c.problem.name;
    for (const auto& [digits, value] : found.at)
      if (digits <= 9) row[digits] = short_number(value);
    row.back() = short_number(found.mean);
    table.rows.push_back(std::move(row));
  }
  table.note =
      "Below 1 Saddle is faster. Each side is the best of its methods and settings; log time is interpolated "
      "in "
      "digits; fewer digits than any run gave cost what the cheapest run did.";
  return table;
}

Table summary_table(const std::vector<Comparison>& comparisons) {
  Table table{.title = "Summary",
              .header = {"problem", "unknowns", "ratio", "worst ratio", "with Dormand-Prince"}};
  for (const Integrator each : saddle_integrators())
    table.header.push_back(std::string(name_of(each)) + " loses");
  table.header.push_back("IDA loses");
  for (const Comparison& c : comparisons) {
    // The most digits by which a result falls short of its tolerance.
    const auto lost = [&](auto&& belongs) {
      double worst = -kInfinity;
      for (const Curve& curve : c.curves)
        if (belongs(curve.solver))
          for (const Sample& s : curve.samples)
            worst = std::max(worst, s.run.finished ? s.p - s.digits : kInfinity);
      return worst == -kInfinity ? "" : worst == kInfinity ? "failed" : fmt::format("{:.1f}", worst);
    };
    const Ratio found = ratio(c, false);
    double worst_ratio = found.at.empty() ? std::numeric_limits<double>::quiet_NaN() : 0;
    for (const auto& [digits, value] : found.at) worst_ratio = std::max(worst_ratio, value);
    std::vector<std::string> row{c.problem.name, std::to_string(c.unknowns), short_number(found.mean),
                                 short_number(worst_ratio), short_number(ratio(c, true).mean)};
    for (const Integrator each : saddle_integrators())
      row.push_back(lost([&](const Solver& s) { return s.is_saddle && s.integrator == each; }));
    row.push_back(lost([](const Solver& s) { return !s.is_saddle && s.ida.newton == 0.33; }));
    table.rows.push_back(std::move(row));
  }
  table.note =
      "ratio: geometric mean of CPU time over IDA's at equal digits by the better of BDF and Radau; worst "
      "ratio: at "
      "the digits where it is largest. loses: the worst p - digits over rtol = 10^-p, meant to stay below 2 "
      "(BDF) "
      "and 1.5 (Radau).";
  return table;
}

}  // namespace saddle::bench
