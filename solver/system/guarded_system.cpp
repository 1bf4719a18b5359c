#include <saddle/solver/system/guarded_system.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include <saddle/solver/system/check.hpp>

namespace saddle {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

// The words of what `call` throws; nothing if it does not.
template <class Call>
std::optional<std::string> words_thrown_by(Call call) {
  try {
    call();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& thrown) {
    return thrown.what();
  }
  return std::nullopt;
}

// A sum that is NaN as soon as one of the first `count` values is not finite.
bool finite(const std::vector<double>& values, std::size_t count) {
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += values[k] * 0.0;
  return sum == 0;
}

}  // namespace

GuardedSystem::GuardedSystem(System& system) : system_(system) {
  check_description(system);
  take_sizes();
}

void GuardedSystem::take_sizes() {
  size_ = static_cast<std::size_t>(system_.pattern().size);
  entries_ = static_cast<std::size_t>(system_.pattern().entries());
}

void GuardedSystem::break_promise(double time, const std::string& where, const std::string& what) const {
  if (!fault_) fault_ = Failure{Failure::Kind::wrong_system, where, time, what};
}

void GuardedSystem::have_no_value(const Point& at, Evaluation& out, Need need, std::string where,
                                  const std::string& why) {
  std::fill(out.q.begin(), out.q.end(), kNoValue);
  std::fill(out.f.begin(), out.f.end(), kNoValue);
  if (need == Need::jacobian)
    for (auto* matrix : {&out.C, &out.G}) std::fill(matrix->begin(), matrix->end(), kNoValue);
  trouble_ = Failure{Failure::Kind::not_finite, std::move(where), at.time, why};
}

void GuardedSystem::evaluate(const Point& at, Evaluation& out, Need need) {
  trouble_.reset();
  const auto thrown = words_thrown_by([&] { system_.evaluate(at, out, need); });
  if (!sizes_are_right(out)) return restore_sizes(at, out);
  if (thrown) return have_no_value(at, out, need, "the equations", "the equations threw: " + *thrown);
  if (need == Need::jacobian && !(finite(out.C, entries_) && finite(out.G, entries_)))
    look_for_entries_not_finite(at, out);
}

bool GuardedSystem::sizes_are_right(const Evaluation& out) const {
  return out.q.size() == size_ + 1 && out.f.size() == size_ + 1 && out.C.size() == entries_ + 1 &&
         out.G.size() == entries_ + 1;
}

void GuardedSystem::restore_sizes(const Point& at, Evaluation& out) {
  const auto restore = [&](const char* name, std::vector<double>& values, std::size_t size,
                           const char* each) {
    if (values.size() != size)
      break_promise(at.time, "evaluate",
                    fmt::format("evaluate: expected {} values in {}, one for each {} and one more; got {}",
                                size, name, each, values.size()));
    values.assign(size, kNoValue);
  };
  restore("q", out.q, size_ + 1, "variable");
  restore("f", out.f, size_ + 1, "variable");
  restore("C", out.C, entries_ + 1, "entry of the pattern");
  restore("G", out.G, entries_ + 1, "entry of the pattern");
  trouble_ = fault_;
}

void GuardedSystem::look_for_entries_not_finite(const Point& at, Evaluation& out) {
  const Pattern& pattern = system_.pattern();
  for (int column = 0; column < pattern.size; ++column)
    for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot) {
      const bool in_C = !std::isfinite(out.C[slot]);
      if (!in_C && std::isfinite(out.G[slot])) continue;
      const std::string row = system_.row_name(pattern.row[slot]);
      return have_no_value(at, out, Need::jacobian, row,
                           fmt::format("{} of the {} with respect to '{}' is not a finite number",
                                       in_C ? 'C' : 'G', row, system_.variables()[column].name));
    }
}

void GuardedSystem::check_evaluation(double time, std::span<const double> y) {
  Evaluation at(system_.pattern());
  evaluate({.time = time, .y = y}, at, Need::jacobian);
  if (fault_) throw std::invalid_argument(fault_->message);
  if (!trouble_) check_algebraic_columns(system_, at.C);
}

double GuardedSystem::next_jump(double after) const {
  double jump = 0;
  if (const auto thrown = words_thrown_by([&] { jump = system_.next_jump(after); })) {
    break_promise(after, "next_jump", "next_jump threw: " + *thrown);
  } else if (!(jump > after)) {
    break_promise(after, "next_jump",
                  fmt::format("next_jump: expected a time later than {:.17g}, got {:.17g}", after, jump));
  }
  return fault_ ? std::numeric_limits<double>::infinity() : jump;
}

void GuardedSystem::event_values(double time, std::span<const double> y, std::span<double> z) {
  trouble_.reset();
  const auto thrown = words_thrown_by([&] { system_.event_values(time, y, z); });
  if (!thrown) return;
  std::fill(z.begin(), z.end(), kNoValue);
  trouble_ = Failure{Failure::Kind::not_finite, "event_values", time, "event_values threw: " + *thrown};
}

EventResponse GuardedSystem::respond(double time, std::span<const int> events, std::vector<double>& y) {
  EventResponse response = EventResponse::nothing;
  if (const auto thrown = words_thrown_by([&] { response = system_.respond(time, events, y); }))
    break_promise(time, "respond", "respond threw: " + *thrown);
  else
    check_response(time, response, y);
  take_sizes();
  return response;
}

void GuardedSystem::check_response(double time, EventResponse response, const std::vector<double>& y) {
  const auto size = static_cast<std::size_t>(system_.pattern().size);
  const auto entries = static_cast<std::size_t>(system_.pattern().entries());
  if (response == EventResponse::restructured) {
    if (const auto thrown = words_thrown_by([&] { check_description(system_); }))
      return break_promise(time, "respond", "the new structure is wrong: " + *thrown);
  } else if (size != size_ || entries != entries_) {
    return break_promise(time, "respond",
                         "respond: the pattern changed, but the response is not `restructured`");
  }
  if (y.size() != size)
    return break_promise(time, "respond",
                         fmt::format("respond: left {} values for {} variables", y.size(), size));
  for (std::size_t i = 0; i < size; ++i)
    if (!std::isfinite(y[i]))
      return break_promise(time, system_.variables()[i].name,
                           fmt::format("respond: left '{}' at {}", system_.variables()[i].name, y[i]));
}

ParameterColumn GuardedSystem::parameter_derivative(const Point& at, int parameter) {
  ParameterColumn column;
  const char* const where = "parameter_derivative";
  if (const auto thrown = words_thrown_by([&] { column = system_.parameter_derivative(at, parameter); })) {
    break_promise(at.time, where, fmt::format("{} threw: {}", where, *thrown));
    return {};
  }
  const std::size_t count = column.rows.size();
  const bool inside = std::all_of(column.rows.begin(), column.rows.end(), [this](int row) {
    return row >= 0 && static_cast<std::size_t>(row) < size_;
  });
  if (inside && column.dq.size() == count && column.df.size() == count && finite(column.dq, count) &&
      finite(column.df, count))
    return column;
  break_promise(at.time, where,
                fmt::format("{}: expected a finite dq and df for each row, and rows 0..{}, for parameter {}",
                            where, static_cast<int>(size_) - 1, parameter));
  return {};
}

}  // namespace saddle
