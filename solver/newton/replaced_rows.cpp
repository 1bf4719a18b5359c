#include <saddle/solver/newton/replaced_rows.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace saddle {

RowSlots::RowSlots(const Pattern& pattern, std::span<const int> rows) : start_(rows.size() + 1, 0) {
  std::vector<int> index_of(pattern.size, -1);
  for (std::size_t k = 0; k < rows.size(); ++k) index_of[rows[k]] = static_cast<int>(k);
  for (const int row : pattern.row)
    if (index_of[row] >= 0) ++start_[index_of[row] + 1];
  for (std::size_t k = 0; k < rows.size(); ++k) start_[k + 1] += start_[k];
  entries_.resize(start_.back());
  std::vector<int> next(start_.begin(), start_.end() - 1);
  for (int column = 0; column < pattern.size; ++column)
    for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
      if (const int index = index_of[pattern.row[slot]]; index >= 0) entries_[next[index]++] = {slot, column};
}

namespace {

std::vector<int> rows_of(const std::vector<Complementarity>& complementarities) {
  std::vector<int> rows;
  for (const Complementarity& c : complementarities) rows.push_back(c.row);
  return rows;
}

std::vector<Complementarity> checked(const System& system) {
  std::vector<Complementarity> all = system.complementarities();
  for (const Complementarity& c : all) {
    const bool inside = c.row >= 0 && c.row < system.size() && c.variable >= 0 && c.variable < system.size();
    if (!inside || system.pattern().find(c.row, c.variable) < 0)
      throw std::invalid_argument(fmt::format(
          "complementarities: the pattern has no entry (row {}, variable {})", c.row, c.variable));
  }
  return all;
}

}  // namespace

ReplacedRows::ReplacedRows(const System& system)
    : pattern_(system.pattern()),
      complementarities_(checked(system)),
      slots_(pattern_, rows_of(complementarities_)),
      modes_(complementarities_.size(), RowMode::equation),
      row_residual_(complementarities_.size(), 0.0),
      held_slots_(pattern_, {}) {
  for (const Complementarity& c : complementarities_) bound_slot_.push_back(pattern_.slot(c.row, c.variable));
}

void ReplacedRows::hold(std::vector<int> variables, std::vector<double> values) {
  std::vector<bool> taken(pattern_.size, false);
  for (const Complementarity& c : complementarities_) taken[c.row] = true;
  for (const int variable : variables) {
    if (variable < 0 || variable >= pattern_.size)
      throw std::invalid_argument(
          fmt::format("held: expected variables 0..{}, got {}", pattern_.size - 1, variable));
    if (taken[variable])
      throw std::invalid_argument(
          fmt::format("held: row {} is a complementarity condition already", variable));
  }
  held_ = std::move(variables);
  held_values_ = std::move(values);
  held_slots_ = RowSlots(pattern_, held_);
}

void ReplacedRows::remember_residuals(std::span<const double> residual) {
  for (std::size_t k = 0; k < complementarities_.size(); ++k)
    row_residual_[k] = residual[complementarities_[k].row];
}

bool ReplacedRows::choose_modes(std::span<const double> y, std::span<const double> matrix) {
  bool changed = false;
  for (int k = 0; k < complementarities(); ++k) {
    double scale = std::abs(matrix[bound_slot_[k]]);
    if (scale == 0)
      for (const RowSlots::Entry& entry : slots_.row(k))
        scale = std::max(scale, std::abs(matrix[entry.slot]));
    const double a = y[complementarities_[k].variable];
    const RowMode mode = a * scale <= row_residual_[k] ? RowMode::bound : RowMode::equation;
    changed |= mode != modes_[k];
    modes_[k] = mode;
  }
  return changed;
}

void ReplacedRows::replace_in_residual(std::span<const double> y, std::span<double> residual) const {
  for (std::size_t k = 0; k < held_.size(); ++k) residual[held_[k]] = y[held_[k]] - held_values_[k];
  for (std::size_t k = 0; k < complementarities_.size(); ++k)
    if (modes_[k] == RowMode::bound) residual[complementarities_[k].row] = y[complementarities_[k].variable];
}

namespace {

template <class Scalar>
void set_unit_row(std::span<Scalar> matrix, std::span<const RowSlots::Entry> row, int column) {
  for (const RowSlots::Entry& entry : row) matrix[entry.slot] = entry.column == column ? 1 : 0;
}

}  // namespace

template <class Scalar>
void ReplacedRows::replace_rows_of(std::span<Scalar> matrix) const {
  for (std::size_t k = 0; k < held_.size(); ++k)
    set_unit_row(matrix, held_slots_.row(static_cast<int>(k)), held_[k]);
  for (int k = 0; k < complementarities(); ++k)
    if (modes_[k] == RowMode::bound) set_unit_row(matrix, slots_.row(k), complementarities_[k].variable);
}

void ReplacedRows::replace_in_matrix(std::span<double> matrix) const {
  replace_rows_of(matrix);
}

void ReplacedRows::replace_in_matrix(std::span<std::complex<double>> matrix) const {
  replace_rows_of(matrix);
}

void ReplacedRows::clear_rows(std::span<double> vector) const {
  for (const int row : held_) vector[row] = 0;
  for (std::size_t k = 0; k < complementarities_.size(); ++k)
    if (modes_[k] == RowMode::bound) vector[complementarities_[k].row] = 0;
}

}  // namespace saddle
