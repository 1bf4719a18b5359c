// The one table of devices: a new device is its own file and one line here.
#include <saddle/models/electrical/device_kind.hpp>

#include <array>

#include <saddle/models/electrical/behavioural_source.hpp>
#include <saddle/models/electrical/capacitor.hpp>
#include <saddle/models/electrical/device_bank.hpp>
#include <saddle/models/electrical/follower.hpp>
#include <saddle/models/electrical/independent_source.hpp>
#include <saddle/models/electrical/inverter.hpp>
#include <saddle/models/electrical/negator.hpp>
#include <saddle/models/electrical/opamp.hpp>
#include <saddle/models/electrical/ota.hpp>
#include <saddle/models/electrical/resistor.hpp>
#include <saddle/models/electrical/vccs.hpp>
#include <saddle/models/electrical/vcvs.hpp>

namespace saddle {

namespace {

using BankMaker = std::unique_ptr<DeviceBank> (*)();

struct Registered {
  DeviceInfo info;
  BankMaker make;
};

template <class Model>
constexpr Registered law(DeviceKind kind, std::string_view name, std::string_view letter,
                         std::string_view subcircuit = {}) {
  return {{kind, name, letter, subcircuit, Model::terminals, Model::parameters, Model::branch_current},
          []() -> std::unique_ptr<DeviceBank> { return std::make_unique<LawBank<Model>>(); }};
}

template <class Kind>
constexpr Registered independent(DeviceKind kind, std::string_view name, std::string_view letter) {
  return {{kind,
           name,
           letter,
           {},
           IndependentSource::terminals,
           IndependentSource::parameters,
           Kind::branch_current},
          []() -> std::unique_ptr<DeviceBank> { return std::make_unique<IndependentSourceBank<Kind>>(); }};
}

template <bool voltage>
constexpr Registered behavioural(DeviceKind kind, std::string_view name) {
  return {{kind, name, "B", {}, BehaviouralSourceBank::terminals, {}, voltage},
          []() -> std::unique_ptr<DeviceBank> { return std::make_unique<BehaviouralSourceBank>(voltage); }};
}

constexpr std::array<Registered, kDeviceKinds> kDevices{
    law<Resistor>(DeviceKind::resistor, "resistor", "R"),
    law<Capacitor>(DeviceKind::capacitor, "capacitor", "C"),
    independent<VoltageSource>(DeviceKind::voltage_source, "voltage source", "V"),
    independent<CurrentSource>(DeviceKind::current_source, "current source", "I"),
    law<Vcvs>(DeviceKind::vcvs, "voltage-controlled voltage source", "E"),
    law<Vccs>(DeviceKind::vccs, "voltage-controlled current source", "G"),
    behavioural<true>(DeviceKind::behavioural_voltage, "behavioural voltage source"),
    behavioural<false>(DeviceKind::behavioural_current, "behavioural current source"),
    law<Ota>(DeviceKind::ota, "transconductance amplifier", "X", "saddle_ota"),
    law<Opamp>(DeviceKind::opamp, "operational amplifier", "X", "saddle_opamp"),
    law<Follower>(DeviceKind::follower, "follower", "X", "saddle_follower"),
    law<Inverter>(DeviceKind::inverter, "inverter", "X", "saddle_inverter"),
    law<Negator>(DeviceKind::negator, "negator", "X", "saddle_negator"),
};

constexpr bool in_order() {
  for (int k = 0; k < kDeviceKinds; ++k)
    if (static_cast<int>(kDevices[k].info.kind) != k) return false;
  return true;
}
static_assert(in_order(), "kDevices must follow the order of DeviceKind");

}  // namespace

const DeviceInfo& device_info(DeviceKind kind) {
  return kDevices[static_cast<int>(kind)].info;
}

const DeviceInfo* find_subcircuit_device(std::string_view subcircuit) {
  for (const Registered& device : kDevices)
    if (!subcircuit.empty() && device.info.subcircuit == subcircuit) return &device.info;
  return nullptr;
}

std::unique_ptr<DeviceBank> make_device_bank(DeviceKind kind) {
  return kDevices[static_cast<int>(kind)].make();
}

double DeviceBank::next_jump(double) const {
  return std::numeric_limits<double>::infinity();
}

double DeviceBank::longest_step() const {
  return std::numeric_limits<double>::infinity();
}

}  // namespace saddle
