#include <saddle/solver/integrators/explicit_form.hpp>

#include <algorithm>
#include <cmath>
#include <exception>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <saddle/solver/linear/null_vector.hpp>

namespace saddle {

namespace {

constexpr double kBeside = 0.01;  // of a variable's size: where C and G are looked at a second time
constexpr std::size_t kNamesShown = 3;

template <class NameOf>
std::string names_of(const std::vector<int>& items, NameOf name_of) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < std::min(items.size(), kNamesShown); ++k) names.push_back(name_of(items[k]));
  return fmt::format("{}{}", fmt::join(names, ", "), items.size() > kNamesShown ? ", ..." : "");
}

}  // namespace

ExplicitForm::ExplicitForm(Newton& newton)
    : newton_(newton),
      full_(newton.system().pattern()),
      rows_(full_.size, Row::charge),
      rows_before_(full_.size, Row::charge),
      used_C_(full_.entries(), 0),
      used_G_(full_.entries(), 0),
      inverse_diagonal_(full_.size, 0.0) {}

FactorResult ExplicitForm::linearize(double time, std::span<const double> y) {
  ++evaluations_;
  newton_.system().evaluate({.time = time, .y = y}, newton_.evaluation(), Need::jacobian);
  if (!known_) look_beside(time, y);
  const bool grown = note_used_entries(), changed = classify_rows();
  if (!known_ || grown || changed) build_pattern();
  known_ = true;
  const FactorResult result = take_values();
  regular_ = result.regular();
  return result;
}

// An entry that happens to be zero at one point (2 y at y = 0) shows beside it.
void ExplicitForm::look_beside(double time, std::span<const double> y) {
  std::vector<double> beside(y.begin(), y.begin() + full_.size);
  for (int i = 0; i < full_.size; ++i)
    beside[i] += kBeside * std::sin(1.0 + i) * (std::abs(y[i]) + newton_.weights().weight(i));
  Evaluation there(full_);
  ++evaluations_;
  try {
    newton_.system().evaluate({.time = time, .y = beside}, there, Need::jacobian);
  } catch (const std::exception&) {
    return;  // the equations have no values there
  }
  const Evaluation& here = newton_.evaluation();
  constant_C_ = true;
  for (int k = 0; k < full_.entries(); ++k) {
    used_C_[k] |= static_cast<char>(there.C[k] != 0);
    used_G_[k] |= static_cast<char>(there.G[k] != 0);
    constant_C_ = constant_C_ && there.C[k] == here.C[k];
  }
}

// True if an entry is in use that never was before.
bool ExplicitForm::note_used_entries() {
  const Evaluation& at = newton_.evaluation();
  int news = 0;
  for (int k = 0; k < full_.entries(); ++k) {
    const char C = at.C[k] != 0, G = at.G[k] != 0;
    news += (C > used_C_[k]) + (G > used_G_[k]);
    used_C_[k] |= C;
    used_G_[k] |= G;
  }
  return news > 0;
}

// True if a row is something else than before.
bool ExplicitForm::classify_rows() {
  std::swap(rows_, rows_before_);
  std::fill(rows_.begin(), rows_.end(), Row::algebraic);
  for (int k = 0; k < full_.entries(); ++k)
    if (used_C_[k] != 0) rows_[full_.row[k]] = Row::charge;
  newton_.replaced_rows().for_each([&](int row, int, double) { rows_[row] = Row::bound; });
  algebraic_rows_ = static_cast<int>(std::count(rows_.begin(), rows_.end(), Row::algebraic));
  return rows_ != rows_before_;
}

void ExplicitForm::build_pattern() {
  std::vector<int> bound_variable(full_.size, -1);
  newton_.replaced_rows().for_each([&](int row, int variable, double) { bound_variable[row] = variable; });
  pattern_ = {.size = full_.size};
  sources_.clear();
  bool diagonal = true;
  for (int column = 0; column < full_.size; ++column) {
    for (int slot = full_.column_start[column]; slot < full_.column_start[column + 1]; ++slot) {
      const int row = full_.row[slot];
      const bool unit = rows_[row] == Row::bound && bound_variable[row] == column;
      const bool charge = rows_[row] == Row::charge && used_C_[slot] != 0;
      const bool instant = rows_[row] == Row::algebraic && used_G_[slot] != 0;
      if (!unit && !charge && !instant) continue;
      pattern_.row.push_back(row);
      sources_.push_back({slot, unit ? From::unit : charge ? From::C : From::G});
      diagonal = diagonal && row == column;
    }
    pattern_.column_start.push_back(pattern_.entries());
  }
  values_.resize(sources_.size());
  diagonal = diagonal && pattern_.entries() == full_.size;
  lu_ = diagonal ? nullptr : std::make_unique<SparseLu>(pattern_);
}

FactorResult ExplicitForm::take_values() {
  const Evaluation& at = newton_.evaluation();
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    const auto [slot, from] = sources_[k];
    values_[k] = from == From::C ? at.C[slot] : from == From::G ? at.G[slot] : 1.0;
  }
  if (lu_) return factor_timer_([&] { return lu_->factor(values_); });
  for (int i = 0; i < full_.size; ++i) {
    if (!(std::abs(values_[i]) > 0)) return {i};
    inverse_diagonal_[i] = 1 / values_[i];
  }
  return {};
}

void ExplicitForm::solve(std::span<double> b) {
  if (lu_) return solve_timer_([&] { lu_->solve(b); });
  for (int i = 0; i < full_.size; ++i) b[i] *= inverse_diagonal_[i];
}

void ExplicitForm::change_of_rates(std::span<const double> change, std::span<double> rate) const {
  const std::vector<double>& G = newton_.evaluation().G;
  std::fill(rate.begin(), rate.end(), 0.0);
  for (int column = 0; column < full_.size; ++column)
    for (int slot = full_.column_start[column]; slot < full_.column_start[column + 1]; ++slot)
      if (rows_[full_.row[slot]] == Row::charge) rate[full_.row[slot]] -= G[slot] * change[column];
}

std::optional<Failure> ExplicitForm::obstacle() const {
  if (!known_ || regular_) return std::nullopt;
  const System& system = newton_.system();
  std::vector<double> values(full_.entries(), 0.0);
  for (std::size_t k = 0; k < sources_.size(); ++k) values[sources_[k].slot] = values_[k];
  const SingularPart part = singular_part(full_, values);
  Failure failure{.kind = Failure::Kind::singular};
  const auto variable = [&](int i) { return fmt::format("'{}'", system.variables()[i].name); };
  if (!part.variables.empty()) failure.where = system.variables()[part.variables.front()].name;
  failure.message =
      "integrator: an explicit method cannot follow this system: charges and algebraic equations";
  failure.message += part.variables.empty() ? " do not determine all variables"
                                            : " do not determine " + names_of(part.variables, variable);
  if (!part.equations.empty())
    failure.message += "; these say too little or depend on each other: " +
                       names_of(part.equations, [&](int row) { return system.row_name(row); });
  failure.message +=
      "; choose the integrator bdf or radau, which solve for the rates and constraints together";
  return failure;
}

}  // namespace saddle
