#include <saddle/netlist/problem/quadratic_program.hpp>

#include <unordered_map>
#include <unordered_set>

#include <saddle/models/expression/tape.hpp>

namespace saddle {

namespace {

class Extractor {
 public:
  explicit Extractor(const Problem& problem) : problem_(problem) {
    result_.graph = problem.graph;
    for (std::size_t i = 0; i < problem.variables.size(); ++i) {
      index_[problem.variables[i].symbol] = static_cast<int>(i);
      variables_.push_back(problem.variables[i].symbol);
      zero_[problem.variables[i].symbol] = result_.graph.constant(0);
    }
    for (const ProblemParameter& parameter : problem.parameters) parameters_.push_back(parameter.symbol);
    parameter_set_.insert(parameters_.begin(), parameters_.end());
  }

  std::variant<QuadraticProgram, NotQuadratic> run() {
    if (problem_.objective != NodeId::none) take_objective();
    for (std::size_t a = 0; a < problem_.constraints.size(); ++a) take_constraint(static_cast<int>(a));
    if (!why_.empty()) return NotQuadratic{why_, place_};
    evaluate_coefficients();
    return std::move(result_);
  }

 private:
  // The gradient must be affine in x with constant coefficients: each row of H.
  void take_objective() {
    const std::vector<NodeId> gradient = result_.graph.gradient(problem_.objective, variables_);
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const std::string what = "the objective is not quadratic in '" + problem_.variables[i].name + "'";
      result_.linear.push_back(
          take_affine(gradient[i], static_cast<int>(i), result_.hessian, what, problem_.objective_place));
    }
  }

  // g = A x - e.
  void take_constraint(int a) {
    const ProblemConstraint& constraint = problem_.constraints[a];
    const NodeId rest = take_affine(constraint.residual, a, result_.jacobian,
                                    "constraint '" + constraint.name + "' is not linear", constraint.place);
    result_.right_side.push_back(result_.graph.negate(rest));
  }

  // Splits an expression that is affine in x into coefficients, whose nodes are noted for one
  // common evaluation, and the rest. Otherwise notes why not.
  NodeId take_affine(NodeId expression, int row, std::vector<MatrixEntry>& entries, const std::string& why,
                     Place place) {
    Graph& graph = result_.graph;
    std::vector<NodeId> used;
    for (const NodeId symbol : graph.symbols_of(expression))
      if (index_.contains(symbol)) used.push_back(symbol);
    const std::vector<NodeId> slopes = graph.gradient(expression, used);
    for (std::size_t k = 0; k < used.size(); ++k) {
      for (const NodeId symbol : graph.symbols_of(slopes[k])) {
        if (!parameter_set_.contains(symbol) && why_.empty()) {
          why_ = why;
          place_ = place;
        }
      }
      coefficients_.push_back({&entries, entries.size(), slopes[k]});
      entries.push_back({row, index_.at(used[k]), 0});
    }
    return graph.substitute(expression, zero_);
  }

  void evaluate_coefficients() {
    std::vector<NodeId> nodes;
    for (const Coefficient& c : coefficients_) nodes.push_back(c.node);
    const Tape tape(result_.graph, parameters_, nodes);
    std::vector<double> in, out(nodes.size()), work(tape.work_size());
    for (const ProblemParameter& parameter : problem_.parameters) in.push_back(parameter.value);
    tape.run(in, out, work);
    for (std::size_t k = 0; k < nodes.size(); ++k)
      (*coefficients_[k].entries)[coefficients_[k].position].value = out[k];
    std::erase_if(result_.hessian, [](const MatrixEntry& e) { return e.value == 0; });
    std::erase_if(result_.jacobian, [](const MatrixEntry& e) { return e.value == 0; });
  }

  struct Coefficient {
    std::vector<MatrixEntry>* entries;
    std::size_t position;
    NodeId node;
  };

  const Problem& problem_;
  QuadraticProgram result_;
  std::vector<NodeId> variables_, parameters_;
  std::unordered_map<NodeId, int> index_;
  std::unordered_map<NodeId, NodeId> zero_;
  std::unordered_set<NodeId> parameter_set_;
  std::vector<Coefficient> coefficients_;
  std::string why_;
  Place place_;
};

}  // namespace

std::variant<QuadraticProgram, NotQuadratic> as_quadratic_program(const Problem& problem) {
  return Extractor(problem).run();
}

}  // namespace saddle
