// Independent sources: a voltage v+ - v- = scale * w(t), or a current scale * w(t) that flows from
// terminal + through the source to terminal -. The voltage source's branch current flows likewise.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include <saddle/models/electrical/device_bank.hpp>

namespace saddle {

struct VoltageSource {
  static constexpr bool branch_current = true;
};
struct CurrentSource {
  static constexpr bool branch_current = false;
};

struct IndependentSource {
  static constexpr std::array<std::string_view, 2> terminals{"+", "-"};
  static constexpr std::array<ParameterInfo, 1> parameters{{{"scale", "1", 1, "multiplies the waveform"}}};
};

template <class Kind>
class IndependentSourceBank final : public DeviceBank {
 public:
  void add(const DeviceInstance& instance) override {
    Source source{.plus = instance.unknowns[0], .minus = instance.unknowns[1]};
    if constexpr (Kind::branch_current) source.branch = instance.unknowns[2];
    source.scale = instance.parameters[0];
    source.waveform = *instance.waveform;
    sources_.push_back(std::move(source));
  }
  int count() const override { return static_cast<int>(sources_.size()); }

  void declare(PatternBuilder& pattern) const override {
    if constexpr (Kind::branch_current) {
      for (const Source& s : sources_) {
        pattern.add(s.plus, s.branch);
        pattern.add(s.minus, s.branch);
        pattern.add(s.branch, s.plus);
        pattern.add(s.branch, s.minus);
      }
    }
  }
  void resolve(const Pattern& pattern) override { pattern_ = &pattern; }

  void stamp_constant(Evaluation& out) const override {
    if constexpr (Kind::branch_current) {
      for (const Source& s : sources_) {
        out.G[pattern_->slot(s.plus, s.branch)] += 1;
        out.G[pattern_->slot(s.minus, s.branch)] -= 1;
        out.G[pattern_->slot(s.branch, s.plus)] += 1;
        out.G[pattern_->slot(s.branch, s.minus)] -= 1;
      }
    }
  }

  void evaluate(const Point& at, const double*, Evaluation& out, Need) override {
    for (const Source& s : sources_) {
      const double value = at.source_scale * s.scale * s.waveform.value(at.time);
      if constexpr (Kind::branch_current) {
        out.f[s.branch] -= value;
      } else {
        out.f[s.plus] += value;
        out.f[s.minus] -= value;
      }
    }
  }

  double next_jump(double after) const override {
    double next = std::numeric_limits<double>::infinity();
    for (const Source& s : sources_) next = std::min(next, s.waveform.next_jump(after));
    return next;
  }

  double longest_step() const override {
    double longest = std::numeric_limits<double>::infinity();
    for (const Source& s : sources_) longest = std::min(longest, s.waveform.longest_step());
    return longest;
  }

  std::span<const double> parameters(int device) const override { return {&sources_[device].scale, 1}; }
  void set_parameters(int device, std::span<const double> values) override {
    sources_[device].scale = values[0];
  }
  void parameter_derivative(const Point& at, const double*, int device, int,
                            ParameterColumn& out) const override {
    const Source& s = sources_[device];
    const double value = at.source_scale * s.waveform.value(at.time);
    const auto push = [&](int row, double df) {
      out.rows.push_back(row);
      out.df.push_back(df);
      out.dq.push_back(0);
    };
    if constexpr (Kind::branch_current) {
      push(s.branch, -value);
    } else {
      push(s.plus, value);
      push(s.minus, -value);
    }
  }

 private:
  struct Source {
    int plus = 0, minus = 0, branch = 0;
    double scale = 1;
    SourceWaveform waveform;
  };
  std::vector<Source> sources_;
  const Pattern* pattern_ = nullptr;
};

}  // namespace saddle
