// A chain of N point masses 1/N on rods of length l = 1/N, hung at the origin: a rope of mass 1 and
// length 1 in maximal coordinates, stabilised index 2. It starts at rest, straight, 0.5 rad off the
// vertical.
#include <cmath>

#include "extrapolation.hpp"
#include "problem.hpp"

namespace saddle::bench {

namespace {

constexpr double kGravity = 9.81, kAngle = 0.5, kStop = 1;

enum Place { kX, kZ, kVx, kVz, kLambda, kMu, kPerLink };

// With d_k = p_k - p_{k-1}, e_k = v_k - v_{k-1} and p_{-1} = 0 for the rod k:
//   p_k' = v_k - d_k mu_k + d_{k+1} mu_{k+1}
//   m v_k' = m G - d_k lambda_k + d_{k+1} lambda_{k+1}
//   (|d_k|^2 - l^2) / 2 = 0,     d_k . e_k = 0        both divided by l^2
class Chain : public BenchSystem {
 public:
  Chain(int links, double rtol);
  void start(std::span<double> y) const override { fill_start(y, {}); }
  void start_slope(std::span<double> slope) const override { fill_start({}, slope); }
  void evaluate(const Point& at, Evaluation& out, Need need) override;

 private:
  // Where rod k writes: position and momentum rows of its masses, by (axis, end), end 0 being mass k-1.
  struct Slots {
    int velocity[2];
    int p_p[2][2][2], v_p[2][2][2];  // axis, row's mass, column's mass
    int p_mu[2][2], v_lambda[2][2];
    int g_p[2][2], h_p[2][2], h_v[2][2];
  };
  void fill_start(std::span<double> y, std::span<double> slope) const;

  int links_;
  double length_, mass_;
  std::vector<Slots> slots_;
};

Chain::Chain(int links, double rtol) : links_(links), length_(1.0 / links), mass_(1.0 / links) {
  const int n = kPerLink * links;
  PatternBuilder builder(n);
  std::vector<Entry> charge;
  // Twice over the same places: to declare them, then to know their slots.
  const auto visit = [&](int k, Slots& s, auto&& at) {
    // Indices of the mass before the first rod lie outside the matrix, which stands for ground.
    const auto mass = [&](int end) { return kPerLink * (k - 1 + end); };
    const int rod = kPerLink * k;
    for (int axis = 0; axis < 2; ++axis) {
      s.velocity[axis] = at(rod + kX + axis, rod + kVx + axis);
      for (int end = 0; end < 2; ++end) {
        const bool fixed = k == 0 && end == 0;
        const int x = fixed ? -1 : mass(end) + kX + axis, v = fixed ? -1 : mass(end) + kVx + axis;
        s.p_mu[axis][end] = at(x, rod + kMu);
        s.v_lambda[axis][end] = at(v, rod + kLambda);
        s.g_p[axis][end] = at(rod + kLambda, x);
        s.h_p[axis][end] = at(rod + kMu, x);
        s.h_v[axis][end] = at(rod + kMu, v);
        for (int other = 0; other < 2; ++other) {
          const int column = k == 0 && other == 0 ? -1 : mass(other) + kX + axis;
          s.p_p[axis][end][other] = at(x, column);
          s.v_p[axis][end][other] = at(v, column);
        }
      }
    }
  };
  slots_.resize(links);
  for (int k = 0; k < links; ++k) {
    visit(k, slots_[k], [&](int row, int column) { return builder.add(row, column), 0; });
    for (int axis = 0; axis < 2; ++axis) {
      charge.push_back({kPerLink * k + kX + axis, kPerLink * k + kX + axis, 1});
      charge.push_back({kPerLink * k + kVx + axis, kPerLink * k + kVx + axis, mass_});
    }
  }
  std::vector<double> scale(n);
  std::vector<bool> algebraic(n, false);
  for (int i = 0; i < n; ++i) {
    const int place = i % kPerLink;
    algebraic[i] = place == kLambda || place == kMu;
    scale[i] = place == kLambda ? 1e4 * links : place == kMu ? 1e4 * links : 1;
  }
  describe(builder, std::move(charge), std::move(scale), algebraic, rtol);
  for (int k = 0; k < links; ++k) visit(k, slots_[k], [&](int row, int column) { return slot(row, column); });
}

void Chain::evaluate(const Point& at, Evaluation& out, Need need) {
  const auto y = at.y;
  const double per_area = 1 / (length_ * length_);
  for (int i = 0; i < kPerLink * links_; i += kPerLink) {
    for (int axis = 0; axis < 2; ++axis) {
      out.q[i + kX + axis] = y[i + kX + axis];
      out.q[i + kVx + axis] = mass_ * y[i + kVx + axis];
      out.f[i + kX + axis] = -y[i + kVx + axis];
      out.f[i + kVx + axis] = axis == 1 ? mass_ * kGravity : 0;
    }
    out.q[i + kLambda] = out.q[i + kMu] = out.f[i + kMu] = 0;
    out.f[i + kLambda] = -0.5;
  }
  const bool jacobian = need == Need::jacobian;
  if (jacobian) {
    fill_charge_matrix(out);
    std::fill(out.G.begin(), out.G.end(), 0.0);
  }
  for (int k = 0; k < links_; ++k) {
    const int i = kPerLink * k, before = i - kPerLink;
    const Slots& s = slots_[k];
    const double lambda = y[i + kLambda], mu = y[i + kMu];
    for (int axis = 0; axis < 2; ++axis) {
      const int x = kX + axis, v = kVx + axis;
      const double d = y[i + x] - (k > 0 ? y[before + x] : 0), e = y[i + v] - (k > 0 ? y[before + v] : 0);
      out.f[i + x] += d * mu;
      out.f[i + v] += d * lambda;
      if (k > 0) {
        out.f[before + x] -= d * mu;
        out.f[before + v] -= d * lambda;
      }
      out.f[i + kLambda] += d * d * per_area / 2;
      out.f[i + kMu] += d * e * per_area;
      if (!jacobian) continue;
      out.G[s.velocity[axis]] = -1;
      for (int end = 0; end < 2; ++end) {
        const double sign = end == 1 ? 1 : -1;
        out.G[s.p_mu[axis][end]] = sign * d;
        out.G[s.v_lambda[axis][end]] = sign * d;
        out.G[s.g_p[axis][end]] = sign * d * per_area;
        out.G[s.h_p[axis][end]] = sign * e * per_area;
        out.G[s.h_v[axis][end]] = sign * d * per_area;
        for (int other = 0; other < 2; ++other) {
          out.G[s.p_p[axis][end][other]] += (end == other ? 1 : -1) * mu;
          out.G[s.v_p[axis][end][other]] += (end == other ? 1 : -1) * lambda;
        }
      }
    }
  }
}

// The same chain with lambda eliminated: d_k . (a_k - a_{k-1}) + |e_k|^2 = 0 is tridiagonal in lambda,
//   d_k . (d_{k-1} lambda_{k-1} - 2 d_k lambda_k + d_{k+1} lambda_{k+1}) = -m |e_k|^2,
// where the first rod has d_0 . (m G - d_0 lambda_0 + d_1 lambda_1) = -m |e_0|^2.
// y = (x, z, vx, vz) of each mass.
class FreeChain {
 public:
  explicit FreeChain(int links) : n_(links), d_(2 * links), lambda_(links), upper_(links) {}

