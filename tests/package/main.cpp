#include <fmt/format.h>
#include <saddle/saddle.hpp>
using namespace saddle;

int main() {
  const Problem problem = read_problem("qp.opt");
  const Synthesis made = synthesize(problem, {.method = Method::mdmm, .style = Style::resistive});
  const Solution solution = solve(made);                                 // in the problem's units
  const TransientResult ours = transient(made.circuit, {.stop = 2e-3});  // Saddle's own simulation
  const Comparison proof = cross_check(made.circuit, {.stop = 2e-3});    // the same deck in ngspice
  fmt::print("x = {:.4f} at rest, {:.4f} after 2 ms, agrees with ngspice: {}\n", solution["x"],
             ours.waveforms.final_value("v(x)"), proof.agrees);
}
