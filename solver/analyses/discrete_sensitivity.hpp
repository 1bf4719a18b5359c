// Derivatives of a discrete motion, forwards beside it or backwards after it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <saddle/solver/analyses/options.hpp>
#include <saddle/solver/analyses/sensitivity.hpp>
#include <saddle/solver/analyses/tangent.hpp>

namespace saddle {

constexpr int kMostWeights = 8;  // of a formula: c_0 .. c_7

// The last few vectors of a sequence, newest first.
class VectorRing {
 public:
  explicit VectorRing(int size);
  std::vector<double>& operator[](int age) { return vectors_[(newest_ + age) % kMostWeights]; }
  void turn() { newest_ = (newest_ + kMostWeights - 1) % kMostWeights; }  // what was oldest becomes newest
  void turn_back() { newest_ = (newest_ + 1) % kMostWeights; }            // what was newest becomes oldest

 private:
  std::vector<std::vector<double>> vectors_;
  int newest_ = 0;
};

// S_n and Q_n for some parameters.
class ForwardSweep {
 public:
  ForwardSweep(System& system, std::vector<int> parameters);

  // At the start; `at_rest`: y is the rest point, and moves with the parameters.
  std::optional<Failure> begin(double time, std::span<const double> y, bool at_rest);
  std::optional<Failure> step(double time, std::span<const double> y, std::span<const double> weights);

  std::span<const double> response(std::size_t k) const { return S_[k]; }  // dy/dp of parameters[k]

 private:
  System& system_;
  std::vector<int> parameters_;
  Tangent tangent_;
  std::vector<std::vector<double>> S_;
  std::vector<VectorRing> Q_;  // one for each parameter
  VectorRing charges_;
  std::vector<double> history_;
};

// The accepted points of a motion.
struct StoredMotion {
  struct Point {
    double time = 0;  // where inputs were taken [s]
    int weights = 0;
    double weight[kMostWeights] = {};
  };
  std::vector<Point> points;  // the first is the start, without weights
  std::vector<double> y;      // one point after the other

  void add(double time, std::span<const double> at, std::span<const double> weights);
  static std::size_t bytes_per_point(int size) { return sizeof(Point) + sizeof(double) * size; }
};

// dg/dp for all objectives and parameters into `derivative`, zero before.
std::optional<Failure> sweep_backward(System& system, const StoredMotion& motion, bool from_rest,
                                      std::span<const ObjectiveGradient> objectives,
                                      std::span<const int> parameters,
                                      std::vector<std::vector<double>>& derivative);

}  // namespace saddle
