#include <saddle/solver/analyses/modes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

#include <fmt/format.h>

#include <saddle/solver/analyses/krylov_modes.hpp>
#include <saddle/solver/analyses/linearisation.hpp>
#include <saddle/solver/analyses/option_checks.hpp>
#include <saddle/solver/linear/fill_prediction.hpp>

namespace saddle {

std::optional<OptionError> ModesOptions::check() const {
  if (per_shift < 1 || per_shift > 100) return OptionError{"per_shift", "1 <= x <= 100"};
  if (!(most_flops > 0)) return OptionError{"most_flops", "x > 0"};
  if (most_shifts < 0 || most_shifts > 1000) return OptionError{"most_shifts", "0 <= x <= 1000"};
  return std::nullopt;
}

const std::complex<double>* Modes::least_damped() const {
  const std::complex<double>* found = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const std::complex<double>& s : eigenvalues) {
    const double ratio = std::abs(s) > 0 ? -s.real() / std::abs(s) : 0;
    if (ratio < least) {
      least = ratio;
      found = &s;
    }
  }
  return found;
}

namespace {

using Matrix = Eigen::MatrixXd;
using Complex = std::complex<double>;

// A shift z0 > 0 far from the modes turns (z C + G) v = 0 into M v = mu v with
// M = (z0 C + G)^-1 C and mu = 1 / (z0 - z): infinite z become mu = 0, and so do not disturb
// the finite ones, as they do in the generalised problem. Columns of M without charge are zero, so that
// the other eigenvalues are those of its rows and columns with charge.
struct Shifted {
  Eigen::VectorXcd mu;
  double shift = 0;
};

std::optional<Shifted> shifted_eigenvalues(const Linearisation& at, const std::vector<int>& charged,
                                           double shift) {
  const Pattern& pattern = at.pattern;
  std::vector<double> matrix(pattern.entries()), column(pattern.size);
  for (std::size_t k = 0; k < matrix.size(); ++k) matrix[k] = shift * at.C[k] + at.G[k];
  SparseLu lu(pattern);
  if (!lu.factor(matrix).regular()) return std::nullopt;
  const auto count = static_cast<Eigen::Index>(charged.size());
  Matrix M(count, count);
  for (Eigen::Index j = 0; j < count; ++j) {
    std::fill(column.begin(), column.end(), 0.0);
    for (int slot = pattern.column_start[charged[j]]; slot < pattern.column_start[charged[j] + 1]; ++slot)
      column[pattern.row[slot]] = at.C[slot];
    lu.solve(column);
    for (Eigen::Index i = 0; i < count; ++i) M(i, j) = column[charged[i]];
  }
  if (!M.allFinite()) return std::nullopt;
  const Eigen::EigenSolver<Matrix> solver(M, false);
  if (solver.info() != Eigen::Success) return std::nullopt;
  return Shifted{solver.eigenvalues(), shift};
}

// Infinite eigenvalues of index one come out as mu of the size of rounding; each further
// index roots that once more. What is smaller than this cannot be told from infinity.
constexpr double kRoundingOfMu = 1e-10;

std::vector<Complex> finite_eigenvalues(const Shifted& shifted) {
  std::vector<Complex> found;
  const double largest = shifted.mu.size() > 0 ? shifted.mu.cwiseAbs().maxCoeff() : 0.0;
  for (const Complex& mu : shifted.mu)
    if (std::abs(mu) > kRoundingOfMu * largest) found.push_back(shifted.shift - 1.0 / mu);
  return found;
}

// A mode decays if its real part is negative beyond the rounding of the eigenvalue: an oscillation
// without damping must not pass for stable because its -0 came out as -1e-17.
constexpr double kLeastDamping = 1e-9;

void summarise(Modes& modes) {
  std::sort(modes.eigenvalues.begin(), modes.eigenvalues.end(), [](const Complex& a, const Complex& b) {
    if (a.real() != b.real()) return a.real() > b.real();
    return a.imag() > b.imag();
  });
  if (modes.eigenvalues.empty()) return;
  const double slowest = modes.eigenvalues.front().real();
  for (const Complex& s : modes.eigenvalues)
    modes.stable = modes.stable && s.real() < -kLeastDamping * std::abs(s);
  modes.slowest_time_constant = modes.stable ? -1 / slowest : std::numeric_limits<double>::infinity();
  for (const Complex& s : modes.eigenvalues)
    if (std::abs(s) > 0)
      modes.least_damping_ratio = std::min(modes.least_damping_ratio, -s.real() / std::abs(s));
}

std::optional<std::vector<Complex>> all_modes(const Linearisation& at, const std::vector<int>& charged) {
  for (const double shift : {1.0, 0.37, 2.9})  // one may by chance be an eigenvalue
    if (const auto shifted = shifted_eigenvalues(at, charged, shift)) return finite_eigenvalues(*shifted);
  return std::nullopt;
}

}  // namespace

std::string modes_out_of_reach(const System& system, const ModesOptions& options) {
  if (system.size() <= kLargestDenseModes) return {};
  const FillPrediction predicted = predict_fill(system.pattern());
  constexpr double kLeast = 8;  // factorizations without which nothing is known
  if (predicted.known && kLeast * predicted.flops <= options.most_flops) return {};
  const std::string cost =
      predicted.known ? fmt::format("{:.2g} operations", predicted.flops) : "more memory than can be counted";
  return fmt::format("modes were not computed: one factorization takes {}, and most_flops is {:.2g}", cost,
                     options.most_flops);
}

std::optional<Modes> modes(System& system, double time, std::span<const double> y,
                           const ModesOptions& options) {
  require(options.check());
  Modes result;
  if (system.size() == 0) return result;
  const std::optional<Linearisation> at = linearise(system, time, y);
  if (!at) return std::nullopt;
  const std::vector<int> charged = at->charged_columns();
  if (charged.empty()) return result;
  result.complete = charged.size() <= kLargestDenseModes;
  if (!result.complete && !modes_out_of_reach(system, options).empty()) return std::nullopt;
  std::optional<std::vector<Complex>> found =
      result.complete ? all_modes(*at, charged) : krylov_modes(*at, options);
  if (!found) return std::nullopt;
  result.eigenvalues = std::move(*found);
  for (Complex& s : result.eigenvalues) s *= at->rate;
  summarise(result);
  return result;
}

}  // namespace saddle
