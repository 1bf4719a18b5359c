#include <saddle/models/expression/graph.hpp>

#include <bit>
#include <cassert>

#include <saddle/models/expression/reach.hpp>
#include <saddle/models/expression/tape.hpp>

namespace saddle {

namespace {

bool commutes(Op op) {
  return op == Op::add || op == Op::multiply;
}

std::uint64_t mix(std::uint64_t h, std::uint64_t value) {  // the finaliser of splitmix64
  h += value + 0x9E3779B97F4A7C15u;
  h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9u;
  h = (h ^ (h >> 27)) * 0x94D049BB133111EBu;
  return h ^ (h >> 31);
}

std::uint64_t hash(const Graph::Node& node) {
  auto a = static_cast<std::uint64_t>(node.a), b = static_cast<std::uint64_t>(node.b);
  if (commutes(node.op) && a > b) std::swap(a, b);
  std::uint64_t h = mix(static_cast<std::uint64_t>(node.op), a);
  h = mix(h, b);
  h = mix(h, std::bit_cast<std::uint64_t>(node.value));
  return mix(h, static_cast<std::uint64_t>(node.symbol));
}

bool equal(const Graph::Node& x, const Graph::Node& y) {
  if (x.op != y.op || x.symbol != y.symbol) return false;
  if (std::bit_cast<std::uint64_t>(x.value) != std::bit_cast<std::uint64_t>(y.value)) return false;
  return (x.a == y.a && x.b == y.b) || (commutes(x.op) && x.a == y.b && x.b == y.a);
}

}  // namespace

NodeId Graph::intern(const Node& node) {
  if (2 * (nodes_.size() + 1) > table_.size()) grow_table();
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash(node) & mask;
  for (; table_[at] != NodeId::none; at = (at + 1) & mask)
    if (equal((*this)[table_[at]], node)) return table_[at];
  const auto id = static_cast<NodeId>(nodes_.size());
  nodes_.push_back(node);
  table_[at] = id;
  return id;
}

void Graph::grow_table() {
  table_.assign(table_.empty() ? 64 : 2 * table_.size(), NodeId::none);
  const std::size_t mask = table_.size() - 1;
  for (int k = 0; k < size(); ++k) {
    const auto id = static_cast<NodeId>(k);
    std::size_t at = hash((*this)[id]) & mask;
    while (table_[at] != NodeId::none) at = (at + 1) & mask;
    table_[at] = id;
  }
}

NodeId Graph::constant(double value) {
  return intern({.op = Op::constant, .value = value == 0 ? 0.0 : value});  // -0 is 0
}

NodeId Graph::symbol(std::string_view name) {
  if (const auto found = symbol_nodes_.find(name); found != symbol_nodes_.end()) return found->second;
  const NodeId id = intern({.op = Op::symbol, .symbol = static_cast<int>(symbols_.size())});
  symbols_.emplace_back(name);
  symbol_nodes_.emplace(name, id);
  return id;
}

NodeId Graph::find_symbol(std::string_view name) const {
  const auto found = symbol_nodes_.find(name);
  return found == symbol_nodes_.end() ? NodeId::none : found->second;
}

bool Graph::is_constant(NodeId id, double value) const {
  return is_constant(id) && (*this)[id].value == value;
}

std::vector<NodeId> Graph::symbols_of(NodeId id) const {
  const Reach reach(*this, {&id, 1});
  std::vector<NodeId> found;
  for (const NodeId below : reach.ids())
    if ((*this)[below].op == Op::symbol) found.push_back(below);
  return found;
}

NodeId Graph::substitute(NodeId id, const std::unordered_map<NodeId, NodeId>& with) {
  const Reach reach(*this, {&id, 1});
  std::vector<NodeId> image(reach.ids());
  const auto image_of = [&](NodeId operand) {
    return operand == NodeId::none ? operand : image[static_cast<std::size_t>(reach.position(operand))];
  };
  for (std::size_t k = 0; k < image.size(); ++k) {
    const Node node = (*this)[image[k]];
    if (node.op == Op::symbol) {
      if (const auto found = with.find(image[k]); found != with.end()) image[k] = found->second;
    } else if (node.op != Op::constant) {
      const NodeId a = image_of(node.a), b = image_of(node.b);
      if (a != node.a || b != node.b) image[k] = make(node.op, a, b);
    }
  }
  return image.back();
}

NodeId Graph::import(const Graph& from, NodeId id) {
  if (&from == this) return id;
  const Reach reach(from, {&id, 1});
  std::vector<NodeId> image(reach.ids().size());
  const auto image_of = [&](NodeId operand) {
    return operand == NodeId::none ? operand : image[static_cast<std::size_t>(reach.position(operand))];
  };
  for (std::size_t k = 0; k < image.size(); ++k) {
    const Node& node = from[reach.ids()[k]];
    if (node.op == Op::constant)
      image[k] = constant(node.value);
    else if (node.op == Op::symbol)
      image[k] = symbol(from.symbols_[static_cast<std::size_t>(node.symbol)]);
    else
      image[k] = make(node.op, image_of(node.a), image_of(node.b));
  }
  return image.back();
}

double Graph::value(NodeId id, std::span<const double> symbol_values) const {
  const Reach reach(*this, {&id, 1});
  std::vector<double> values(reach.ids().size());
  const auto value_of = [&](NodeId operand) {
    return operand == NodeId::none ? 0.0 : values[static_cast<std::size_t>(reach.position(operand))];
  };
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Node& node = (*this)[reach.ids()[k]];
    if (node.op == Op::constant) {
      values[k] = node.value;
    } else if (node.op == Op::symbol) {
      assert(static_cast<std::size_t>(node.symbol) < symbol_values.size());
      values[k] = symbol_values[static_cast<std::size_t>(node.symbol)];
    } else {
      values[k] = apply(node.op, value_of(node.a), value_of(node.b));
    }
  }
  return values.back();
}

}  // namespace saddle
