// The generalised minimal residual method, one cycle at a time.
#pragma once

#include <cmath>
#include <span>
#include <vector>

namespace saddle {

// Over the Krylov space of B and r the vector z with the least |r - B z|. After k steps the
// orthonormal basis V satisfies B V_k = V_k+1 H; H is kept triangular by plane rotations, whose last
// right side is the norm of the residual. Memory: (longest cycle + 1) vectors.
class Gmres {
 public:
  Gmres(int size, int longest_cycle)
      : size_(size),
        longest_(longest_cycle),
        basis_(static_cast<std::size_t>(size) * (longest_cycle + 1)),
        H_(static_cast<std::size_t>(longest_cycle) * (longest_cycle + 1)),
        cosine_(longest_cycle),
        sine_(longest_cycle),
        side_(longest_cycle + 1) {}

  int longest_cycle() const { return longest_; }

  // apply(x, result) computes result = B x. Stops when |r - B z| <= target or after `most` steps;
  // returns the steps taken and leaves z in `result`.
  template <class Apply>
  int cycle(Apply apply, std::span<const double> r, double target, int most, std::span<double> result) {
    for (double& value : result) value = 0;
    const double norm = length(r);
    if (!(norm > target) || !std::isfinite(norm)) return 0;
    for (int i = 0; i < size_; ++i) vector(0)[i] = r[i] / norm;
    side_[0] = norm;
    int steps = 0;
    while (steps < most && steps < longest_) {
      const std::span<double> next = vector(steps + 1);
      apply(std::span<const double>(vector(steps)), next);
      const double left = orthogonalise(steps, next);
      ++steps;
      if (!(left > 0) || !(std::abs(side_[steps]) > target)) break;
    }
    combine(steps, result);
    return steps;
  }

 private:
  std::span<double> vector(int k) {
    return std::span(basis_).subspan(static_cast<std::size_t>(k) * size_, size_);
  }
  double* column(int k) { return H_.data() + static_cast<std::size_t>(k) * (longest_ + 1); }

  // Eight sums side by side: one alone would wait for each addition.
  static double dot(std::span<const double> x, std::span<const double> y) {
    double sums[8] = {};
    std::size_t i = 0;
    for (; i + 8 <= x.size(); i += 8)
      for (std::size_t j = 0; j < 8; ++j) sums[j] += x[i + j] * y[i + j];
    for (; i < x.size(); ++i) sums[0] += x[i] * y[i];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
  }
  static double length(std::span<const double> x) { return std::sqrt(dot(x, x)); }

  // Modified Gram-Schmidt, then the rotations; the length of what was left of `next`.
  double orthogonalise(int k, std::span<double> next) {
    double* h = column(k);
    for (int j = 0; j <= k; ++j) {
      const double* v = vector(j).data();
      const double product = dot(vector(j), next);
      for (int i = 0; i < size_; ++i) next[i] -= product * v[i];
      h[j] = product;
    }
    const double left = length(next);
    if (left > 0)
      for (double& value : next) value /= left;
    for (int j = 0; j < k; ++j) {
      const double upper = h[j];
      h[j] = cosine_[j] * upper + sine_[j] * h[j + 1];
      h[j + 1] = cosine_[j] * h[j + 1] - sine_[j] * upper;
    }
    const double radius = std::hypot(h[k], left);
    cosine_[k] = radius > 0 ? h[k] / radius : 1;
    sine_[k] = radius > 0 ? left / radius : 0;
    h[k] = radius;
    side_[k + 1] = -sine_[k] * side_[k];
    side_[k] *= cosine_[k];
    return left;
  }

  void combine(int steps, std::span<double> result) {
    for (int k = steps - 1; k >= 0; --k) {
      if (column(k)[k] == 0) {  // B is singular on this space
        side_[k] = 0;
        continue;
      }
      side_[k] /= column(k)[k];
      for (int j = 0; j < k; ++j) side_[j] -= column(k)[j] * side_[k];
      const double* v = vector(k).data();
      for (int i = 0; i < size_; ++i) result[i] += side_[k] * v[i];
    }
  }

  int size_, longest_;
  std::vector<double> basis_, H_, cosine_, sine_, side_;
};

}  // namespace saddle
