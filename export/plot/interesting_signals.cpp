#include <algorithm>
#include <cmath>

#include <saddle/export/plot/plot.hpp>

namespace saddle {

namespace {

constexpr double kStill = 1e-3;  // of the largest swing: what moves less is left out
constexpr double kAlike = 5e-3;  // of its swing: what differs less from another signal repeats it

double swing_of(const Signal& signal) {
  if (signal.values.empty()) return 0;
  const auto [low, high] = std::minmax_element(signal.values.begin(), signal.values.end());
  return *high - *low;
}

// Over a thousand points that lie evenly among all: enough to tell curves apart in a picture.
bool alike(const Signal& a, const Signal& b, double swing) {
  const std::size_t stride = std::max<std::size_t>(1, a.values.size() / 1000);
  for (std::size_t k = 0; k < a.values.size(); k += stride)
    if (std::abs(a.values[k] - b.values[k]) > kAlike * swing) return false;
  return true;
}

struct Candidate {
  const Signal* signal;
  double swing;
  std::size_t order;
};

}  // namespace

std::vector<std::string> interesting_signals(const Waveforms& waveforms, int most) {
  if (waveforms.signals.empty()) return {};
  const std::string& unit = waveforms.signals.front().unit;
  std::vector<Candidate> candidates;
  double largest = 0;
  for (std::size_t k = 0; k < waveforms.signals.size(); ++k) {
    const Signal& signal = waveforms.signals[k];
    if (signal.unit != unit) continue;
    candidates.push_back({&signal, swing_of(signal), k});
    largest = std::max(largest, candidates.back().swing);
  }
  if (largest > 0)
    std::erase_if(candidates, [&](const Candidate& c) { return !(c.swing > kStill * largest); });
  // Of large circuits only those that move most are looked at further.
  constexpr std::size_t kLookedAt = 200;
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.swing > b.swing; });
  if (candidates.size() > kLookedAt) candidates.resize(kLookedAt);
  const auto in_order = [](const Candidate& a, const Candidate& b) { return a.order < b.order; };
  // Of two that are alike the shorter name is the plainer one: v(x) before v(xb).
  std::sort(candidates.begin(), candidates.end(), [&](const Candidate& a, const Candidate& b) {
    const std::size_t length_a = a.signal->name.size(), length_b = b.signal->name.size();
    return length_a != length_b ? length_a < length_b : in_order(a, b);
  });

  std::vector<Candidate> chosen;
  for (const Candidate& candidate : candidates) {
    const bool repeats = std::any_of(chosen.begin(), chosen.end(), [&](const Candidate& other) {
      return alike(*candidate.signal, *other.signal, candidate.swing);
    });
    if (!repeats) chosen.push_back(candidate);
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const auto& a, const auto& b) { return a.swing > b.swing; });
  if (chosen.size() > static_cast<std::size_t>(most)) chosen.resize(static_cast<std::size_t>(most));
  std::sort(chosen.begin(), chosen.end(), in_order);
  std::vector<std::string> names;
  for (const Candidate& candidate : chosen) names.push_back(candidate.signal->name);
  return names;
}

}  // namespace saddle
