#include <saddle/solver/analyses/rayleigh_quotient.hpp>

#include <cmath>
#include <vector>

namespace saddle {

namespace {

using Complex = std::complex<double>;

constexpr int kAtFirstShift = 5;      // inverse iterations that bring the vector near z0
constexpr int kFollowing = 20;        // iterations with a shift of their own each
constexpr double kConverged = 1e-11;  // change of z, relative

// C v and G v.
void apply(const Linearisation& at, const std::vector<Complex>& v, std::vector<Complex>& Cv,
           std::vector<Complex>& Gv) {
  std::fill(Cv.begin(), Cv.end(), 0.0);
  std::fill(Gv.begin(), Gv.end(), 0.0);
  for (int column = 0; column < at.pattern.size; ++column)
    for (int slot = at.pattern.column_start[column]; slot < at.pattern.column_start[column + 1]; ++slot) {
      Cv[at.pattern.row[slot]] += at.C[slot] * v[column];
      Gv[at.pattern.row[slot]] += at.G[slot] * v[column];
    }
}

bool normalise(std::vector<Complex>& v) {
  double sum = 0;
  for (const Complex& each : v) sum += std::norm(each);
  if (!(sum > 0) || !std::isfinite(sum)) return false;
  for (Complex& each : v) each /= std::sqrt(sum);
  return true;
}

}  // namespace

// The quotient is z = -(C v)^H G v / |C v|^2, which minimises |(z C + G) v|.
std::optional<Complex> mode_near(const Linearisation& at, ShiftedPencil& pencil, Complex z0) {
  std::vector<Complex> v(at.pattern.size), Cv(at.pattern.size), Gv(at.pattern.size);
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = {std::cos(1.0 + 0.7 * i * i), std::sin(1.0 + 0.7 * i * i)};
  if (!pencil.factor(z0)) return z0;  // a mode itself
  Complex z = z0;
  for (int k = 0; k < kAtFirstShift + kFollowing; ++k) {
    apply(at, v, Cv, Gv);
    if (k >= kAtFirstShift) {
      Complex product = 0;
      double charge = 0;
      for (std::size_t i = 0; i < v.size(); ++i) {
        product += std::conj(Cv[i]) * Gv[i];
        charge += std::norm(Cv[i]);
      }
      if (!(charge > 0)) return std::nullopt;
      const Complex before = z;
      z = -product / charge;
      if (std::abs(z - before) <= kConverged * std::abs(z) || !pencil.factor(z)) return z;
    }
    v = Cv;
    pencil.solve(v);
    if (!normalise(v)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace saddle
