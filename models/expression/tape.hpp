// An expression graph's part that is needed, as straight-line code over doubles.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include <saddle/models/expression/graph.hpp>

namespace saddle {

class Tape {
 public:
  Tape() = default;
  // `inputs` are symbol nodes, in the order their values will be given. A symbol that is used
  // and not listed is a programming error (assert).
  Tape(const Graph& graph, std::span<const NodeId> inputs, std::span<const NodeId> outputs);

  // Runs once. `work` needs work_size() doubles; nothing is allocated.
  void run(std::span<const double> inputs, std::span<double> outputs, std::span<double> work) const;
  int work_size() const { return work_size_; }

 private:
  struct Instruction {
    Op op;
    int target, a, b;
  };
  int work_size_ = 0;
  std::vector<std::pair<int, double>> constants_;  // (register, value)
  std::vector<Instruction> code_;
  std::vector<int> output_registers_;
  int inputs_ = 0;
};

// One operation on doubles: the single definition that folding, tapes and values share.
double apply(Op op, double a, double b);

}  // namespace saddle
