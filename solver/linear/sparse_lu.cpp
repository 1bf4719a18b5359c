#include <saddle/solver/linear/sparse_lu.hpp>

#include <klu.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>
#include <vector>

namespace saddle {

namespace {

// Kept pivots are given up when the factors grow this much more than under pivots chosen freely.
constexpr double kGrowthAllowed = 1e4;

// A pivot this small against its column is what rounding leaves of an exact zero.
constexpr double kRoundingPivot = 4 * std::numeric_limits<double>::epsilon();

}  // namespace

struct SparseLu::Implementation {
  explicit Implementation(const Pattern& shape) : pattern(shape) {
    klu_defaults(&common);
    if (pattern.size == 0) return;
    symbolic = klu_analyze(pattern.size, pattern.column_start.data(), pattern.row.data(), &common);
    if (symbolic == nullptr) throw std::bad_alloc();
  }

  ~Implementation() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }

  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  double* entries(std::span<const double> values) {
    assert(values.size() >= pattern.row.size());
    return const_cast<double*>(values.data());  // KLU's C interface; it does not write to them
  }

  // Reciprocal growth of the factors: the least ratio, over columns, of the largest entry of the
  // scaled matrix to the largest of U.
  double reciprocal_growth(double* values) {
    if (!klu_rgrowth(pattern.column_start.data(), pattern.row.data(), values, symbolic, numeric, &common))
      return 0;
    return common.rgrowth;
  }

  bool refactor(double* values) {
    if (numeric == nullptr) return false;
    if (!klu_refactor(pattern.column_start.data(), pattern.row.data(), values, symbolic, numeric, &common))
      return false;
    // Blocks of size one are divided by whatever is there: only rcond = 0 tells of a zero.
    if (!klu_rcond(symbolic, numeric, &common) || common.rcond == 0) return false;
    return reciprocal_growth(values) * kGrowthAllowed >= freely_chosen_growth;
  }

  FactorResult choose_pivots(double* values) {
    ++pivot_choices;
    klu_free_numeric(&numeric, &common);
    numeric = klu_factor(pattern.column_start.data(), pattern.row.data(), values, symbolic, &common);
    if (common.status == KLU_OUT_OF_MEMORY || common.status == KLU_TOO_LARGE) throw std::bad_alloc();
    if (numeric == nullptr) return {std::clamp(common.singular_col, 0, pattern.size - 1)};
    const FactorResult result{column_of_rounding_pivot(values)};
    if (result.regular()) {
      freely_chosen_growth = reciprocal_growth(values);
    } else {
      klu_free_numeric(&numeric, &common);
    }
    return result;
  }

  // The column whose pivot is only rounding against the entries it was eliminated from; -1 if
  // there is none. Singular matrices often end so, instead of with an exact zero.
  int column_of_rounding_pivot(const double* values) const {
    const auto* pivots = static_cast<const double*>(numeric->Udiag);
    for (int k = 0; k < pattern.size; ++k) {
      const int column = symbolic->Q[k];
      double largest = 0;
      for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
        largest = std::max(largest, std::abs(values[slot]) / row_scale(pattern.row[slot]));
      if (!(std::abs(pivots[k]) > kRoundingPivot * largest)) return column;
    }
    return -1;
  }

  // KLU keeps the scale factors in the order of the pivots.
  double row_scale(int row) const { return numeric->Rs == nullptr ? 1.0 : numeric->Rs[numeric->Pinv[row]]; }

  Pattern pattern;
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  double freely_chosen_growth = 0;
  long factorizations = 0, pivot_choices = 0;
};

SparseLu::SparseLu(const Pattern& pattern) : implementation_(std::make_unique<Implementation>(pattern)) {}
SparseLu::~SparseLu() = default;
SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;

FactorResult SparseLu::factor(std::span<const double> values) {
  Implementation& klu = *implementation_;
  if (klu.pattern.size == 0) return {};
  ++klu.factorizations;
  double* entries = klu.entries(values);
  if (klu.refactor(entries)) return {};
  return klu.choose_pivots(entries);
}

void SparseLu::solve(std::span<double> b) {
  Implementation& klu = *implementation_;
  if (klu.pattern.size == 0) return;
  assert(klu.numeric != nullptr);
  klu_solve(klu.symbolic, klu.numeric, klu.pattern.size, 1, b.data(), &klu.common);
}

void SparseLu::solve_transposed(std::span<double> b) {
  Implementation& klu = *implementation_;
  if (klu.pattern.size == 0) return;
  assert(klu.numeric != nullptr);
  klu_tsolve(klu.symbolic, klu.numeric, klu.pattern.size, 1, b.data(), &klu.common);
}

long SparseLu::factorizations() const {
  return implementation_->factorizations;
}
long SparseLu::pivot_choices() const {
  return implementation_->pivot_choices;
}

double SparseLu::factor_entries() const {
  const klu_numeric* numeric = implementation_->numeric;
  return numeric == nullptr
             ? 0
             : static_cast<double>(numeric->lnz) + numeric->unz + implementation_->symbolic->nzoff;
}

}  // namespace saddle
