// The laws themselves, at points where [T] appendix D says what must come out.
#include <catch2/catch.hpp>

#include <cmath>

#include <saddle/models/electrical/inverter.hpp>
#include <saddle/models/electrical/opamp.hpp>
#include <saddle/models/electrical/ota.hpp>

using namespace saddle;

namespace {

double ota_current(double plus, double minus, double linear) {
  const double v[] = {0, plus, minus}, p[] = {2e-6, 3, linear};
  LocalRows<double, 3> rows;
  Ota::law<double>(v, p, rows);
  return -rows.f[0];  // what enters the circuit at the output
}

}  // namespace

TEST_CASE("the amplifier's current is i0 tanh(alpha v) [T D.4], linear i0 alpha v [T D.5]") {
  CHECK(ota_current(0.3, 0.1, 0) == Approx(2e-6 * std::tanh(0.6)));
  CHECK(ota_current(100, 0, 0) == Approx(2e-6));
  CHECK(ota_current(0, 100, 0) == Approx(-2e-6));
  CHECK(ota_current(0.3, 0.1, 1) == Approx(2e-6 * 0.6));
  // ERRATA: linear to 1e-3 only for |alpha v| < 0.055.
  CHECK(std::abs(ota_current(0.0183, 0, 0) / ota_current(0.0183, 0, 1) - 1) < 1.01e-3);
}

TEST_CASE("the inverter maps its middle to itself and swings between the rails [T D.8]") {
  const double p[] = {2.5, 2.5, -4, 0};
  const auto output = [&](double in) {
    const double y[] = {0, in, 0};
    LocalRows<double, 3> rows;
    Inverter::law<double>(y, p, rows);
    return -rows.f[2];  // v_out that makes the branch law vanish
  };
  CHECK(output(2.5) == Approx(2.5));
  CHECK(output(0) == Approx(5).margin(1e-6));
  CHECK(output(5) == Approx(0).margin(1e-6));
  CHECK((output(2.501) - output(2.499)) / 0.002 == Approx(-10).epsilon(1e-4));  // vpow * beta
}

TEST_CASE("Newton is led through the middle of a steep amplifier, and only where it jumps across") {
  CHECK(stop_in_the_middle(1e4, 1.0, -1.0) == 0.0);
  CHECK(stop_in_the_middle(1e4, 1.0, 0.5) == 0.5);
  CHECK(stop_in_the_middle(1e4, 1e-5, -1e-5) == -1e-5);  // inside the linear range: no need
}
