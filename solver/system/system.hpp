// The one interface: everything that moves is a system
//
//     d/dt q(t, y, p) + f(t, y, p) = 0,      C = dq/dy,  G = df/dy,
//
// whether it is a circuit (q charges, f currents), a flow of a constrained optimization
// (q = time constant * state, f = minus the gradient terms) or a mechanism (q momenta).
// Solvers, integrators and analyses know nothing else about it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <saddle/solver/system/pattern.hpp>

namespace saddle {

// What a variable measures. The absolute tolerance is the size below which an error in a
// variable of this kind does not matter.
struct VariableKind {
  std::string name;                  // "voltage"
  std::string unit;                  // "V"
  double absolute_tolerance = 1e-9;  // in `unit`, > 0
};

struct Variable {
  std::string name;
  int kind = 0;            // index into System::kinds()
  bool algebraic = false;  // its column of C is zero: the error test leaves it out
};

// The row reads  0 <= y[variable]  complementary to  d/dt q_row + f_row >= 0 :
// a contact or an ideal diode where q_row = 0, a clamped multiplier where q_row = tau*lambda.
// The entry (row, variable) must be in the pattern.
struct Complementarity {
  int row = 0;
  int variable = 0;
};

// Models that must not be followed too far in one Newton step (an amplifier of gain 10,000)
// remember where they were last evaluated and, inside a Newton iteration, answer with their
// tangent there. `none` asks for the plain value.
enum class NewtonPhase { none, first, next };

struct Point {
  double time = 0;
  std::span<const double> y;
  double source_scale = 1;  // homotopy: independent sources times this
  double gmin = 0;          // homotopy: conductance from every node to ground [S]
  NewtonPhase phase = NewtonPhase::none;
};

enum class Need { residual, jacobian };

// What `evaluate` fills. Every array has one slot more than it needs; the last is written by
// grounded terminals and read by nobody.
struct Evaluation {
  explicit Evaluation(const Pattern& pattern)
      : q(pattern.size + 1), f(pattern.size + 1), C(pattern.entries() + 1), G(pattern.entries() + 1) {}
  std::vector<double> q, f;
  std::vector<double> C, G;  // only with Need::jacobian
  bool limited = false;      // a model answered with a tangent: Newton has not converged yet
};

struct Parameter {
  std::string name;  // "r1.resistance"
  std::string unit;
  double value = 0;
};

// One column of dq/dp and df/dp: entry k belongs to row rows[k].
struct ParameterColumn {
  std::vector<int> rows;
  std::vector<double> dq, df;
};

// A quantity z(t, y) whose change of sign matters: a switch, an impact, a corner of a model.
struct Event {
  enum class Direction { both, rising, falling };
  std::string name;  // "ball hits floor"
  Direction direction = Direction::both;
};

// What a system did about events.
enum class EventResponse {
  nothing,       // they were only worth a note
  restart,       // the state or the equations changed: begin a new smooth piece
  restructured,  // variables or pattern changed too: y has the new size
  stop,          // the run is over
};

class System {
 public:
  virtual ~System() = default;

  // Description, constant until the structure changes.
  virtual const std::vector<VariableKind>& kinds() const = 0;
  virtual const std::vector<Variable>& variables() const = 0;
  virtual const Pattern& pattern() const = 0;
  virtual std::string row_name(int row) const { return "equation of '" + variables()[row].name + "'"; }
  virtual std::vector<Complementarity> complementarities() const { return {}; }

  // Fills q and f, and with Need::jacobian also C and G, overwriting what was there. With
  // Need::residual C and G keep their values: Newton goes on using them.
  virtual void evaluate(const Point& at, Evaluation& out, Need need) = 0;

  // Where to begin: initial conditions where there are any, else a guess.
  virtual void start(std::span<double> y) const = 0;

  // The first time > after where an input jumps or has a corner; infinity if there is none.
  virtual double next_jump(double after) const;
  // The longest step that overlooks no motion of a smooth input (a sine between two of its
  // swings); infinity if the inputs ask for nothing.
  virtual double longest_step() const;

  // Events: the list is constant until the structure changes. A run finds where a z_k changes
  // sign in its direction, brings y there and calls respond once with all events of that moment,
  // ascending. respond may change the system's mode and y (a jump of state).
  virtual std::vector<Event> events() const { return {}; }
  virtual void event_values(double time, std::span<const double> y, std::span<double> z);
  virtual EventResponse respond(double time, std::span<const int> events, std::vector<double>& y);

  // Parameters can be changed without a new analysis of the pattern.
  virtual std::vector<Parameter> parameters() const { return {}; }
  virtual void set_parameters(std::span<const double> values);
  virtual ParameterColumn parameter_derivative(const Point& at, int parameter);

  int size() const { return pattern().size; }
};

}  // namespace saddle
