#include <saddle/solver/analyses/krylov_modes.hpp>

#include <algorithm>
#include <cmath>

// GCC 12 sees a use after free in Eigen's vectors that is not there; it is reported where the last of them
// is inlined, so the warning stays off in this file.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wuse-after-free"
#endif
#include <Spectra/GenEigsSolver.h>
#include <Eigen/Core>

#include <saddle/solver/analyses/rayleigh_quotient.hpp>
#include <saddle/solver/linear/fill_prediction.hpp>

namespace saddle {

namespace {

using Complex = std::complex<double>;
using Vector = Eigen::VectorXd;

constexpr int kSpareVectors = 12;         // of the Krylov space beyond twice the modes wanted
constexpr int kRestarts = 5;              // of the Arnoldi iteration; what has converged by then counts
constexpr double kAccuracy = 1e-8;        // of an eigenvalue of the operator, relative
constexpr double kBackwardError = 1e-7;   // of a pair (z, v) that counts as a mode, relative
constexpr double kSharp = 1e-5;           // relative uncertainty above which a mode is not kept
constexpr double kFarAbove = 30;          // the shift of the fast end, over the fastest mode at least
constexpr int kPowerIterations = 40;      // for the fastest mode's size
constexpr double kSingularShift = 1e-12;  // takes the place of 0 where G is singular
constexpr int kShiftsPerDecade = 2;
constexpr double kUncertainty = 10 * kAccuracy;  // of z, relative to its distance from the shift

std::span<const double> view(const Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}
std::span<double> view(Vector& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

// The operator of one shift, in the form the eigenvalue solver wants: y = A x.
class Operator {
 public:
  using Scalar = double;
  explicit Operator(const Linearisation& at) : at_(at) {}
  virtual ~Operator() = default;
  Eigen::Index rows() const { return at_.pattern.size; }
  Eigen::Index cols() const { return at_.pattern.size; }
  virtual void perform_op(const double* x, double* y) const = 0;
  // The mode whose eigenvalue of the operator is `value`, given what its vector says it is about.
  virtual Complex mode(Complex value, Complex about) const = 0;
  // A relative error of the operator's eigenvalue is one of the distance from z to this.
  virtual Complex shift() const = 0;

 protected:
  std::span<const double> in(const double* x) const { return {x, static_cast<std::size_t>(rows())}; }
  std::span<double> out(double* y) const { return {y, static_cast<std::size_t>(rows())}; }
  const Linearisation& at_;
};

// scale (shift C + G)^-1 C
class RealShift : public Operator {
 public:
  RealShift(const Linearisation& at, double shift)
      : Operator(at), shift_(shift), scale_(shift == 0 ? 1 : shift), lu_(at.pattern) {
    std::vector<double> matrix(at.pattern.entries());
    for (std::size_t k = 0; k < matrix.size(); ++k) matrix[k] = shift * at.C[k] + at.G[k];
    regular_ = lu_.factor(matrix).regular();
  }
  bool regular() const { return regular_; }
  void perform_op(const double* x, double* y) const override {
    multiply(at_.pattern, at_.C, in(x), out(y));
    lu_.solve(out(y));
    for (double& value : out(y)) value *= scale_;
  }
  Complex mode(Complex value, Complex) const override { return shift_ - scale_ / value; }
  Complex shift() const override { return shift_; }

 private:
  double shift_, scale_;
  mutable SparseLu lu_;
  bool regular_ = false;
};

// L M (L M - 1): about z/L where |z| << L.
class FastEnd final : public Operator {
 public:
  FastEnd(const Linearisation& at, const RealShift& scaled)
      : Operator(at), scaled_(scaled), once_(at.pattern.size) {}
  void perform_op(const double* x, double* y) const override {
    scaled_.perform_op(x, once_.data());
    scaled_.perform_op(once_.data(), y);
    for (Eigen::Index i = 0; i < rows(); ++i) y[i] -= once_[i];
  }
  Complex mode(Complex, Complex about) const override { return about; }
  Complex shift() const override { return 0; }

 private:
  const RealShift& scaled_;
  mutable Vector once_;
};

// w Re (i w C + G)^-1 C
class ImaginaryShift final : public Operator {
 public:
  ImaginaryShift(const Linearisation& at, ShiftedPencil& pencil, double w)
      : Operator(at), pencil_(pencil), w_(w), work_(at.pattern.size) {}
  void perform_op(const double* x, double* y) const override {
    multiply(at_.pattern, at_.C, in(x), out(y));
    for (Eigen::Index i = 0; i < rows(); ++i) work_[i] = y[i];
    pencil_.solve(work_);
    for (Eigen::Index i = 0; i < rows(); ++i) y[i] = w_ * work_[i].real();
  }
  // nu = -z/(z^2 + w^2) has two z with product w^2; the vector tells which.
  Complex mode(Complex value, Complex about) const override {
    const Complex nu = value / w_, root = std::sqrt(1.0 - 4.0 * nu * nu * w_ * w_);
    const Complex one = (-1.0 + root) / (2.0 * nu), other = (-1.0 - root) / (2.0 * nu);
    return std::abs(one - about) < std::abs(other - about) ? one : other;
  }
  Complex shift() const override { return {0, w_}; }

 private:
  ShiftedPencil& pencil_;
  double w_;
  mutable std::vector<Complex> work_;
};

// In predicted factorizations, with pivots off the diagonal 2.5 times the work: three for both ends of the
// spectrum; for each shift along the imaginary axis one, and some of twice the size where it follows a mode.
int shifts_within_reach(const Linearisation& at, const ModesOptions& options) {
  constexpr double kOfEnds = 8, kOfShift = 60;
  const FillPrediction predicted = predict_fill(at.pattern);
  if (!predicted.known) return 0;
  const double affordable = (options.most_flops / std::max(predicted.flops, 1.0) - kOfEnds) / kOfShift;
  return static_cast<int>(std::clamp(affordable, 0.0, static_cast<double>(options.most_shifts)));
}

struct Found {
  Complex z;
  double uncertainty = 0;
};

class Search {
 public:
  Search(const Linearisation& at, const ModesOptions& options)
      : at_(at), options_(options), start_(at.pattern.size), most_shifts_(shifts_within_reach(at, options)) {
    for (Eigen::Index i = 0; i < start_.size(); ++i) start_[i] = 0.1 + std::sin(1.0 + i * i % 1009);
    for (const double value : at.C) norm_C_ = std::max(norm_C_, std::abs(value));
  }

  std::optional<std::vector<Complex>> run() {
    const bool slow = slowest();
    const std::optional<double> fastest = fast_end();
    if (!slow && !fastest) return std::nullopt;
    if (fastest) along_the_axes(*fastest);
    std::vector<Complex> result;
    for (const Found& each : found_) result.push_back(each.z);
    return result;
  }

 private:
  bool slowest() {
    for (const double shift : {0.0, kSingularShift, 1e3 * kSingularShift}) {
      const RealShift nearest(at_, shift);
      if (!nearest.regular()) continue;
      collect(nearest, Spectra::SortRule::LargestMagn);
      return true;
    }
    return false;
  }

  // The size of the fastest mode, from a shift that proves to lie far above it.
  std::optional<double> fast_end() {
    double shift = 1;
    for (int attempt = 0; attempt < 10; ++attempt) {
      const RealShift scaled(at_, shift);
      if (!scaled.regular()) {
        shift *= 3;
        continue;
      }
      const FastEnd fast(at_, scaled);
      const double fastest = shift * growth(fast);
      if (fastest * kFarAbove > shift) {
        shift = std::max(100 * shift, 2 * kFarAbove * fastest);
        continue;
      }
      if (fastest > 0 && fastest * 1e6 < shift && attempt < 9) {
        shift = 1e3 * fastest;
        continue;
      }
      collect(fast, Spectra::SortRule::LargestReal);
      collect(fast, Spectra::SortRule::LargestImag);
      return fastest;
    }
    return std::nullopt;
  }

  double growth(const Operator& op) const {
    Vector x = start_, y(start_.size());
    double rate = 0;
    for (int k = 0; k < kPowerIterations; ++k) {
      op.perform_op(x.data(), y.data());
      const double size = y.norm();
      if (!(size > 0) || !std::isfinite(size)) return 0;
      rate = k == 0 ? 0 : std::max(size, k + 4 < kPowerIterations ? 0 : rate);
      x = y / size;
    }
    return rate;
  }

  void along_the_axes(double fastest) {
    double slowest = fastest;
    for (const Found& each : found_)
      if (std::abs(each.z) > 0) slowest = std::min(slowest, std::abs(each.z));
    if (most_shifts_ == 0) return;
    const double decades = std::log10(fastest / slowest);
    const int count = std::clamp(static_cast<int>(std::ceil(kShiftsPerDecade * decades)), 1, most_shifts_);
    ShiftedPencil pencil(at_);
    for (int k = 0; k < count; ++k) {
      const double w = fastest * std::pow(slowest / fastest, static_cast<double>(k) / count);
      if (const RealShift growing(at_, w); growing.regular())
        collect(growing, Spectra::SortRule::LargestMagn);
      if (pencil.factor({0, w}) &&
          collect(ImaginaryShift(at_, pencil, w), Spectra::SortRule::LargestMagn) > 0)
        continue;
      if (const std::optional<Complex> z = mode_near(at_, pencil, {0, w})) {
        const double uncertainty = kUncertainty * std::abs(*z);
        add({*z, uncertainty});
        if (std::abs(z->imag()) > uncertainty) add({std::conj(*z), uncertainty});
      }
    }
  }

  // Modes of infinite z are eigenvectors of every operator here for the eigenvalue 0; a start in its
  // range, twice over for those of higher index, has no part in them.
  // Returns the number of modes that converged.
  Eigen::Index collect(const Operator& op, Spectra::SortRule rule) {
    const Eigen::Index size = op.rows();
    const Eigen::Index wanted = std::min<Eigen::Index>(options_.per_shift, size - 2);
    const Eigen::Index space = std::min(size, 2 * wanted + kSpareVectors);
    Vector once(size), twice(size);
    op.perform_op(start_.data(), once.data());
    op.perform_op(once.data(), twice.data());
    if (!(twice.norm() > 0) || !twice.allFinite()) return 0;
    twice /= twice.norm();
    Spectra::GenEigsSolver<const Operator> solver(op, wanted, space);
    try {
      solver.init(twice.data());
      solver.compute(rule, kRestarts, kAccuracy);
    } catch (const std::exception&) {  // the space is invariant or the small eigenproblem did not converge
      return 0;
    }
    const Eigen::VectorXcd values = solver.eigenvalues();
    if (values.size() == 0) return 0;
    const Eigen::MatrixXcd vectors = solver.eigenvectors();
    for (Eigen::Index k = 0; k < values.size(); ++k) keep(op, values[k], vectors.col(k));
    return values.size();
  }

  void keep(const Operator& op, Complex value, const Eigen::VectorXcd& v) {
    const Eigen::VectorXcd Cv = times(at_.C, v), Gv = times(at_.G, v);
    const double charge = Cv.squaredNorm();
    if (!(charge > 0) || std::abs(value) == 0) return;
    const Complex about = -Cv.dot(Gv) / charge;
    const Complex z = op.mode(value, about);
    const double size = (std::abs(z) * norm_C_ + 1) * v.norm();
    if (!std::isfinite(std::abs(z)) || !((z * Cv + Gv).norm() <= kBackwardError * size)) return;
    const double uncertainty = kUncertainty * std::abs(z - op.shift());
    if (uncertainty > kSharp * std::abs(z)) return;
    add({z, uncertainty});
    if (z.imag() != 0) add({std::conj(z), uncertainty});
  }

  Eigen::VectorXcd times(const std::vector<double>& values, const Eigen::VectorXcd& v) const {
    const Vector real = v.real(), imaginary = v.imag();
    Vector a(v.size()), b(v.size());
    multiply(at_.pattern, values, view(real), view(a));
    multiply(at_.pattern, values, view(imaginary), view(b));
    Eigen::VectorXcd result(v.size());
    result.real() = a;
    result.imag() = b;
    return result;
  }

  // Modes closer than their uncertainties count as one, and the sharper value stays.
  void add(Found mode) {
    for (Found& other : found_)
      if (std::abs(mode.z - other.z) <= mode.uncertainty + other.uncertainty) {
        if (mode.uncertainty < other.uncertainty) other = mode;
        return;
      }
    found_.push_back(mode);
  }

  const Linearisation& at_;
  const ModesOptions& options_;
  Vector start_;
  int most_shifts_;
  double norm_C_ = 0;
  std::vector<Found> found_;
};

}  // namespace

std::optional<std::vector<Complex>> krylov_modes(const Linearisation& at, const ModesOptions& options) {
  return Search(at, options).run();
}

}  // namespace saddle
