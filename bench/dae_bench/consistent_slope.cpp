#include "consistent_slope.hpp"

#include <Eigen/Dense>

#include <algorithm>

namespace saddle::bench {

namespace {

constexpr double kRank = 1e-10;

}  // namespace

void consistent_slope(BenchSystem& system, std::span<double> slope) {
  const int n = system.size();
  const Pattern& p = system.pattern();
  std::vector<double> y(n);
  system.start(y);
  Evaluation here(p), later(p), earlier(p);
  // Inputs are smooth and their frequency is of the size of one over the scale of time, which nobody tells:
  // the difference is only used for the derivative of algebraic equations and wants to be short.
  const double dt = 1e-9;
  system.evaluate({.time = 0, .y = y}, here, Need::jacobian);
  system.evaluate({.time = dt, .y = y}, later, Need::residual);
  system.evaluate({.time = -dt, .y = y}, earlier, Need::residual);
  if (static_cast<int>(system.charge_entries().size()) == n &&
      std::ranges::all_of(system.charge_entries(), [](const Entry& c) { return c.row == c.column; })) {
    for (const Entry& c : system.charge_entries()) slope[c.row] = -here.f[c.row] / c.value;
    return;
  }
  Eigen::MatrixXd C = Eigen::MatrixXd::Zero(n, n), G = C;
  Eigen::VectorXd f(n), rate(n), weight(n);
  for (int j = 0; j < n; ++j)
    for (int k = p.column_start[j]; k < p.column_start[j + 1]; ++k) {
      C(p.row[k], j) = here.C[k] * system.scale(j);
      G(p.row[k], j) = here.G[k] * system.scale(j);
    }
  for (int i = 0; i < n; ++i) {
    f[i] = here.f[i];
    rate[i] = (later.f[i] - earlier.f[i]) / (2 * dt);
    const double size = C.row(i).cwiseAbs().maxCoeff();
    weight[i] = size > 0 ? 1 / size : 1;
  }
  C = weight.asDiagonal() * C;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(C, Eigen::ComputeFullU);
  const int rank = static_cast<int>((svd.singularValues().array() > kRank * svd.singularValues()[0]).count());
  const Eigen::MatrixXd W = svd.matrixU().rightCols(n - rank).transpose() * weight.asDiagonal();
  Eigen::MatrixXd hidden = W * G;
  Eigen::VectorXd right = -W * rate;
  for (int i = 0; i < hidden.rows(); ++i) {
    const double size = hidden.row(i).cwiseAbs().maxCoeff();
    if (size == 0) continue;
    hidden.row(i) /= size;
    right[i] /= size;
  }
  Eigen::MatrixXd all(2 * n - rank, n);
  all << C, hidden;
  Eigen::VectorXd rights(2 * n - rank);
  rights << -(weight.array() * f.array()).matrix(), right;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition(all);
  Eigen::VectorXd x = decomposition.solve(rights);
  // Fast and slow rates differ by many orders: refined until the small ones are right too.
  for (int k = 0; k < 3; ++k) x += decomposition.solve(rights - all * x);
  for (int i = 0; i < n; ++i) slope[i] = x[i] * system.scale(i);
}

}  // namespace saddle::bench
