#include <saddle/export/ngspice/cross_check.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <saddle/export/spice/deck_names.hpp>
#include <saddle/export/spice/deck_writer.hpp>
#include <saddle/netlist/circuit/simulate.hpp>

namespace saddle {

namespace {

constexpr double kSwingFloor = 1e-6;        // of the largest magnitude among signals of the same unit
constexpr double kSmallestVoltage = 1e-9;   // [V], where all are 0
constexpr double kSmallestCurrent = 1e-12;  // [A]
constexpr double kJudgeShare = 0.1;         // of the tolerance, that the judge may be off by itself
constexpr int kJudgeLevels = 5;             // how often ngspice may be run
constexpr double kFirstSteps = 5000;        // at least, in the first run
constexpr double kStepRefinement = 4;       // from one run to the next
constexpr double kBestGain = 16;  // of one run over the run before: the trapezoidal rule is of order 2

TransientCard transient_card(const Circuit& circuit, const CrossCheckOptions& options) {
  TransientCard card = circuit.transient.value_or(TransientCard{});
  if (options.stop > 0) card.stop = options.stop;
  if (!(card.stop > 0))
    throw std::invalid_argument("cross_check needs a stop time: the circuit has no .tran card");
  if (card.start >= card.stop) card.start = 0;
  return card;
}

// ngspice's accuracy on smooth waveforms is set by its largest step more than by its tolerances. chgtol
// has to follow: at its default of 1e-14 C the charge of a nanofarad is only looked at to 10 uV.
DeckOptions judge_settings(const TransientCard& card, int level) {
  const double tighter = std::pow(10.0, -std::min(level, 2));
  DeckOptions settings;
  settings.transient = card;
  double max_step = (card.stop - card.start) / kFirstSteps;
  if (card.max_step > 0) max_step = std::min(max_step, card.max_step);
  settings.transient->max_step = max_step / std::pow(kStepRefinement, level);
  settings.transient->step = settings.transient->max_step;
  settings.options.emplace();
  settings.options->reltol = 1e-6 * tighter;
  settings.options->vntol = 1e-9 * tighter;
  settings.options->abstol = 1e-13 * tighter;
  settings.extra_options = {"chgtol=1e-19", "trtol=1", "itl4=100"};
  return settings;
}

struct JudgeRun {
  Waveforms waveforms;
  double seconds = 0;
};

JudgeRun run_judge(const Circuit& circuit, const DeckNames& names, const TransientCard& card, int level,
                   double timeout) {
  const DeckOptions settings = judge_settings(card, level);
  NgspiceOptions options;
  options.timeout = timeout;
  options.stop = card.stop;
  options.minimum_points =
      static_cast<long>((card.stop - card.start) / settings.transient->max_step * (1 - 1e-6));
  NgspiceRun run = run_ngspice(write_deck(circuit, settings), options);
  JudgeRun result;
  result.seconds = run.seconds;
  result.waveforms.title = circuit.title;
  result.waveforms.time = std::move(run.time);
  for (NgspiceVector& vector : run.vectors) {
    std::string name = names.signal(vector.name);
    if (name.empty()) continue;
    const char* unit = name[0] == 'v' ? "V" : "A";
    result.waveforms.signals.push_back({std::move(name), unit, std::move(vector.values)});
  }
  return result;
}

// What a signal of each unit is measured against at least.
std::map<std::string, double> swing_floors(const Waveforms& reference) {
  std::map<std::string, double> floors;
  for (const Signal& signal : reference.signals) {
    double& floor = floors.try_emplace(signal.unit, signal.unit == "V" ? kSmallestVoltage : kSmallestCurrent)
                        .first->second;
    for (const double value : signal.values) floor = std::max(floor, kSwingFloor * std::abs(value));
  }
  return floors;
}

// compare() knows one floor for all signals: it gets the smallest, and then each signal is put on
// the floor of its unit.
std::vector<SignalDifference> compare_by_unit(const Waveforms& ours, const Waveforms& reference, double from,
                                              double to) {
  const std::map<std::string, double> floors = swing_floors(reference);
  double smallest = std::numeric_limits<double>::infinity();
  for (const auto& [unit, floor] : floors) smallest = std::min(smallest, floor);
  std::vector<SignalDifference> differences = compare(ours, reference, from, to, smallest);
  for (SignalDifference& difference : differences) {
    const double floor = floors.at(difference.name[0] == 'v' ? "V" : "A");
    const double scale = std::max(difference.swing, floor);
    const double factor = difference.scale / scale;
    difference.scale = scale;
    difference.max_error *= factor;
    difference.rms_error *= factor;
  }
  return differences;
}

// Not a number counts as the largest error.
const SignalDifference& worst_of(const std::vector<SignalDifference>& differences) {
  return *std::max_element(differences.begin(), differences.end(), [](const auto& a, const auto& b) {
    return std::isnan(b.max_error) ? !std::isnan(a.max_error) : a.max_error < b.max_error;
  });
}

// With `uic` the first point of a run is what the user wrote, which the currents and the nodes without
// a capacitor need not fit: the comparison begins at the first step that both have computed.
double first_common_time(const Waveforms& ours, const Waveforms& reference, const TransientCard& card) {
  if (!card.use_initial_conditions || card.start > 0) return card.start;
  const auto first_step = [](const Waveforms& waveforms) {
    return *std::upper_bound(waveforms.time.begin(), waveforms.time.end(), 0.0);
  };
  return std::max(first_step(ours), first_step(reference));
}

std::string missing_signal(const Waveforms& ours, const std::vector<SignalDifference>& compared) {
  std::unordered_set<std::string_view> names;
  for (const SignalDifference& difference : compared) names.insert(difference.name);
  for (const Signal& signal : ours.signals)
    if (!names.contains(signal.name)) return signal.name;
  return {};
}

class CrossCheck {
 public:
  CrossCheck(const Circuit& circuit, const CrossCheckOptions& options)
      : circuit_(circuit), options_(options), card_(transient_card(circuit, options)), names_(circuit) {
    result_.tolerance = options.tolerance;
    result_.to = card_.stop;
  }

