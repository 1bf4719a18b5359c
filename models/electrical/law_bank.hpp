// The bank of every device whose law is a formula of its own unknowns. A model is a struct with
//
//   static constexpr std::array<std::string_view, T> terminals;
//   static constexpr bool branch_current;              // one more unknown, the last
//   static constexpr std::array<ParameterInfo, P> parameters;
//   static constexpr bool constant;                    // linear with constant coefficients
//   static constexpr std::array<Entry, n> G, C;        // where its Jacobians are not zero
//   template <class S> static void law(const S* y, const S* p, LocalRows<S, N>& out);
//
// and, where Newton must not follow it blindly,
//
//   static double control(const double* y);            // the voltage its law is steep in
//   static double limit(const double* p, double from, double to);
//
// The law is the single place where its equation stands; Jacobian and parameter derivatives
// follow from it by Dual.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <vector>

#include <saddle/models/electrical/device_bank.hpp>
#include <saddle/models/electrical/dual.hpp>

namespace saddle {

struct Entry {
  int row, column;  // local unknowns
};

template <class S, std::size_t N>
struct LocalRows {
  std::array<S, N> q{}, f{};
};

template <class Model>
concept Limiting = requires(const double* y) {
  { Model::control(y) } -> std::convertible_to<double>;
};

template <class Model>
class LawBank final : public DeviceBank {
 public:
  static constexpr int N = static_cast<int>(Model::terminals.size()) + (Model::branch_current ? 1 : 0);
  static constexpr int P = static_cast<int>(Model::parameters.size());

  void add(const DeviceInstance& instance) override {
    Device device;
    std::copy_n(instance.unknowns.begin(), N, device.unknowns.begin());
    std::copy_n(instance.parameters.begin(), P, device.p.begin());
    devices_.push_back(device);
  }
  int count() const override { return static_cast<int>(devices_.size()); }

  void declare(PatternBuilder& pattern) const override {
    for (const Device& device : devices_) {
      for (const Entry e : Model::G) pattern.add(device.unknowns[e.row], device.unknowns[e.column]);
      for (const Entry e : Model::C) pattern.add(device.unknowns[e.row], device.unknowns[e.column]);
    }
  }

  void resolve(const Pattern& pattern) override {
    for (Device& device : devices_) {
      for (std::size_t k = 0; k < Model::G.size(); ++k)
        device.g_slot[k] =
            pattern.slot(device.unknowns[Model::G[k].row], device.unknowns[Model::G[k].column]);
      for (std::size_t k = 0; k < Model::C.size(); ++k)
        device.c_slot[k] =
            pattern.slot(device.unknowns[Model::C[k].row], device.unknowns[Model::C[k].column]);
    }
  }

  void stamp_constant(Evaluation& out) const override {
    if constexpr (Model::constant) {
      const std::array<double, N> zero{};
      for (const Device& device : devices_) add_jacobian(device, differentiate(zero.data(), device), out);
    }
  }

  void evaluate(const Point& at, const double* y, Evaluation& out, Need need) override {
    if constexpr (!Model::constant) {
      for (Device& device : devices_) {
        std::array<double, N> local;
        for (int k = 0; k < N; ++k) local[k] = y[device.unknowns[k]];
        if constexpr (Limiting<Model>) {
          if (at.phase != NewtonPhase::none && limit(at.phase, device, local, out, need)) continue;
        }
        if (need == Need::residual) {
          LocalRows<double, N> rows;
          Model::template law<double>(local.data(), device.p.data(), rows);
          for (int k = 0; k < N; ++k) {
            out.f[device.unknowns[k]] += rows.f[k];
            if constexpr (Model::C.size() > 0) out.q[device.unknowns[k]] += rows.q[k];
          }
        } else {
          const Rows rows = differentiate(local.data(), device);
          for (int k = 0; k < N; ++k) {
            out.f[device.unknowns[k]] += rows.f[k].value;
            if constexpr (Model::C.size() > 0) out.q[device.unknowns[k]] += rows.q[k].value;
          }
          add_jacobian(device, rows, out);
        }
      }
    }
  }

  std::span<const double> parameters(int device) const override { return devices_[device].p; }
  void set_parameters(int device, std::span<const double> values) override {
    std::copy_n(values.begin(), P, devices_[device].p.begin());
  }

  void parameter_derivative(const Point&, const double* y, int index, int parameter,
                            ParameterColumn& out) const override {
    const Device& device = devices_[index];
    std::array<Dual<1>, N> local;
    for (int k = 0; k < N; ++k) local[k] = y[device.unknowns[k]];
    std::array<Dual<1>, P> p;
    for (int k = 0; k < P; ++k) p[k] = device.p[k];
    if constexpr (P > 0) p[parameter].d[0] = 1;
    LocalRows<Dual<1>, N> rows;
    Model::template law<Dual<1>>(local.data(), p.data(), rows);
    for (int k = 0; k < N; ++k) {
      if (rows.f[k].d[0] == 0 && rows.q[k].d[0] == 0) continue;
      out.rows.push_back(device.unknowns[k]);
      out.df.push_back(rows.f[k].d[0]);
      out.dq.push_back(rows.q[k].d[0]);
    }
  }

 private:
  using Rows = LocalRows<Dual<N>, N>;
  struct Device {
    std::array<int, N> unknowns;
    std::array<int, Model::G.size()> g_slot;
    std::array<int, Model::C.size()> c_slot;
    std::array<double, P> p;
    double last_control = 0;  // where a limited law was last evaluated
  };

  static Rows differentiate(const double* local, const Device& device) {
    std::array<Dual<N>, N> y;
    for (int k = 0; k < N; ++k) y[k] = Dual<N>::variable(local[k], k);
    std::array<Dual<N>, P> p;
    for (int k = 0; k < P; ++k) p[k] = device.p[k];
    Rows rows;
    Model::template law<Dual<N>>(y.data(), p.data(), rows);
    return rows;
  }

  static void add_jacobian(const Device& device, const Rows& rows, Evaluation& out) {
    for (std::size_t k = 0; k < Model::G.size(); ++k)
      out.G[device.g_slot[k]] += rows.f[Model::G[k].row].d[Model::G[k].column];
    for (std::size_t k = 0; k < Model::C.size(); ++k)
      out.C[device.c_slot[k]] += rows.q[Model::C[k].row].d[Model::C[k].column];
  }

  // Evaluates at a control voltage that lies no further from the last one than the model allows
  // and answers with the tangent there. True if it did so.
  static bool limit(NewtonPhase phase, Device& device, const std::array<double, N>& local, Evaluation& out,
                    Need need) requires Limiting<Model> {
    const double wanted = Model::control(local.data());
    const double from = device.last_control;
    device.last_control = phase == NewtonPhase::first ? wanted : Model::limit(device.p.data(), from, wanted);
    if (device.last_control == wanted) return false;
    const std::array<double, N> there = Model::with_control(local, device.last_control);
    const Rows rows = differentiate(there.data(), device);
    for (int r = 0; r < N; ++r) {
      double f = rows.f[r].value;
      for (int c = 0; c < N; ++c) f += rows.f[r].d[c] * (local[c] - there[c]);
      out.f[device.unknowns[r]] += f;
    }
    if (need == Need::jacobian) add_jacobian(device, rows, out);
    out.limited = true;
    return true;
  }

  std::vector<Device> devices_;
};

}  // namespace saddle
