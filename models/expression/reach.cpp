#include <saddle/models/expression/reach.hpp>

#include <algorithm>

namespace saddle {

namespace {

// Which nodes were seen: a hash set by open addressing that only grows.
class SeenNodes {
 public:
  bool insert(NodeId id) {  // true when it is new
    if (2 * (count_ + 1) > slots_.size()) grow();
    NodeId& slot = find(id);
    if (slot == id) return false;
    slot = id;
    ++count_;
    return true;
  }

 private:
  NodeId& find(NodeId id) {
    std::size_t at = (static_cast<std::uint64_t>(id) * 0x9E3779B97F4A7C15u) >> shift_;
    while (slots_[at] != NodeId::none && slots_[at] != id) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void grow() {
    std::vector<NodeId> old(2 * slots_.size(), NodeId::none);
    old.swap(slots_);
    --shift_;
    for (const NodeId id : old)
      if (id != NodeId::none) find(id) = id;
  }

  std::vector<NodeId> slots_ = std::vector<NodeId>(64, NodeId::none);
  int shift_ = 64 - 6;
  std::size_t count_ = 0;
};

constexpr std::size_t kDensityLimit = 8;  // a direct table may be this much longer than the ids

}  // namespace

Reach::Reach(const Graph& graph, std::span<const NodeId> roots) {
  SeenNodes seen;
  const auto visit = [&](NodeId id) {
    if (id != NodeId::none && seen.insert(id)) ids_.push_back(id);
  };
  for (const NodeId root : roots) visit(root);
  for (std::size_t k = 0; k < ids_.size(); ++k) {
    const Graph::Node& node = graph[ids_[k]];
    visit(node.a);
    visit(node.b);
  }
  std::sort(ids_.begin(), ids_.end());
  if (ids_.empty()) return;
  const auto first = static_cast<std::size_t>(ids_.front());
  const std::size_t range = static_cast<std::size_t>(ids_.back()) - first + 1;
  if (range > kDensityLimit * ids_.size()) return;
  direct_.assign(range, -1);
  for (std::size_t k = 0; k < ids_.size(); ++k)
    direct_[static_cast<std::size_t>(ids_[k]) - first] = static_cast<int>(k);
}

int Reach::position(NodeId id) const {
  if (ids_.empty() || id < ids_.front() || id > ids_.back()) return -1;
  if (!direct_.empty()) return direct_[static_cast<std::size_t>(id) - static_cast<std::size_t>(ids_.front())];
  const auto at = std::lower_bound(ids_.begin(), ids_.end(), id);
  return *at == id ? static_cast<int>(at - ids_.begin()) : -1;
}

}  // namespace saddle
