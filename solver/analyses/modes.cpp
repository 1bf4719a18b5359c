#include <saddle/solver/analyses/modes.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

#include <saddle/solver/newton/replaced_rows.hpp>

namespace saddle {

namespace {

using Matrix = Eigen::MatrixXd;

Matrix dense(const Pattern& pattern, const std::vector<double>& values) {
  Matrix matrix = Matrix::Zero(pattern.size, pattern.size);
  for (int column = 0; column < pattern.size; ++column)
    for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
      matrix(pattern.row[slot], column) = values[slot];
  return matrix;
}

// Rows and then columns divided by their largest entry over both matrices: units and element
// values no longer matter. Neither changes the eigenvalues.
void equilibrate(Matrix& C, Matrix& G) {
  for (int pass = 0; pass < 3; ++pass) {
    for (Eigen::Index i = 0; i < C.rows(); ++i)
      if (const double largest = std::max(C.row(i).cwiseAbs().maxCoeff(), G.row(i).cwiseAbs().maxCoeff());
          largest > 0) {
        C.row(i) /= largest;
        G.row(i) /= largest;
      }
    for (Eigen::Index j = 0; j < C.cols(); ++j)
      if (const double largest = std::max(C.col(j).cwiseAbs().maxCoeff(), G.col(j).cwiseAbs().maxCoeff());
          largest > 0) {
        C.col(j) /= largest;
        G.col(j) /= largest;
      }
  }
}

// A shift s0 > 0 far from the modes turns (s C + G) v = 0 into M v = mu v with
// M = (s0 C + G)^-1 C and mu = 1 / (s0 - s): infinite s become mu = 0, and so do not disturb
// the finite ones, as they do in the generalised problem.
struct Shifted {
  Eigen::VectorXcd mu;
  double shift = 0;
};

std::optional<Shifted> shifted_eigenvalues(const Matrix& C, const Matrix& G, double shift) {
  const Eigen::PartialPivLU<Matrix> lu(shift * C + G);
  if (!(lu.rcond() > 1e-15)) return std::nullopt;
  const Eigen::EigenSolver<Matrix> solver(lu.solve(C), false);
  if (solver.info() != Eigen::Success) return std::nullopt;
  return Shifted{solver.eigenvalues(), shift};
}

// Infinite eigenvalues of index one come out as mu of the size of rounding; each further
// index roots that once more. What is smaller than this cannot be told from infinity.
constexpr double kRoundingOfMu = 1e-10;

std::vector<std::complex<double>> finite_eigenvalues(const Shifted& shifted) {
  std::vector<std::complex<double>> found;
  const double largest = shifted.mu.size() > 0 ? shifted.mu.cwiseAbs().maxCoeff() : 0.0;
  for (const std::complex<double>& mu : shifted.mu)
    if (std::abs(mu) > kRoundingOfMu * largest) found.push_back(shifted.shift - 1.0 / mu);
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    if (a.real() != b.real()) return a.real() > b.real();
    return a.imag() > b.imag();
  });
  return found;
}

void fix_modes_of_bounds(System& system, std::span<const double> y, Evaluation& at) {
  ReplacedRows rows(system);
  if (rows.complementarities() == 0) return;
  rows.remember_residuals(std::span(at.f).first(system.size()));
  rows.choose_modes(y, at.G);
  rows.replace_in_matrix(at.G);
  for (int k = 0; k < rows.complementarities(); ++k)
    if (rows.modes()[k] == RowMode::bound)
      for (const RowSlots::Entry& entry : rows.entries(k)) at.C[entry.slot] = 0;
}

// A mode decays if its real part is negative beyond the rounding of the eigenvalue: an oscillation
// without damping must not pass for stable because its -0 came out as -1e-17.
constexpr double kLeastDamping = 1e-9;

void summarise(Modes& modes) {
  if (modes.eigenvalues.empty()) return;
  const double slowest = modes.eigenvalues.front().real();
  for (const std::complex<double>& s : modes.eigenvalues)
    modes.stable = modes.stable && s.real() < -kLeastDamping * std::abs(s);
  modes.slowest_time_constant = modes.stable ? -1 / slowest : std::numeric_limits<double>::infinity();
  for (const std::complex<double>& s : modes.eigenvalues)
    if (std::abs(s) > 0)
      modes.least_damping_ratio = std::min(modes.least_damping_ratio, -s.real() / std::abs(s));
}

}  // namespace

std::optional<Modes> modes(System& system, double time, std::span<const double> y) {
  if (system.size() > kLargestDenseModes) return std::nullopt;
  Modes result;
  if (system.size() == 0) return result;
  Evaluation at(system.pattern());
  system.evaluate({.time = time, .y = y}, at, Need::jacobian);
  fix_modes_of_bounds(system, y, at);
  Matrix C = dense(system.pattern(), at.C), G = dense(system.pattern(), at.G);
  if (!C.allFinite() || !G.allFinite()) return std::nullopt;
  const double charge = C.cwiseAbs().maxCoeff();
  if (charge == 0) return result;

  // In units of a typical time constant of the system C and G are of the same size.
  const double rate = std::max(G.cwiseAbs().maxCoeff() / charge, std::numeric_limits<double>::min());
  C *= rate;
  equilibrate(C, G);
  for (const double shift : {1.0, 0.37, 2.9}) {  // one may by chance be an eigenvalue
    if (const auto shifted = shifted_eigenvalues(C, G, shift)) {
      result.eigenvalues = finite_eigenvalues(*shifted);
      for (std::complex<double>& s : result.eigenvalues) s *= rate;
      summarise(result);
      return result;
    }
  }
  return std::nullopt;
}

}  // namespace saddle
