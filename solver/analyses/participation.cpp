#include <algorithm>
#include <cmath>
#include <numeric>

#include <saddle/solver/analyses/linearisation.hpp>
#include <saddle/solver/analyses/modes.hpp>

namespace saddle {

namespace {

using Complex = std::complex<double>;

constexpr int kIterations = 3;
constexpr double kLeastShare = 1e-3;  // of the largest: less is not worth a mention

// w = C v, or C^T v.
std::vector<Complex> charge_of(const Linearisation& at, const std::vector<Complex>& v, bool transposed) {
  std::vector<Complex> w(v.size());
  for (int column = 0; column < at.pattern.size; ++column)
    for (int slot = at.pattern.column_start[column]; slot < at.pattern.column_start[column + 1]; ++slot) {
      const int row = at.pattern.row[slot];
      if (transposed)
        w[column] += at.C[slot] * v[row];
      else
        w[row] += at.C[slot] * v[column];
    }
  return w;
}

// Inverse iteration v <- (z C + G)^-1 C v beside an eigenvalue: what belongs to it grows by far the most.
std::optional<std::vector<Complex>> eigenvector(const Linearisation& at, ShiftedPencil& pencil,
                                                bool transposed) {
  std::vector<Complex> v(at.pattern.size);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = {1 + 0.5 * std::sin(1.0 + i), 0.3 * std::cos(2.0 + i)};
  for (int k = 0; k < kIterations; ++k) {
    v = charge_of(at, v, transposed);
    if (transposed)
      pencil.solve_transposed(v);
    else
      pencil.solve(v);
    double size = 0;
    for (const Complex& each : v) size = std::max(size, std::abs(each));
    if (!(size > 0) || !std::isfinite(size)) return std::nullopt;
    for (Complex& each : v) each /= size;
  }
  return v;
}

// Not the eigenvalue itself, where the matrix is singular.
bool factor_beside(ShiftedPencil& pencil, Complex z) {
  const double size = std::max(std::abs(z), 1e-12);
  for (const double distance : {1e-9, 1e-7, 1e-5})
    if (pencil.factor(z + distance * size * Complex(0.6, 0.8))) return true;
  return false;
}

}  // namespace

std::vector<Participation> participation(System& system, double time, std::span<const double> y, Complex s,
                                         int most) {
  const std::optional<Linearisation> at = linearise(system, time, y);
  if (!at || system.size() == 0) return {};
  ShiftedPencil pencil(*at);
  if (!factor_beside(pencil, s / at->rate)) return {};
  const auto right = eigenvector(*at, pencil, false), left = eigenvector(*at, pencil, true);
  if (!right || !left) return {};
  const std::vector<Complex> weight = charge_of(*at, *left, true);
  std::vector<Participation> shares(system.size());
  double sum = 0;
  for (int j = 0; j < system.size(); ++j) {
    shares[j] = {j, std::abs(weight[j] * (*right)[j])};
    sum += shares[j].share;
  }
  if (!(sum > 0)) return {};
  std::stable_sort(shares.begin(), shares.end(),
                   [](const Participation& a, const Participation& b) { return a.share > b.share; });
  const double least = kLeastShare * shares.front().share;
  shares.resize(std::clamp<std::size_t>(most, 0, shares.size()));
  std::erase_if(shares, [&](const Participation& each) { return each.share < least; });
  for (Participation& each : shares) each.share /= sum;
  return shares;
}

}  // namespace saddle
