// Numbers that carry what a Jacobian needs: a value with its derivatives in N directions, and which variables
// an expression contains. Equations written once for any number type have exact derivatives this way.
#pragma once

#include <array>
#include <bitset>
#include <cmath>

namespace saddle::bench {

template <int N>
struct Dual {
  Dual(double v = 0) : value(v) {}
  double value;
  std::array<double, N> slope{};
};

// f(a) with f' = rate.
template <int N>
Dual<N> chain(const Dual<N>& a, double value, double rate) {
  Dual<N> r(value);
  for (int i = 0; i < N; ++i) r.slope[i] = rate * a.slope[i];
  return r;
}
// f(a, b) with its two partial derivatives.
template <int N>
Dual<N> chain(const Dual<N>& a, const Dual<N>& b, double value, double by_a, double by_b) {
  Dual<N> r(value);
  for (int i = 0; i < N; ++i) r.slope[i] = by_a * a.slope[i] + by_b * b.slope[i];
  return r;
}

template <int N>
Dual<N> operator-(const Dual<N>& a) {
  return chain(a, -a.value, -1);
}
template <int N>
Dual<N> operator+(const Dual<N>& a, const Dual<N>& b) {
  return chain(a, b, a.value + b.value, 1, 1);
}
template <int N>
Dual<N> operator-(const Dual<N>& a, const Dual<N>& b) {
  return chain(a, b, a.value - b.value, 1, -1);
}
template <int N>
Dual<N> operator*(const Dual<N>& a, const Dual<N>& b) {
  return chain(a, b, a.value * b.value, b.value, a.value);
}
template <int N>
Dual<N> operator/(const Dual<N>& a, const Dual<N>& b) {
  return chain(a, b, a.value / b.value, 1 / b.value, -a.value / (b.value * b.value));
}
template <int N>
Dual<N> operator+(Dual<N> a, double b) {
  a.value += b;
  return a;
}
template <int N>
Dual<N> operator+(double a, const Dual<N>& b) {
  return b + a;
}
template <int N>
Dual<N> operator-(const Dual<N>& a, double b) {
  return a + -b;
}
template <int N>
Dual<N> operator-(double a, const Dual<N>& b) {
  return chain(b, a - b.value, -1);
}
template <int N>
Dual<N> operator*(const Dual<N>& a, double b) {
  return chain(a, a.value * b, b);
}
template <int N>
Dual<N> operator*(double a, const Dual<N>& b) {
  return b * a;
}
template <int N>
Dual<N> operator/(const Dual<N>& a, double b) {
  return a * (1 / b);
}
template <int N>
Dual<N> operator/(double a, const Dual<N>& b) {
  return chain(b, a / b.value, -a / (b.value * b.value));
}
template <int N>
Dual<N> sin(const Dual<N>& a) {
  return chain(a, std::sin(a.value), std::cos(a.value));
}
template <int N>
Dual<N> cos(const Dual<N>& a) {
  return chain(a, std::cos(a.value), -std::sin(a.value));
}
template <int N>
Dual<N> exp(const Dual<N>& a) {
  const double e = std::exp(a.value);
  return chain(a, e, e);
}
template <int N>
Dual<N> log(const Dual<N>& a) {
  return chain(a, std::log(a.value), 1 / a.value);
}
template <int N>
Dual<N> sqrt(const Dual<N>& a) {
  const double root = std::sqrt(a.value);
  return chain(a, root, 0.5 / root);
}
template <int N>
Dual<N> tanh(const Dual<N>& a) {
  const double t = std::tanh(a.value);
  return chain(a, t, 1 - t * t);
}

inline double value_of(double a) {
  return a;
}
template <int N>
double value_of(const Dual<N>& a) {
  return a.value;
}

// The variables an expression contains.
template <int N>
struct Trace {
  Trace(double = 0) {}
  std::bitset<N> contains;
};
template <int N>
double value_of(const Trace<N>&) {
  return 0;
}
template <int N>
Trace<N> both(Trace<N> a, const Trace<N>& b) {
  a.contains |= b.contains;
  return a;
}
template <int N>
Trace<N> operator-(const Trace<N>& a) {
  return a;
}
#define SADDLE_BENCH_TRACE(op)                                 \
  template <int N>                                             \
  Trace<N> operator op(const Trace<N>& a, const Trace<N>& b) { \
    return both(a, b);                                         \
  }                                                            \
  template <int N>                                             \
  Trace<N> operator op(const Trace<N>& a, double) {            \
    return a;                                                  \
  }                                                            \
  template <int N>                                             \
  Trace<N> operator op(double, const Trace<N>& a) {            \
    return a;                                                  \
  }
SADDLE_BENCH_TRACE(+)
SADDLE_BENCH_TRACE(-)
SADDLE_BENCH_TRACE(*)
SADDLE_BENCH_TRACE(/)
#undef SADDLE_BENCH_TRACE
#define SADDLE_BENCH_TRACE(function)     \
  template <int N>                       \
  Trace<N> function(const Trace<N>& a) { \
    return a;                            \
  }
SADDLE_BENCH_TRACE(sin)
SADDLE_BENCH_TRACE(cos)
SADDLE_BENCH_TRACE(exp)
SADDLE_BENCH_TRACE(log)
SADDLE_BENCH_TRACE(sqrt)
SADDLE_BENCH_TRACE(tanh)
#undef SADDLE_BENCH_TRACE

}  // namespace saddle::bench
