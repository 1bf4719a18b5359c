#include <saddle/solver/analyses/discrete_sensitivity.hpp>

#include <algorithm>

namespace saddle {

VectorRing::VectorRing(int size) : vectors_(kMostWeights, std::vector<double>(size, 0.0)) {}

namespace {

void add_scaled(double factor, std::span<const double> v, std::span<double> to) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * v[i];
}

// sum_{j > 0} c_j q_{n-j}, before the ring has turned to n.
void known_part(VectorRing& ring, std::span<const double> weights, std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t j = 1; j < weights.size(); ++j) add_scaled(weights[j], ring[static_cast<int>(j) - 1], out);
}

}  // namespace

ForwardSweep::ForwardSweep(System& system, std::vector<int> parameters)
    : system_(system),
      parameters_(std::move(parameters)),
      tangent_(system),
      S_(parameters_.size(), std::vector<double>(system.size(), 0.0)),
      Q_(parameters_.size(), VectorRing(system.size())),
      charges_(system.size()),
      history_(system.size()) {}

std::optional<Failure> ForwardSweep::begin(double time, std::span<const double> y, bool at_rest) {
  if (auto failure = tangent_.take(time, y, at_rest ? 0 : 1, {});
      failure && (at_rest || failure->kind != Failure::Kind::singular))
    return failure;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    const ParameterColumn column = tangent_.parameter(parameters_[k]);
    std::fill(S_[k].begin(), S_[k].end(), 0.0);
    if (at_rest) {
      for (std::size_t e = 0; e < column.rows.size(); ++e) S_[k][column.rows[e]] -= column.df[e];
      tangent_.solve(S_[k]);
    }
    std::vector<double>& Q = Q_[k][0];
    std::fill(Q.begin(), Q.end(), 0.0);
    for (std::size_t e = 0; e < column.rows.size(); ++e) Q[column.rows[e]] += column.dq[e];
    tangent_.add_charge(S_[k], Q);
  }
  std::copy_n(tangent_.charge().begin(), charges_[0].size(), charges_[0].begin());
  return tangent_.parameter_failure();
}

std::optional<Failure> ForwardSweep::step(double time, std::span<const double> y,
                                          std::span<const double> weights) {
  known_part(charges_, weights, history_);
  if (auto failure = tangent_.take(time, y, weights[0], history_)) return failure;
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    const ParameterColumn column = tangent_.parameter(parameters_[k]);
    known_part(Q_[k], weights, S_[k]);
    for (double& each : S_[k]) each = -each;
    for (std::size_t e = 0; e < column.rows.size(); ++e)
      S_[k][column.rows[e]] -= column.df[e] + weights[0] * column.dq[e];
    tangent_.solve(S_[k]);
    Q_[k].turn();
    std::vector<double>& Q = Q_[k][0];
    std::fill(Q.begin(), Q.end(), 0.0);
    for (std::size_t e = 0; e < column.rows.size(); ++e) Q[column.rows[e]] += column.dq[e];
    tangent_.add_charge(S_[k], Q);
  }
  charges_.turn();
  std::copy_n(tangent_.charge().begin(), charges_[0].size(), charges_[0].begin());
  return tangent_.parameter_failure();
}

void StoredMotion::add(double time, std::span<const double> at, std::span<const double> weights) {
  Point point{.time = time, .weights = static_cast<int>(weights.size())};
  std::copy(weights.begin(), weights.end(), point.weight);
  points.push_back(point);
  y.insert(y.end(), at.begin(), at.end());
}

namespace {

// Goes through the points from the last to the first. For each objective a ring holds
// mu_m = sum_{n > m} c_{n,n-m} l_n of the points that still lie ahead, the next one at age 0.
class BackwardSweep {
 public:
  BackwardSweep(System& system, const StoredMotion& motion, std::span<const ObjectiveGradient> objectives,
                std::span<const int> parameters, std::vector<std::vector<double>>& derivative)
      : system_(system),
        motion_(motion),
        parameters_(parameters),
        derivative_(derivative),
        tangent_(system),
        mu_(objectives.size(), VectorRing(system.size())),
        lambda_(objectives.begin(), objectives.end()),
        history_(system.size()),
        charge_(system.pattern()) {
    // A step beyond the last would leave -w as the right-hand side.
    for (auto& each : lambda_)
      for (double& value : each) value = -value;
  }

