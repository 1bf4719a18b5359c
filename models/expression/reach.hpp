// The part of a graph that some expressions need.
#pragma once

#include <span>
#include <vector>

#include <saddle/models/expression/graph.hpp>

namespace saddle {

// All nodes below the roots, operands before users. Found in work and memory that grow with
// their number, not with the graph, so that a thousand small expressions in one large graph cost
// what they are worth.
class Reach {
 public:
  Reach(const Graph& graph, std::span<const NodeId> roots);

  int size() const { return static_cast<int>(ids_.size()); }
  NodeId operator[](int position) const { return ids_[static_cast<std::size_t>(position)]; }
  const std::vector<NodeId>& ids() const { return ids_; }  // ascending
  int position(NodeId id) const;                           // -1 if it is not reached

 private:
  std::vector<NodeId> ids_;
  std::vector<int> direct_;  // position by id - ids_.front(), where the ids lie densely enough
};

}  // namespace saddle
