#include <saddle/solver/linear/sparse_lu.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <saddle/solver/linear/klu_functions.hpp>

namespace saddle {

namespace {

// Kept pivots are given up when the factors grow this much more than under pivots chosen freely.
constexpr double kGrowthAllowed = 1e4;

// While every pivot stays within this factor of what it was when growth was last measured, growth is
// not measured again: that costs as much as the factorization of a ladder itself.
constexpr double kPivotChange = 64;

// A pivot this small against its column is what rounding leaves of an exact zero.
constexpr double kRoundingPivot = 4 * std::numeric_limits<double>::epsilon();

double size_of(double value) {
  return std::abs(value);
}
double size_of(std::complex<double> value) {
  return std::abs(value.real()) + std::abs(value.imag());
}

}  // namespace

class LuAnalysis {
 public:
  explicit LuAnalysis(const Pattern& shape) : pattern(shape) {
    klu_defaults(&common);
    if (pattern.size == 0) return;
    symbolic = klu_analyze(pattern.size, pattern.column_start.data(), pattern.row.data(), &common);
    if (symbolic == nullptr) throw std::bad_alloc();
  }
  ~LuAnalysis() { klu_free_symbolic(&symbolic, &common); }
  LuAnalysis(const LuAnalysis&) = delete;
  LuAnalysis& operator=(const LuAnalysis&) = delete;

  // KLU's C interface knows no const; it does not write to these.
  int* column_start() const { return const_cast<int*>(pattern.column_start.data()); }
  int* row() const { return const_cast<int*>(pattern.row.data()); }

  Pattern pattern;
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
};

template <class Scalar>
struct BasicSparseLu<Scalar>::Implementation {
  using Klu = KluFunctions<Scalar>;

  explicit Implementation(std::shared_ptr<const LuAnalysis> shared)
      : analysis(std::move(shared)),
        pattern(analysis->pattern),
        common(analysis->common),
        symbolic(analysis->symbolic),
        measured_pivots(pattern.size) {}
  ~Implementation() { Klu::release(&numeric, &common); }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  static double* numbers(const Scalar* values) {
    return reinterpret_cast<double*>(const_cast<Scalar*>(values));
  }

  // Reciprocal growth of the factors: the least ratio, over columns, of the largest entry of the
  // scaled matrix to the largest of U.
  double reciprocal_growth(const Scalar* values) {
    const int done =
        Klu::growth(analysis->column_start(), analysis->row(), numbers(values), symbolic, numeric, &common);
    return done ? common.rgrowth : 0;
  }

  bool refactor(const Scalar* values) {
    if (numeric == nullptr) return false;
    if (!Klu::refactor(analysis->column_start(), analysis->row(), numbers(values), symbolic, numeric,
                       &common))
      return false;
    if (pivots_are_as_before()) return true;
    // Blocks of size one are divided by whatever is there: a zero is found here only.
    for (const Scalar pivot : pivots())
      if (!(size_of(pivot) > 0)) return false;
    if (!(reciprocal_growth(values) * kGrowthAllowed >= freely_chosen_growth)) return false;
    remember_pivots();
    return true;
  }

  std::span<const Scalar> pivots() const {
    return {static_cast<const Scalar*>(numeric->Udiag), static_cast<std::size_t>(pattern.size)};
  }

  // False also for a pivot that is zero or not a number.
  bool pivots_are_as_before() const {
    const Scalar* pivot = pivots().data();
    const double* before = measured_pivots.data();
    int changed = 0;
    for (int k = 0; k < pattern.size; ++k) {
      const double now = size_of(pivot[k]);
      changed += !(now * kPivotChange >= before[k]) | !(now <= kPivotChange * before[k]);
    }
    return changed == 0;
  }

  void remember_pivots() {
    for (int k = 0; k < pattern.size; ++k) measured_pivots[k] = size_of(pivots()[k]);
  }

  FactorResult choose_pivots(const Scalar* values) {
    ++pivot_choices;
    Klu::release(&numeric, &common);
    numeric = Klu::factor(analysis->column_start(), analysis->row(), numbers(values), symbolic, &common);
    if (common.status == KLU_OUT_OF_MEMORY || common.status == KLU_TOO_LARGE) throw std::bad_alloc();
    if (numeric == nullptr) return {std::clamp(common.singular_col, 0, pattern.size - 1)};
    const FactorResult result{column_of_rounding_pivot(values)};
    if (result.regular()) {
      freely_chosen_growth = reciprocal_growth(values);
      remember_pivots();
    } else {
      Klu::release(&numeric, &common);
    }
    return result;
  }