  void operator()(Real, std::span<const Real> y, std::span<Real> out) {
    const Real m = Real(1) / n_;
    const auto dot = [&](int i, int j) { return d_[2 * i] * d_[2 * j] + d_[2 * i + 1] * d_[2 * j + 1]; };
    for (int k = 0; k < n_; ++k)
      for (int axis = 0; axis < 2; ++axis)
        d_[2 * k + axis] = y[4 * k + axis] - (k > 0 ? y[4 * k - 4 + axis] : 0);
    for (int k = 0; k < n_; ++k) {
      Real right = 0;
      for (int axis = 2; axis < 4; ++axis) {
        const Real e = y[4 * k + axis] - (k > 0 ? y[4 * k - 4 + axis] : 0);
        right += m * e * e;
      }
      if (k == 0) right -= m * kGravity * d_[1];
      Real pivot = (k == 0 ? 1 : 2) * dot(k, k);
      if (k > 0) {
        const Real lower = dot(k, k - 1);
        pivot -= lower * upper_[k - 1];
        right += lower * lambda_[k - 1];
      }
      upper_[k] = k + 1 < n_ ? dot(k, k + 1) / pivot : 0;
      lambda_[k] = right / pivot;
    }
    for (int k = n_ - 2; k >= 0; --k) lambda_[k] += upper_[k] * lambda_[k + 1];
    for (int k = 0; k < n_; ++k)
      for (int axis = 0; axis < 2; ++axis) {
        out[4 * k + axis] = y[4 * k + 2 + axis];
        Real force = -d_[2 * k + axis] * lambda_[k];
        if (k + 1 < n_) force += d_[2 * k + 2 + axis] * lambda_[k + 1];
        out[4 * k + 2 + axis] = force / m - (axis == 1 ? Real(kGravity) : 0);
      }
  }

  static std::vector<Real> start(int links) {
    std::vector<Real> y(4 * links, 0);
    for (int k = 0; k < links; ++k) {
      y[4 * k] = std::sin(Real(kAngle)) * (k + 1) / links;
      y[4 * k + 1] = -std::cos(Real(kAngle)) * (k + 1) / links;
    }
    return y;
  }
  const std::vector<Real>& lambda() const { return lambda_; }

 private:
  int n_;
  std::vector<Real> d_, lambda_, upper_;
};

std::vector<double> with_multipliers(const std::vector<Real>& state, const std::vector<Real>& lambda) {
  std::vector<double> y(kPerLink * lambda.size(), 0.0);
  for (std::size_t k = 0; k < lambda.size(); ++k) {
    for (int j = 0; j < 4; ++j) y[kPerLink * k + j] = static_cast<double>(state[4 * k + j]);
    y[kPerLink * k + kLambda] = static_cast<double>(lambda[k]);
  }
  return y;
}

void Chain::fill_start(std::span<double> y, std::span<double> slope) const {
  FreeChain free(links_);
  const std::vector<Real> state = FreeChain::start(links_);
  std::vector<Real> rate(state.size());
  free(0, state, rate);
  const auto copy = [](const std::vector<double>& from, std::span<double> to) {
    if (!to.empty()) std::copy(from.begin(), from.end(), to.begin());
  };
  copy(with_multipliers(state, free.lambda()), y);
  copy(with_multipliers(rate, std::vector<Real>(links_, 0)), slope);
}

}  // namespace

Problem pendulum_chain(int links) {
  return {"chain" + std::to_string(links),
          links == 1 ? "pendulum, stabilised index 2" : "pendulum chain, stabilised index 2",
          kStop,
          2,
          [links](double rtol) { return std::make_unique<Chain>(links, rtol); },
          [links] {
            FreeChain free(links);
            // The fastest motion of the rope has about 2 N sqrt(gravity) rad/s.
            const auto state = extrapolate(free, FreeChain::start(links), kStop, 40 + 6 * links);
            return with_multipliers(state, free.lambda());
          }};
}

}  // namespace saddle::bench
