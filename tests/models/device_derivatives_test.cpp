// Every device's Jacobian and parameter derivatives against central differences. The devices are
// taken from the registry, so a new one is tested from the moment it is registered; one that needs
// more than parameters (a waveform, an expression) says so in `instance_of`.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>

#include <saddle/models/electrical/device_bank.hpp>
#include <saddle/models/electrical/device_kind.hpp>

using namespace saddle;

namespace {

// A lone device whose unknowns are all different, none of them ground.
class LoneDevice {
 public:
  LoneDevice(DeviceKind kind, const DeviceInstance& instance, int size) : bank_(make_device_bank(kind)) {
    bank_->add(instance);
    PatternBuilder builder(size);
    bank_->declare(builder);
    pattern_ = builder.build();
    bank_->resolve(pattern_);
    size_ = size;
  }

  // f and q in one vector, with the Jacobians [df/dy; dq/dy] if asked for.
  std::vector<double> evaluate(const std::vector<double>& y, double time,
                               std::vector<double>* jacobian = nullptr) {
    std::vector<double> padded = y;
    padded.push_back(0);
    Evaluation constant(pattern_), moving(pattern_);
    bank_->stamp_constant(constant);
    bank_->evaluate({.time = time, .y = y}, padded.data(), moving,
                    jacobian ? Need::jacobian : Need::residual);
    std::vector<double> result(2 * size_);
    if (jacobian) jacobian->assign(2 * size_ * size_, 0);
    for (int i = 0; i < size_; ++i) {
      result[i] = moving.f[i];
      result[size_ + i] = moving.q[i];
      for (int j = 0; j < size_; ++j) {
        const int slot = pattern_.find(i, j);
        if (slot < 0) continue;
        result[i] += constant.G[slot] * y[j];
        result[size_ + i] += constant.C[slot] * y[j];
        if (!jacobian) continue;
        (*jacobian)[i * size_ + j] = constant.G[slot] + moving.G[slot];
        (*jacobian)[(size_ + i) * size_ + j] = constant.C[slot] + moving.C[slot];
      }
    }
    return result;
  }

  std::vector<double> parameter_column(const std::vector<double>& y, double time, int parameter) {
    std::vector<double> padded = y;
    padded.push_back(0);
    ParameterColumn column;
    bank_->parameter_derivative({.time = time, .y = y}, padded.data(), 0, parameter, column);
    std::vector<double> result(2 * size_, 0.0);
    for (std::size_t k = 0; k < column.rows.size(); ++k) {
      result[column.rows[k]] += column.df[k];
      result[size_ + column.rows[k]] += column.dq[k];
    }
    return result;
  }

  DeviceBank& bank() { return *bank_; }

 private:
  std::unique_ptr<DeviceBank> bank_;
  Pattern pattern_;
  int size_ = 0;
};

struct Ingredients {
  std::vector<double> parameters;
  SourceWaveform waveform = SourceWaveform::sine(1, 2, 50, 1e-3, 10, 30);
  Graph graph;
};

DeviceInstance instance_of(const DeviceInfo& info, int size, Ingredients& from) {
  DeviceInstance instance;
  for (int k = 0; k < size; ++k) instance.unknowns.push_back(k);
  instance.parameters = from.parameters;
  instance.waveform = &from.waveform;
  if (info.kind == DeviceKind::behavioural_voltage || info.kind == DeviceKind::behavioural_current) {
    Graph& g = from.graph;
    const NodeId a = g.symbol("a"), b = g.symbol("b"), t = g.symbol("t");
    instance.graph = &g;
    instance.expression = g.add(g.multiply(g.make(Op::tanh, a), g.make(Op::exp, b)), g.multiply(t, a));
    instance.symbols = {a, b, t};
    instance.controls = {0, 1, DeviceInstance::kTime};
  }
  return instance;
}

// Central differences with step h are off by h^2/6 f''' and by rounding eps f/h: with
// h = 1e-5 (1 + |x|) both stay below 1e-8 of the slopes met here, all of size f or larger.
bool close(double exact, double difference, double scale) {
  return std::abs(exact - difference) <= 2e-7 * std::max({std::abs(exact), std::abs(difference), scale});
}

}  // namespace