  // The column whose pivot is only rounding against the entries it was eliminated from; -1 if
  // there is none. Singular matrices often end so, instead of with an exact zero.
  int column_of_rounding_pivot(const Scalar* values) const {
    for (int k = 0; k < pattern.size; ++k) {
      const int column = symbolic->Q[k];
      double largest = 0;
      for (int slot = pattern.column_start[column]; slot < pattern.column_start[column + 1]; ++slot)
        largest = std::max(largest, std::abs(values[slot]) / row_scale(pattern.row[slot]));
      if (!(std::abs(pivots()[k]) > kRoundingPivot * largest)) return column;
    }
    return -1;
  }

  // KLU keeps the scale factors in the order of the pivots.
  double row_scale(int row) const { return numeric->Rs == nullptr ? 1.0 : numeric->Rs[numeric->Pinv[row]]; }

  std::shared_ptr<const LuAnalysis> analysis;
  const Pattern& pattern;
  klu_common common;
  klu_symbolic* symbolic;
  klu_numeric* numeric = nullptr;
  double freely_chosen_growth = 0;
  std::vector<double> measured_pivots;
  long factorizations = 0, pivot_choices = 0;
};

template <class Scalar>
BasicSparseLu<Scalar>::BasicSparseLu(const Pattern& pattern)
    : BasicSparseLu(std::make_shared<const LuAnalysis>(pattern)) {}
template <class Scalar>
BasicSparseLu<Scalar>::BasicSparseLu(std::shared_ptr<const LuAnalysis> analysis)
    : implementation_(std::make_unique<Implementation>(std::move(analysis))) {}
template <class Scalar>
BasicSparseLu<Scalar>::~BasicSparseLu() = default;
template <class Scalar>
BasicSparseLu<Scalar>::BasicSparseLu(BasicSparseLu&&) noexcept = default;
template <class Scalar>
BasicSparseLu<Scalar>& BasicSparseLu<Scalar>::operator=(BasicSparseLu&&) noexcept = default;

template <class Scalar>
FactorResult BasicSparseLu<Scalar>::factor(std::span<const Scalar> values) {
  Implementation& klu = *implementation_;
  if (klu.pattern.size == 0) return {};
  assert(values.size() >= klu.pattern.row.size());
  ++klu.factorizations;
  if (klu.refactor(values.data())) return {};
  return klu.choose_pivots(values.data());
}

template <class Scalar>
void BasicSparseLu<Scalar>::solve(std::span<Scalar> b) {
  Implementation& klu = *implementation_;
  if (klu.pattern.size == 0) return;
  assert(klu.numeric != nullptr);
  KluFunctions<Scalar>::solve(klu.symbolic, klu.numeric, klu.pattern.size, 1,
                              Implementation::numbers(b.data()), &klu.common);
}

template <class Scalar>
void BasicSparseLu<Scalar>::solve_transposed(std::span<Scalar> b) {
  Implementation& klu = *implementation_;
  if (klu.pattern.size == 0) return;
  assert(klu.numeric != nullptr);
  KluFunctions<Scalar>::solve_transposed(klu.symbolic, klu.numeric, klu.pattern.size,
                                         Implementation::numbers(b.data()), &klu.common);
}

template <class Scalar>
long BasicSparseLu<Scalar>::factorizations() const {
  return implementation_->factorizations;
}

template <class Scalar>
long BasicSparseLu<Scalar>::pivot_choices() const {
  return implementation_->pivot_choices;
}

template <class Scalar>
double BasicSparseLu<Scalar>::factor_entries() const {
  const klu_numeric* numeric = implementation_->numeric;
  return numeric == nullptr
             ? 0
             : static_cast<double>(numeric->lnz) + numeric->unz + implementation_->symbolic->nzoff;
}

template <class Scalar>
std::shared_ptr<const LuAnalysis> BasicSparseLu<Scalar>::analysis() const {
  return implementation_->analysis;
}

template class BasicSparseLu<double>;
template class BasicSparseLu<std::complex<double>>;

}  // namespace saddle
