// Rows of the system that Newton replaces by "a variable equals a value": held variables, and
// complementarity rows while their variable rests on its bound.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include <saddle/solver/system/system.hpp>

namespace saddle {

// For a complementarity row  0 <= a  _|_  r >= 0  with a = y[variable] and
// r = d/dt q_row + f_row: which of the two is zero.
enum class RowMode : char { equation, bound };  // r = 0; a = 0

// The entries of chosen rows of a matrix that is stored by columns, gathered once.
class RowSlots {
 public:
  struct Entry {
    int slot, column;
  };
  RowSlots(const Pattern& pattern, std::span<const int> rows);
  std::span<const Entry> row(int index) const {  // index into `rows`
    return std::span(entries_).subspan(start_[index], start_[index + 1] - start_[index]);
  }

 private:
  std::vector<int> start_;
  std::vector<Entry> entries_;
};

class ReplacedRows {
 public:
  explicit ReplacedRows(const System& system);

  // From now on the row of variables[k] reads y[variables[k]] = values[k]. Throws
  // std::invalid_argument for a variable that does not exist or whose own row is a
  // complementarity row.
  void hold(std::vector<int> variables, std::vector<double> values);

  int complementarities() const { return static_cast<int>(complementarities_.size()); }
  const Complementarity& complementarity(int index) const { return complementarities_[index]; }
  std::span<RowMode> modes() { return modes_; }
  std::span<const RowMode> modes() const { return modes_; }

  // Keeps r of every complementarity row from a residual that has no replacements yet.
  void remember_residuals(std::span<const double> residual);
  double row_residual(int index) const { return row_residual_[index]; }
  void set_row_residual(int index, double value) { row_residual_[index] = value; }
  void add_to_row_residual(int index, double change) { row_residual_[index] += change; }

  // Semismooth Newton on the natural residual min(a, s r), s > 0: the smaller of the two decides
  // the mode. s brings r to the scale of a: one over the row's entry at the variable, or where
  // that is zero over the row's largest entry. True if any mode changed.
  bool choose_modes(std::span<const double> y, std::span<const double> matrix);

  void replace_in_residual(std::span<const double> y, std::span<double> residual) const;
  void replace_in_matrix(std::span<double> matrix) const;
  void replace_in_matrix(std::span<std::complex<double>> matrix) const;
  // replace(row, variable, value) for every row that now reads y[variable] = value.
  template <class Replace>
  void for_each(Replace replace) const {
    for (std::size_t k = 0; k < held_.size(); ++k) replace(held_[k], held_[k], held_values_[k]);
    for (std::size_t k = 0; k < complementarities_.size(); ++k)
      if (modes_[k] == RowMode::bound)
        replace(complementarities_[k].row, complementarities_[k].variable, 0.0);
  }
  void clear_rows(std::span<double> vector) const;  // zero in every replaced row

  std::span<const RowSlots::Entry> entries(int complementarity) const { return slots_.row(complementarity); }

 private:
  template <class Scalar>
  void replace_rows_of(std::span<Scalar> matrix) const;

  Pattern pattern_;
  std::vector<Complementarity> complementarities_;
  std::vector<int> bound_slot_;  // of (row, variable)
  RowSlots slots_;
  std::vector<RowMode> modes_;
  std::vector<double> row_residual_;

  std::vector<int> held_;
  std::vector<double> held_values_;
  RowSlots held_slots_;
};

}  // namespace saddle