  std::optional<Failure> run(bool from_rest) {
    for (std::size_t m = motion_.points.size() - 1; m > 0; --m)
      if (auto failure = step(m)) return failure;
    return start(from_rest);
  }

 private:
  std::span<const double> y(std::size_t m) const {
    return std::span(motion_.y).subspan(m * system_.size(), system_.size());
  }

  std::optional<Failure> step(std::size_t m) {
    const StoredMotion::Point& point = motion_.points[m];
    find_history(m);
    if (auto failure = tangent_.take(point.time, y(m), point.weight[0], history_)) return failure;
    const bool last = m + 1 == motion_.points.size();
    for (std::size_t g = 0; g < mu_.size(); ++g) {
      std::vector<double>& l = lambda_[g];
      if (!last) {
        std::fill(l.begin(), l.end(), 0.0);
        tangent_.add_charge_transposed(mu_[g][0], l);
        for (double& value : l) value = -value;
      }
      tangent_.solve_transposed(l);
      add_scaled(point.weight[0], l, mu_[g][0]);  // now the sum over n >= m, which multiplies dq/dp
    }
    add_parameters(true);
    for (std::size_t g = 0; g < mu_.size(); ++g) {
      std::vector<double>& done = mu_[g][0];
      std::fill(done.begin(), done.end(), 0.0);  // becomes the oldest
      for (int j = 1; j < point.weights; ++j) add_scaled(point.weight[j], lambda_[g], mu_[g][j]);
      mu_[g].turn_back();
    }
    return std::nullopt;
  }

  // Only complementarity rows ask for it: which of their sides is zero.
  void find_history(std::size_t m) {
    if (system_.complementarities().empty()) return;
    const StoredMotion::Point& point = motion_.points[m];
    std::fill(history_.begin(), history_.end(), 0.0);
    for (int j = 1; j < point.weights; ++j) {
      system_.evaluate({.time = motion_.points[m - j].time, .y = y(m - j)}, charge_, Need::residual);
      for (std::size_t i = 0; i < history_.size(); ++i) history_[i] += point.weight[j] * charge_.q[i];
    }
  }

  // lambda^T df/dp + mu^T dq/dp; columns are asked for once for all objectives.
  void add_parameters(bool with_equation) {
    for (std::size_t k = 0; k < parameters_.size(); ++k) {
      const ParameterColumn column = tangent_.parameter(parameters_[k]);
      for (std::size_t g = 0; g < mu_.size(); ++g)
        for (std::size_t e = 0; e < column.rows.size(); ++e) {
          const int row = column.rows[e];
          derivative_[g][k] += mu_[g][0][row] * column.dq[e];
          if (with_equation) derivative_[g][k] += lambda_[g][row] * column.df[e];
        }
    }
  }

  // mu^T (dq/dp + C dy/dp), dy/dp = -G^-1 df/dp of the rest point, or 0.
  std::optional<Failure> start(bool from_rest) {
    const auto failure = tangent_.take(motion_.points[0].time, y(0), from_rest ? 0 : 1, {});
    if (failure && (from_rest || failure->kind != Failure::Kind::singular)) return failure;
    for (std::size_t g = 0; g < mu_.size() && from_rest; ++g) {
      std::vector<double>& l = lambda_[g];
      std::fill(l.begin(), l.end(), 0.0);
      tangent_.add_charge_transposed(mu_[g][0], l);
      for (double& value : l) value = -value;
      tangent_.solve_transposed(l);
    }
    add_parameters(from_rest);
    return tangent_.parameter_failure();
  }

  System& system_;
  const StoredMotion& motion_;
  std::span<const int> parameters_;
  std::vector<std::vector<double>>& derivative_;
  Tangent tangent_;
  std::vector<VectorRing> mu_;
  std::vector<std::vector<double>> lambda_;
  std::vector<double> history_;
  Evaluation charge_;
};

}  // namespace

std::optional<Failure> sweep_backward(System& system, const StoredMotion& motion, bool from_rest,
                                      std::span<const ObjectiveGradient> objectives,
                                      std::span<const int> parameters,
                                      std::vector<std::vector<double>>& derivative) {
  return BackwardSweep(system, motion, objectives, parameters, derivative).run(from_rest);
}

}  // namespace saddle