TEST_CASE("every device's Jacobian and parameter derivatives are the slopes of its law") {
  const int kind_number = GENERATE(range(0, kDeviceKinds));
  const DeviceInfo& info = device_info(static_cast<DeviceKind>(kind_number));
  const int size = static_cast<int>(info.terminals.size()) + (info.branch_current ? 1 : 0);
  std::mt19937 random(17 + kind_number);
  std::uniform_real_distribution<double> state(-0.4, 0.4), spread(0.5, 1.5);
  const double time = 2.3e-3;

  for (int trial = 0; trial < 20; ++trial) {
    Ingredients from;
    for (const ParameterInfo& parameter : info.parameters)
      from.parameters.push_back(parameter.name == "linear" ? trial % 2
                                                           : spread(random) * parameter.default_value);
    // A gain of ten thousand is constant but for a window of 0.1 mV: look inside it.
    const bool steep = info.kind == DeviceKind::opamp;
    LoneDevice device(info.kind, instance_of(info, size, from), size);
    std::vector<double> y(size);
    for (double& v : y) v = state(random);
    if (steep) y[2] = y[1] + 1e-4 * state(random);

    std::vector<double> jacobian;
    const std::vector<double> value = device.evaluate(y, time, &jacobian);
    const std::vector<double> residual_only = device.evaluate(y, time);
    for (int r = 0; r < 2 * size; ++r) CHECK(value[r] == Approx(residual_only[r]).margin(1e-300));

    for (int j = 0; j < size; ++j) {
      const double h = steep ? 1e-9 : 1e-5;
      std::vector<double> up = y, down = y;
      up[j] += h;
      down[j] -= h;
      const double step = up[j] - down[j];
      const std::vector<double> f_up = device.evaluate(up, time), f_down = device.evaluate(down, time);
      for (int r = 0; r < 2 * size; ++r) {
        INFO(info.name << ": row " << r << ", unknown " << j << ", trial " << trial);
        const double rounding = 4e-16 * (std::abs(f_up[r]) + std::abs(f_down[r])) / step;
        CHECK(close(jacobian[r * size + j], (f_up[r] - f_down[r]) / step, 1e7 * rounding + (steep ? 10 : 0)));
      }
    }

    for (std::size_t p = 0; p < info.parameters.size(); ++p) {
      if (info.parameters[p].name == "linear") continue;  // a switch, not a quantity
      const double h = 1e-6 * std::max(std::abs(from.parameters[p]), 1e-12);
      std::vector<double> changed = from.parameters;
      changed[p] = from.parameters[p] + h;
      device.bank().set_parameters(0, changed);
      CHECK(device.bank().parameters(0)[p] == changed[p]);
      const std::vector<double> f_up = device.evaluate(y, time);
      changed[p] = from.parameters[p] - h;
      device.bank().set_parameters(0, changed);
      const std::vector<double> f_down = device.evaluate(y, time);
      device.bank().set_parameters(0, from.parameters);
      const std::vector<double> exact = device.parameter_column(y, time, static_cast<int>(p));
      for (int r = 0; r < 2 * size; ++r) {
        INFO(info.name << ": row " << r << ", parameter " << info.parameters[p].name << ", trial " << trial);
        const double rounding = 4e-16 * (std::abs(f_up[r]) + std::abs(f_down[r])) / (2 * h);
        CHECK(close(exact[r], (f_up[r] - f_down[r]) / (2 * h), 1e7 * rounding));
      }
    }
  }
}

TEST_CASE("the registry knows the papers' devices by their subcircuit") {
  REQUIRE(find_subcircuit_device("saddle_ota"));
  CHECK(find_subcircuit_device("saddle_ota")->kind == DeviceKind::ota);
  CHECK(find_subcircuit_device("saddle_negator")->terminals[0] == "out");
  CHECK(find_subcircuit_device("") == nullptr);
  CHECK(find_subcircuit_device("opa27") == nullptr);
}
