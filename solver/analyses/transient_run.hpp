// The run behind transient(): pieces between jumps and events, each a sequence of steps.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <saddle/solver/analyses/transient.hpp>
#include <saddle/solver/events/event_watch.hpp>
#include <saddle/solver/integrators/active_set.hpp>
#include <saddle/solver/integrators/breakpoints.hpp>
#include <saddle/solver/integrators/consistent_start.hpp>
#include <saddle/solver/integrators/recorder.hpp>
#include <saddle/solver/integrators/stepper.hpp>
#include <saddle/solver/system/guarded_system.hpp>

namespace saddle {

class TransientRun {
 public:
  TransientRun(System& system, const TransientOptions& options);
  TransientResult run();

 private:
  // What depends on the structure of the system.
  struct Engine {
    Engine(System& system, const TransientOptions& options, double longest_step);
    Newton newton;
    std::unique_ptr<Stepper> stepper;  // from when the start is known
    ConsistentStart start;
    ActiveSet active;
    EventWatch events;
  };

  Stepper& stepper() { return *engine_->stepper; }
  const Stepper& stepper() const { return *engine_->stepper; }
  double time() const { return stepper().time(); }
  bool fixed() const { return options_.fixed_step > 0; }
  bool ended() const { return stopped_ || result_.failure || time() >= options_.stop; }
  double least_step() const;

  bool begin();
  void require_consistent(std::span<const double> y, std::span<const double> q) const;
  void look_at_index();
  bool promises_are_kept(double when);
  bool restart(double time, std::span<const double> y, std::span<const double> q, bool choose_modes);
  bool restart_here(bool choose_modes);
  void restart_after_jump();
  bool jump_is_visible(std::span<const double> before) const;
  void begin_piece(double time);
  double next_time() const;
  StepOutcome attempt(double target);

  void advance();
  void accept(const StepOutcome& outcome, double reached);
  void finish_step(double from, double reached);
  void respond_to_events(double from);
  void take_response(EventResponse response, double when, std::vector<double>& y);
  void look_for_crawling(double reached);
  void retry_after_newton(const StepOutcome& outcome, double target);
  void restart_with(double step);
  void retry_after_error(const StepOutcome& outcome);
  double locate_switch(double target, StepOutcome& outcome);
  void switch_modes();

  void choose_method(std::span<const double> y);
  void use(Integrator integrator);
  bool may_change_method() const;
  void look_for_stiffness();
  void change_method(double when, const std::string& what_happened);

  void rebuild();
  void add_statistics_of_engine();
  void add_work_of_stepper();
  Failure cause_of(const NewtonResult& result, std::span<const double> y) const;
  void fail_step(const StepOutcome& outcome, double target);
  void fail_at(double when, Failure cause, const std::string& what);

  System& original_;
  GuardedSystem system_;
  const TransientOptions& options_;
  double span_, greatest_step_ = 0;  // [s]
  Breakpoints breakpoints_;
  Recorder recorder_;
  TransientResult result_;
  std::unique_ptr<Engine> engine_;

  std::string high_index_;  // what to say about it; empty if the index is no trouble
  bool stopped_ = false, after_event_ = false;
  std::optional<double> stiff_since_;                          // [s]; the method was asked for
  int rejections_ = 0;                                         // in a row
  double crawl_start_ = 0;                                     // [s]
  double piece_start_ = 0, piece_step_ = 0, piece_steps_ = 1;  // with fixed steps
};

}  // namespace saddle
