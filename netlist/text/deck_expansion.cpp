#include <saddle/netlist/text/deck_expansion.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <saddle/netlist/text/deck_cards.hpp>
#include <saddle/netlist/text/deck_elements.hpp>

namespace saddle {

namespace {

constexpr int kDeepestInstance = 100;
// A few lines of subcircuits that use each other can ask for more devices than there is memory.
constexpr long kMostElements = 10'000'000;

struct InstanceLine {
  Token name, subcircuit;
  std::vector<Token> nodes;
  std::vector<Assignment> parameters;
};

InstanceLine read_instance_line(Deck& deck, const LogicalLine& line) {
  TokenReader tokens(deck.text, line.begin, line.end);
  InstanceLine result;
  result.name = tokens.next();
  result.nodes = read_words_before_assignments(tokens);
  if (result.nodes.empty())
    deck.fail(tokens.missing_at(), fmt::format("instance '{}' names no subcircuit", result.name.text));
  result.subcircuit = result.nodes.back();
  result.nodes.pop_back();
  result.parameters = read_assignments(deck.text, tokens);
  return result;
}

void check_node_count(const Deck& deck, const InstanceLine& line, std::size_t wanted) {
  if (line.nodes.size() == wanted) return;
  const std::size_t offset = line.nodes.size() > wanted ? line.nodes[wanted].offset : line.subcircuit.offset;
  deck.fail(offset, fmt::format("'{}' has {} node{}, this instance gives {}", line.subcircuit.text, wanted,
                                wanted == 1 ? "" : "s", line.nodes.size()));
}

[[noreturn]] void fail_given_twice(const Deck& deck, const Token& name) {
  deck.fail(name.offset, fmt::format("parameter '{}' is given twice", name.text));
}

void add_native_device(Deck& deck, const Instance& at, const LogicalLine& line, const InstanceLine& said,
                       const DeviceInfo& info) {
  check_node_count(deck, said, info.terminals.size());
  std::vector<double> parameters;
  for (const ParameterInfo& parameter : info.parameters) parameters.push_back(parameter.default_value);
  std::vector<bool> given(parameters.size());
  for (const Assignment& assignment : said.parameters) {
    const auto found = std::find_if(info.parameters.begin(), info.parameters.end(),
                                    [&](const ParameterInfo& p) { return p.name == assignment.name.text; });
    if (found == info.parameters.end()) {
      std::string names;
      for (const ParameterInfo& p : info.parameters)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", p.name);
      deck.fail(assignment.name.offset,
                fmt::format("{} has no parameter '{}'{}", info.subcircuit, assignment.name.text,
                            names.empty() ? "" : fmt::format(" (it has {})", names)));
    }
    const auto index = static_cast<std::size_t>(found - info.parameters.begin());
    if (given[index]) fail_given_twice(deck, assignment.name);
    given[index] = true;
    parameters[index] = deck.values.assigned(assignment.value, *at.parameters);
  }
  std::vector<int> nodes;
  for (const Token& node : said.nodes) nodes.push_back(deck.connect(at, node));
  deck.add(at, said.name, line, info.kind, std::move(nodes), std::move(parameters));
}

void check_recursion(const Deck& deck, const Instance& at, const Subcircuit& definition, const Token& name) {
  std::string chain(definition.name);
  for (const Instance* level = &at; level; level = level->caller.get()) {
    if (level->caller) chain = fmt::format("{} > {}", level->definition->name, chain);
    if (level->definition == &definition)
      deck.fail(name.offset, fmt::format("subcircuit '{}' contains itself: {}", definition.name, chain));
  }
  if (at.depth == kDeepestInstance)
    deck.fail(name.offset,
              fmt::format("subcircuits use each other more than {} levels deep", kDeepestInstance));
}

// Values given by the instance are evaluated where it stands; defaults inside the new frame.
std::shared_ptr<ParameterFrame> bind_parameters(Deck& deck, const Instance& at, const InstanceLine& said,
                                                const Subcircuit& definition) {
  auto frame = std::make_shared<ParameterFrame>(at.parameters);
  for (const Assignment& assignment : said.parameters) {
    if (!definition.parameter_names.contains(assignment.name.text))
      deck.fail(assignment.name.offset,
                fmt::format("subcircuit '{}' has no parameter '{}'", definition.name, assignment.name.text));
    if (!frame->define(assignment.name.text, deck.values.assigned(assignment.value, *at.parameters)))
      fail_given_twice(deck, assignment.name);
  }
  for (const Assignment& parameter : definition.parameters)
    frame->define(parameter.name.text, parameter.value);
  return frame;
}

void define_parameters(Deck& deck, const Instance& instance) {
  std::vector<Token> names;
  for (const LogicalLine& line : instance.definition->parameter_cards) {
    TokenReader tokens(deck.text, line.begin, line.end);
    tokens.next();
    for (const Assignment& assignment : read_assignments(deck.text, tokens)) {
      if (!instance.parameters->define(assignment.name.text, assignment.value))
        deck.fail(assignment.name.offset,
                  fmt::format("parameter '{}' is defined twice", assignment.name.text));
      names.push_back(assignment.name);
    }
  }
  for (const Token& name : names) deck.values.parameter(name.text, name.offset, *instance.parameters);
}

}  // namespace

void expand(Deck& deck, const std::shared_ptr<const Instance>& instance) {
  define_parameters(deck, *instance);
  for (const LogicalLine& line : instance->definition->cards) read_card(deck, *instance, line);
  for (const LogicalLine& line : instance->definition->elements) {
    if (++deck.expanded_lines > kMostElements)
      deck.fail(line.begin, fmt::format("the deck expands to more than {} elements", kMostElements));
    read_element(deck, instance, line);
  }
}

void read_instance(Deck& deck, const std::shared_ptr<const Instance>& at, const LogicalLine& line) {
  const InstanceLine said = read_instance_line(deck, line);
  if (const DeviceInfo* native = find_subcircuit_device(said.subcircuit.text)) {
    add_native_device(deck, *at, line, said, *native);
    return;
  }
  const Subcircuit* definition = at->definition->find(said.subcircuit.text);
  if (!definition)
    deck.fail(said.subcircuit.offset, fmt::format("unknown subcircuit '{}'", said.subcircuit.text));
  check_node_count(deck, said, definition->ports.size());
  check_recursion(deck, *at, *definition, said.subcircuit);

  auto instance = std::make_shared<Instance>();
  instance->definition = definition;
  instance->prefix = at->prefix + std::string(said.name.text) + ".";
  for (std::size_t k = 0; k < said.nodes.size(); ++k)
    instance->ports.emplace(definition->ports[k], at->node_name(said.nodes[k].text));
  instance->parameters = bind_parameters(deck, *at, said, *definition);
  instance->caller = at;
  instance->depth = at->depth + 1;
  expand(deck, instance);
}

}  // namespace saddle
