// A pendulum of length 1 m in Cartesian coordinates, held on its circle by a multiplier:
//   x' = u - 2 x mu,  y' = v - 2 y mu,  u' = -2 x lambda,  v' = -2 y lambda - g,
//   0 = x^2 + y^2 - 1,  0 = x u + y v           (mu keeps it on the circle: index 2, no drift)
#include <cstdio>
#include <saddle/solver/analyses/transient.hpp>
using namespace saddle;

class Pendulum : public System {
 public:
  Pendulum() {
    PatternBuilder builder(6);
    for (int row = 0; row < 6; ++row)
      for (int column = 0; column < 6; ++column) builder.add(row, column);
    pattern_ = builder.build();
  }
  const std::vector<VariableKind>& kinds() const override { return kinds_; }
  const std::vector<Variable>& variables() const override { return variables_; }
  const Pattern& pattern() const override { return pattern_; }
  void start(std::span<double> y) const override { y[0] = 1; }
  void evaluate(const Point& at, Evaluation& out, Need need) override {
    const double x = at.y[0], y = at.y[1], u = at.y[2], v = at.y[3], lambda = at.y[4], mu = at.y[5];
    out.q = {x, y, u, v, 0, 0, 0};  // d/dt q + f = 0; the last place is for grounded terminals
    out.f = {2 * x * mu - u, 2 * y * mu - v, 2 * x * lambda, 2 * y * lambda + 9.81,
             x * x + y * y - 1, x * u + y * v, 0};
    if (need != Need::jacobian) return;
    for (auto* matrix : {&out.C, &out.G}) matrix->assign(matrix->size(), 0.0);
    for (int i = 0; i < 4; ++i) out.C[pattern_.slot(i, i)] = 1;
    const double G[6][6] = {{2 * mu, 0, -1, 0, 0, 2 * x}, {0, 2 * mu, 0, -1, 0, 2 * y},
                            {2 * lambda, 0, 0, 0, 2 * x, 0}, {0, 2 * lambda, 0, 0, 2 * y, 0},
                            {2 * x, 2 * y, 0, 0, 0, 0}, {u, v, x, y, 0, 0}};
    for (int i = 0; i < 36; ++i) out.G[pattern_.slot(i / 6, i % 6)] = G[i / 6][i % 6];
  }
 private:
  std::vector<VariableKind> kinds_{{"mechanical", "", 1e-9}};
  std::vector<Variable> variables_{{"x"}, {"y"}, {"u"}, {"v"}, {"lambda", 0, true}, {"mu", 0, true}};
  Pattern pattern_;
};

int main() {
  Pendulum pendulum;
  const auto run = transient(pendulum, {.stop = 2, .relative_tolerance = 1e-8, .initial = {1, 0, 0, 0, 0, 0}});
  if (run.failure) return std::puts(run.failure->message.c_str()), 1;
  std::printf("x = %.6f, y = %.6f after %ld steps (%s)\n", run.final[0], run.final[1], run.statistics.steps, run.choice.c_str());
}
