// What the thesis says of figures 3.4 to 3.8, as tests on the examples.
#include <catch2/catch.hpp>

#include <cmath>

#include <saddle/netlist/circuit/simulate.hpp>
#include <saddle/netlist/synthesis/synthesize.hpp>
#include <saddle/netlist/text/readers.hpp>

using namespace saddle;

namespace {

Waveforms run(const std::string& example) {
  const Synthesis made = synthesize(read_problem(std::string(SADDLE_SOURCE_DIR) + "/examples/" + example));
  TransientResult result = transient(made.circuit);
  REQUIRE_FALSE(result.failure);
  return std::move(result.waveforms);
}

double at(const Waveforms& waveforms, const char* signal, double time) {
  REQUIRE(waveforms.find(signal));
  return interpolate(waveforms.time, waveforms.find(signal)->values, time);
}

// Times in (from, to) where a - b changes sign by more than `threshold` on either side.
std::vector<double> crossings(const Waveforms& w, const char* a, const char* b, double from, double to,
                              double threshold) {
  std::vector<double> found;
  int side = 0;
  for (std::size_t k = 0; k < w.time.size(); ++k) {
    if (w.time[k] <= from || w.time[k] >= to) continue;
    const double difference = w.find(a)->values[k] - w.find(b)->values[k];
    if (std::abs(difference) < threshold) continue;
    const int now = difference > 0 ? 1 : -1;
    if (side != 0 && now != side) found.push_back(w.time[k]);
    side = now;
  }
  return found;
}

}  // namespace

TEST_CASE("figures 3.4 and 3.5: the constraint follows the square wave, the outputs the optimum") {
  const Waveforms w = run("qp.opt");
  for (const auto& [time, E] : {std::pair{0.59e-3, 1.5}, {0.99e-3, 0.5}, {1.39e-3, 1.5}}) {
    CHECK(at(w, "v(e)", time) == E);
    CHECK(at(w, "v(sum_line)", time) == Approx(E).margin(1e-5));
    const double lambda = 2 * (12.0 / 7 - E) / (29.0 / 49);
    CHECK(at(w, "v(x)", time) == Approx(1 - lambda / 7).margin(1e-5));
    CHECK(at(w, "v(y)", time) == Approx(2 - 5 * lambda / 14).margin(1e-5));
  }
  // Damping ratio 0.71: one overshoot and no more that the eye sees.
  CHECK(crossings(w, "v(sum_line)", "v(e)", 0.21e-3, 0.59e-3, 0.01).size() == 1);
}

TEST_CASE("figure 3.6: a small C3 fulfils the constraint with ringing that decays") {
  const Waveforms w = run("qp-ringing.opt");
  const std::vector<double> rings = crossings(w, "v(sum_line)", "v(e)", 0.202e-3, 0.59e-3, 0.01);
  CHECK(rings.size() >= 5);
  CHECK(at(w, "v(sum_line)", 0.59e-3) == Approx(1.5).margin(1e-4));
  // The amplifier saturates in the first swings; in the last the period is that of the linear circuit:
  // tau tau_m s^2 + 2 tau_m s + |a|^2 = 0 with |a|^2 = 29/49.
  const double tau = 20e-6, tau_m = 0.3e-6;
  const double omega = std::sqrt(29.0 / 49 / (tau * tau_m) - 1 / (tau * tau));
  const double half_period = rings[rings.size() - 1] - rings[rings.size() - 2];
  CHECK(half_period == Approx(std::acos(-1.0) / omega).epsilon(0.15));
}

TEST_CASE("figures 3.7 and 3.8: the constrained flip-flop jumps with hysteresis and violates only then") {
  const Waveforms w = run("constrained-flipflop.opt");
  // One jump in each half period of 5 ms, after the first period.
  const std::vector<double> jumps = crossings(w, "v(u1)", "v(u2)", 3e-3, 23e-3, 0.5);
  REQUIRE(jumps.size() == 4);
  for (std::size_t k = 0; k < jumps.size(); ++k) {
    const double E = at(w, "v(e)", jumps[k]);
    INFO("jump at " << jumps[k] << " s, E = " << E);
    // Hysteresis: it jumps late, below the middle when E falls and above it when E rises.
    if (k % 2 == 0)
      CHECK(E < 2.2);
    else
      CHECK(E > 2.8);
    double spike = 0;
    for (double t = jumps[k] - 0.2e-3; t < jumps[k] + 0.4e-3; t += 1e-6)
      spike = std::max(spike, std::abs(at(w, "v(sum_line)", t) - at(w, "v(e)", t)));
    CHECK(spike > 0.5);
    // Between the jumps it follows the constraint.
    CHECK(std::abs(at(w, "v(sum_line)", jumps[k] + 2.5e-3) - at(w, "v(e)", jumps[k] + 2.5e-3)) < 0.03);
  }
}
