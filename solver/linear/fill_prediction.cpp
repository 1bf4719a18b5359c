#include <saddle/solver/linear/fill_prediction.hpp>

#include <klu.h>

namespace saddle {

FillPrediction predict_fill(const Pattern& pattern) {
  if (pattern.size == 0) return {};
  klu_common common;
  klu_defaults(&common);
  // KLU's C interface takes what it only reads without const.
  klu_symbolic* symbolic = klu_analyze(pattern.size, const_cast<int*>(pattern.column_start.data()),
                                       const_cast<int*>(pattern.row.data()), &common);
  if (symbolic == nullptr) return {.known = false};
  const FillPrediction predicted{symbolic->est_flops, symbolic->lnz + symbolic->unz + symbolic->nzoff};
  klu_free_symbolic(&symbolic, &common);
  return predicted;
}

}  // namespace saddle
