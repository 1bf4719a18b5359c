// All devices of one kind, evaluated in one loop: one virtual call a kind, not a device.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <saddle/models/electrical/device_kind.hpp>
#include <saddle/models/electrical/source_waveform.hpp>
#include <saddle/models/expression/graph.hpp>
#include <saddle/solver/system/system.hpp>

namespace saddle {

// What a device is made of when a system is built. Unknowns are the terminals' voltages, then the
// branch current if the kind has one; ground is the number `size` of the system.
struct DeviceInstance {
  std::vector<int> unknowns;
  std::span<const double> parameters;
  const SourceWaveform* waveform = nullptr;  // independent sources
  const Graph* graph = nullptr;              // behavioural sources: the expression,
  NodeId expression = NodeId::none;          //   the symbols it reads
  std::vector<NodeId> symbols;               //   (time is kTime below)
  std::vector<int> controls;                 //   and the unknown behind each symbol
  static constexpr int kTime = -1;
};

// Contributions to  d/dt q + f = 0 : a row of a node collects the currents that leave the node,
// a branch row the branch law. y has one entry more than the system, 0 V of ground.
class DeviceBank {
 public:
  virtual ~DeviceBank() = default;

  virtual void add(const DeviceInstance& instance) = 0;
  virtual int count() const = 0;

  virtual void declare(PatternBuilder& pattern) const = 0;
  virtual void resolve(const Pattern& pattern) = 0;

  // Linear, constant parts: added once into C and G, and never evaluated again.
  virtual void stamp_constant(Evaluation& out) const = 0;
  // The rest, at every evaluation. `y` is padded with ground.
  virtual void evaluate(const Point& at, const double* y, Evaluation& out, Need need) = 0;

  virtual double next_jump(double after) const;
  virtual double longest_step() const;

  // Parameters of device k, in the order of DeviceInfo::parameters.
  virtual std::span<const double> parameters(int device) const = 0;
  virtual void set_parameters(int device, std::span<const double> values) = 0;
  virtual void parameter_derivative(const Point& at, const double* y, int device, int parameter,
                                    ParameterColumn& out) const = 0;
};

std::unique_ptr<DeviceBank> make_device_bank(DeviceKind kind);

}  // namespace saddle