  Comparison run() {
    if (run_saddle() && run_judge_until_converged()) compare_signals();
    return std::move(result_);
  }

 private:
  bool run_saddle() {
    TransientOptions options;
    options.stop = card_.stop;
    options.start_saving = card_.start;
    if (options_.relative_tolerance > 0) options.relative_tolerance = options_.relative_tolerance;
    TransientResult run = transient(circuit_, options);
    result_.ours = std::move(run.waveforms);
    result_.saddle_seconds = run.statistics.seconds;
    if (!run.failure) return true;
    result_.failure = run.failure;
    return refuse("Saddle's own run failed: " + run.failure->message);
  }

  // Two runs in a row that differ by a tenth of the tolerance at most; the finer one is the reference.
  bool run_judge_until_converged() {
    const double wanted = kJudgeShare * options_.tolerance;
    for (int level = 0; level < kJudgeLevels; ++level) {
      Waveforms coarser = std::move(result_.reference);
      if (!run_judge_once(level)) return false;
      if (level == 0) continue;
      const double from = first_common_time(coarser, result_.reference, card_);
      const auto differences = compare_by_unit(coarser, result_.reference, from, card_.stop);
      if (differences.empty()) return refuse("ngspice gave no signal of the circuit");
      result_.judge_error = worst_of(differences).max_error;
      worst_of_judge_ = worst_of(differences).name;
      if (result_.judge_error <= wanted) return true;
      if (!(result_.judge_error <= wanted * std::pow(kBestGain, kJudgeLevels - 1 - level)))
        break;  // out of reach
    }
    return refuse(fmt::format(
        "ngspice cannot be the judge: its last two runs still differ by {:.2g} of the swing of {}, "
        "more than a tenth of the tolerance of {:g}",
        result_.judge_error, worst_of_judge_, options_.tolerance));
  }

  bool run_judge_once(int level) {
    try {
      JudgeRun run = run_judge(circuit_, names_, card_, level, options_.timeout);
      result_.reference = std::move(run.waveforms);
      result_.ngspice_seconds = run.seconds;
      ++result_.judge_runs;
      return true;
    } catch (const NgspiceFailure& failure) {
      if (level == 0) return refuse(failure.what());
      return refuse(
          fmt::format("ngspice cannot be the judge: run {}, which was to confirm the run before, failed: {}",
                      level + 1, failure.what()));
    }
  }

  void compare_signals() {
    result_.from = first_common_time(result_.ours, result_.reference, card_);
    result_.signals = compare_by_unit(result_.ours, result_.reference, result_.from, card_.stop);
    if (const std::string missing = missing_signal(result_.ours, result_.signals); !missing.empty()) {
      refuse(fmt::format("ngspice has no signal {}: nothing is said about it", missing));
      return;
    }
    const SignalDifference& worst = worst_of(result_.signals);
    result_.agrees = worst.max_error <= options_.tolerance;
    const std::string start = card_.use_initial_conditions && card_.start == 0 ? " after the first step" : "";
    result_.verdict =
        result_.agrees
            ? fmt::format(
                  "agrees with ngspice: all {} signals are within {:.2g} of their swing{} (tolerance {:g}, "
                  "ngspice "
                  "converged to {:.1g})",
                  result_.signals.size(), worst.max_error, start, options_.tolerance, result_.judge_error)
            : fmt::format(
                  "does not agree with ngspice: {} is off by {:.2g} of its swing at {:.6g} s (tolerance "
                  "{:g}, ngspice "
                  "converged to {:.1g})",
                  worst.name, worst.max_error, worst.worst_time, options_.tolerance, result_.judge_error);
  }

  bool refuse(const std::string& sentence) {
    result_.agrees = false;
    result_.verdict = sentence;
    return false;
  }

  const Circuit& circuit_;
  const CrossCheckOptions& options_;
  TransientCard card_;
  DeckNames names_;
  Comparison result_;
  std::string worst_of_judge_;
};

}  // namespace

Comparison cross_check(const Circuit& circuit, const CrossCheckOptions& options) {
  if (!(options.tolerance > 0)) throw std::invalid_argument("cross_check: the tolerance must be > 0");
  return CrossCheck(circuit, options).run();
}

}  // namespace saddle
