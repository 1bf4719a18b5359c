// IDA of SUNDIALS on a system of the bench: F(t, y, y') = C y' + f(t, y), dF/dy + c dF/dy' = G + c C.
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>

#include "measure.hpp"
#include "solvers.hpp"

namespace saddle::bench {

namespace {

constexpr long kMostSteps = 1'000'000;
constexpr int kAmd = 0;  // KLU's own default order; SUNDIALS would take COLAMD

struct Equations {
  BenchSystem& system;
  Evaluation evaluation;

  Point at(double t, N_Vector y) {
    return {.time = t, .y = {N_VGetArrayPointer(y), static_cast<std::size_t>(system.size())}};
  }
};

int residual(double t, N_Vector y, N_Vector slope, N_Vector r, void* user) {
  auto& e = *static_cast<Equations*>(user);
  e.system.evaluate(e.at(t, y), e.evaluation, Need::residual);
  double* out = N_VGetArrayPointer(r);
  const double* rate = N_VGetArrayPointer(slope);
  std::copy_n(e.evaluation.f.begin(), e.system.size(), out);
  for (const Entry& c : e.system.charge_entries()) out[c.row] += c.value * rate[c.column];
  return 0;
}

int dense_jacobian(double t, double c, N_Vector y, N_Vector, N_Vector, SUNMatrix J, void* user, N_Vector,
                   N_Vector, N_Vector) {
  auto& e = *static_cast<Equations*>(user);
  e.system.evaluate(e.at(t, y), e.evaluation, Need::jacobian);
  const Pattern& p = e.system.pattern();
  for (int column = 0; column < p.size; ++column) {
    double* to = SUNDenseMatrix_Column(J, column);
    for (int k = p.column_start[column]; k < p.column_start[column + 1]; ++k)
      to[p.row[k]] = c * e.evaluation.C[k] + e.evaluation.G[k];
  }
  return 0;
}

// IDA clears a sparse matrix before the call, pattern included.
int sparse_jacobian(double t, double c, N_Vector y, N_Vector, N_Vector, SUNMatrix J, void* user, N_Vector,
                    N_Vector, N_Vector) {
  auto& e = *static_cast<Equations*>(user);
  e.system.evaluate(e.at(t, y), e.evaluation, Need::jacobian);
  const Pattern& p = e.system.pattern();
  std::copy(p.column_start.begin(), p.column_start.end(), SUNSparseMatrix_IndexPointers(J));
  std::copy(p.row.begin(), p.row.end(), SUNSparseMatrix_IndexValues(J));
  double* to = SUNSparseMatrix_Data(J);
  for (int k = 0; k < p.entries(); ++k) to[k] = c * e.evaluation.C[k] + e.evaluation.G[k];
  return 0;
}

void stay_silent(int, const char*, const char*, char*, void*) {}

class Ida {
 public:
  Ida(BenchSystem& system, bool dense) : equations_{system, Evaluation(system.pattern())} {
    const int n = system.size();
    SUNContext_Create(nullptr, &context_);
    y_ = N_VNew_Serial(n, context_);
    slope_ = N_VClone(y_);
    tolerance_ = N_VClone(y_);
    id_ = N_VClone(y_);
    const auto values = [n](N_Vector v) { return std::span(N_VGetArrayPointer(v), n); };
    system.start(values(y_));
    std::ranges::fill(values(slope_), 0.0);
    system.start_slope(values(slope_));
    for (int i = 0; i < n; ++i) {
      const Variable& variable = system.variables()[i];
      values(tolerance_)[i] = system.kinds()[variable.kind].absolute_tolerance;
      values(id_)[i] = variable.algebraic ? 0 : 1;
    }
    matrix_ = dense ? SUNDenseMatrix(n, n, context_)
                    : SUNSparseMatrix(n, n, system.pattern().entries(), CSC_MAT, context_);
    linear_ = dense ? SUNLinSol_Dense(y_, matrix_, context_) : SUNLinSol_KLU(y_, matrix_, context_);
    if (!dense) SUNLinSol_KLUSetOrdering(linear_, kAmd);
    memory_ = IDACreate(context_);
    IDASetErrHandlerFn(memory_, stay_silent, nullptr);
    IDAInit(memory_, residual, 0, y_, slope_);
    IDASetUserData(memory_, &equations_);
    IDASetLinearSolver(memory_, linear_, matrix_);
    IDASetJacFn(memory_, dense ? dense_jacobian : sparse_jacobian);
    IDASetMaxNumSteps(memory_, kMostSteps);
  }
  ~Ida() {
    IDAFree(&memory_);
    SUNLinSolFree(linear_);
    SUNMatDestroy(matrix_);
    for (N_Vector v : {y_, slope_, tolerance_, id_}) N_VDestroy(v);
    SUNContext_Free(&context_);
  }
  Ida(const Ida&) = delete;
  Ida& operator=(const Ida&) = delete;

  int solve(double stop, double rtol, const IdaOptions& options) {
    IDASVtolerances(memory_, rtol, tolerance_);
    IDASetId(memory_, id_);
    IDASetSuppressAlg(memory_, options.leave_out_algebraic);
    IDASetNonlinConvCoef(memory_, options.newton);
    double reached = 0;
    // Where an input jumps IDA stops just before and begins anew.
    for (double jump = equations_.system.next_jump(0); jump < stop;
         jump = equations_.system.next_jump(jump)) {
      const double before = std::nextafter(jump, 0.0);
      IDASetStopTime(memory_, before);
      const int flag = IDASolve(memory_, before, &reached, y_, slope_, IDA_NORMAL);
      if (flag < 0) return flag;
      IDAReInit(memory_, jump, y_, slope_);
      IDACalcIC(memory_, IDA_YA_YDP_INIT, stop);
      IDAGetConsistentIC(memory_, y_, slope_);
    }
    IDASetStopTime(memory_, stop);
    return IDASolve(memory_, stop, &reached, y_, slope_, IDA_NORMAL);
  }

  void report(Run& run) {
    long failures = 0, nonlinear_failures = 0, jacobian_residuals = 0;
    IDAGetNumSteps(memory_, &run.steps);
    IDAGetNumErrTestFails(memory_, &failures);
    IDAGetNumNonlinSolvConvFails(memory_, &nonlinear_failures);
    IDAGetNumResEvals(memory_, &run.evaluations);
    IDAGetNumLinResEvals(memory_, &jacobian_residuals);
    IDAGetNumJacEvals(memory_, &run.jacobians);
    IDAGetNumLinSolvSetups(memory_, &run.factorizations);
    run.rejected = failures + nonlinear_failures;
    run.evaluations += jacobian_residuals;
    run.y.assign(N_VGetArrayPointer(y_), N_VGetArrayPointer(y_) + equations_.system.size());
  }

 private:
  Equations equations_;
  SUNContext context_ = nullptr;
  N_Vector y_ = nullptr, slope_ = nullptr, tolerance_ = nullptr, id_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver linear_ = nullptr;
  void* memory_ = nullptr;
};

}  // namespace

Run run_ida(BenchSystem& system, double stop, double rtol, const IdaOptions& options) {
  const double began = cpu_seconds();
  Run run;
  Ida ida(system, options.dense);
  const int flag = ida.solve(stop, rtol, options);
  run.seconds = cpu_seconds() - began;
  run.finished = flag >= 0;
  if (flag < 0) run.failure = "IDA returns " + std::to_string(flag);
  ida.report(run);
  return run;
}

}  // namespace saddle::bench
