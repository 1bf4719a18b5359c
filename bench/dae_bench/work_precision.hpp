// Work against precision: every solver on a problem at rtol = 1e-3 ... 1e-9.
#pragma once

#include <string>
#include <vector>

#include "report.hpp"
#include "solvers.hpp"

namespace saddle::bench {

struct Sample {
  int p = 0;          // rtol = 10^-p
  double digits = 0;  // -log10 of the error
  Run run;
};

struct Curve {
  Solver solver;
  std::vector<Sample> samples;
};

struct Comparison {
  Problem problem;
  int unknowns = 0;
  std::vector<Curve> curves;
};

struct Effort {
  int first = 3, last = 9;  // exponents p
  double budget = 0.2;      // CPU time for the repetitions of a run [s]
  double patience = 20;     // a solver that took longer [s] is not asked for more digits
};

Comparison compare(const Problem& problem, const Effort& effort);

// The least CPU time [s] for so many digits on the lower envelope of curves, log time linear in digits
// between points: fewer digits than any run reached cost what the cheapest run did, more of them cannot be
// had (infinity).
class Envelope {
 public:
  void add(double digits, double seconds) { points_.push_back({digits, seconds}); }
  void close();  // after the last point
  double seconds(double digits) const;
  double least() const { return points_.empty() ? 0 : points_.front().digits; }
  double most() const { return points_.empty() ? 0 : points_.back().digits; }

 private:
  struct At {
    double digits, seconds;
  };
  std::vector<At> points_;  // after close(): both ascending
};

// CPU time of Saddle's best over that of IDA's best at equal digits; with its explicit method or without.
struct Ratio {
  std::vector<std::pair<int, double>> at;  // digits, ratio
  double mean = 0;                         // geometric; NaN if nothing overlaps
};
Ratio ratio(const Comparison& comparison, bool with_explicit);

Table samples_table(const Comparison& comparison);
Table ratio_table(const std::vector<Comparison>& comparisons);
Table summary_table(const std::vector<Comparison>& comparisons);

}  // namespace saddle::bench
