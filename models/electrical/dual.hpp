// Forward-mode derivatives: a value with its N partial derivatives. A device writes its law once
// for any scalar; with Dual it yields its Jacobian too, exact to rounding.
#pragma once

#include <array>
#include <cmath>

namespace saddle {

template <int N>
struct Dual {
  double value = 0;
  std::array<double, N> d{};

  Dual() = default;
  Dual(double v) : value(v) {}  // a constant; implicit so that laws read like formulas
  static Dual variable(double v, int direction) {
    Dual x(v);
    x.d[direction] = 1;
    return x;
  }
};

// outer: a function value and its derivative at inner.value; the chain rule.
template <int N>
Dual<N> chain(double value, double slope, const Dual<N>& inner) {
  Dual<N> result(value);
  for (int k = 0; k < N; ++k) result.d[k] = slope * inner.d[k];
  return result;
}

template <int N>
Dual<N> operator+(Dual<N> a, const Dual<N>& b) {
  a.value += b.value;
  for (int k = 0; k < N; ++k) a.d[k] += b.d[k];
  return a;
}
template <int N>
Dual<N> operator-(Dual<N> a, const Dual<N>& b) {
  a.value -= b.value;
  for (int k = 0; k < N; ++k) a.d[k] -= b.d[k];
  return a;
}
template <int N>
Dual<N> operator-(const Dual<N>& a) {
  return chain(-a.value, -1.0, a);
}
template <int N>
Dual<N> operator*(const Dual<N>& a, const Dual<N>& b) {
  Dual<N> result(a.value * b.value);
  for (int k = 0; k < N; ++k) result.d[k] = a.d[k] * b.value + a.value * b.d[k];
  return result;
}
template <int N>
Dual<N> operator/(const Dual<N>& a, const Dual<N>& b) {
  Dual<N> result(a.value / b.value);
  for (int k = 0; k < N; ++k) result.d[k] = (a.d[k] - result.value * b.d[k]) / b.value;
  return result;
}
template <int N>
Dual<N> tanh(const Dual<N>& a) {
  const double t = std::tanh(a.value);
  return chain(t, 1 - t * t, a);
}

inline double value_of(double x) {
  return x;
}
template <int N>
double value_of(const Dual<N>& x) {
  return x.value;
}

}  // namespace saddle
