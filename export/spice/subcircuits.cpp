#include <saddle/export/spice/subcircuits.hpp>

#include <fmt/format.h>

#include <array>

#include <saddle/export/files/number_text.hpp>

namespace saddle {

namespace {

// `linear` other than 0 replaces tanh(u) by u. Braces are replaced by numbers before ngspice sees
// the expression, so the choice costs nothing while it runs.
constexpr std::array<SubcircuitBody, 5> kBodies{{
    {DeviceKind::ota, "[T D.4] i0*tanh(alpha*(v(plus) - v(minus))) flows out of the output; linear: [T D.5]",
     "bsaddle",
     "0 out i = {i0}*({linear} != 0 ? {alpha}*(v(plus)-v(minus)) : tanh({alpha}*(v(plus)-v(minus))))"},
    {DeviceKind::opamp, "[T D.6] v(out) = vpow*tanh(beta*(v(plus) - v(minus))) + vinv", "bsaddle",
     "out 0 v = {vpow}*({linear} != 0 ? {beta}*(v(plus)-v(minus)) : tanh({beta}*(v(plus)-v(minus)))) + "
     "{vinv}"},
    {DeviceKind::follower, "[T D.7] v(out) = v(in), no current into the input", "esaddle", "out 0 in 0 1"},
    {DeviceKind::inverter, "[T D.8] v(out) = vpow*tanh(beta*(v(in) - vinv)) + vinv, beta < 0", "bsaddle",
     "out 0 v = {vpow}*({linear} != 0 ? {beta}*(v(in)-{vinv}) : tanh({beta}*(v(in)-{vinv}))) + {vinv}"},
    {DeviceKind::negator, "v(out) = -v(in), no current into the input", "esaddle", "out 0 in 0 -1"},
}};

}  // namespace

std::string SubcircuitBody::flattened_name(std::string_view instance) const {
  return fmt::format("{}.{}.{}", element[0], instance, element);
}

std::string SubcircuitBody::definition() const {
  const DeviceInfo& info = device_info(kind);
  std::string text = fmt::format("* {}: {}\n.subckt {}", info.name, equation, info.subcircuit);
  for (const std::string_view terminal : info.terminals) text += fmt::format(" {}", terminal);
  for (const ParameterInfo& parameter : info.parameters)
    text += fmt::format(" {}={}", parameter.name, number_text(parameter.default_value));
  return text + fmt::format("\n{} {}\n.ends {}\n", element, law, info.subcircuit);
}

const SubcircuitBody* find_subcircuit_body(DeviceKind kind) {
  for (const SubcircuitBody& body : kBodies)
    if (body.kind == kind) return &body;
  return nullptr;
}

}  // namespace saddle
