// Patterns that draw every destination: uniform, hotspot, adversarial_group.

#include <fmt/format.h>

#include <cmath>

#include "routing/base/error.h"
#include "sim/traffic/pattern.h"

namespace netloom {
inline namespace sim {
namespace {

/// Any node but `source`, all alike.
NodeId other_node(NodeId nodes, NodeId source, Random& random) {
  const NodeId drawn = random.below(nodes - 1);
  return drawn + (drawn >= source ? 1 : 0);
}

NodeId checked_nodes(const Netlist& netlist, const char* pattern) {
  if (netlist.hosts.size() < 2) {
    throw Error(fmt::format("traffic pattern '{}' needs at least 2 nodes; the network has {}",
                            pattern, netlist.hosts.size()));
  }
  return static_cast<NodeId>(netlist.hosts.size());
}

class Uniform final : public Pattern {
 public:
  explicit Uniform(NodeId nodes) : nodes_(nodes) {}
  NodeId destination(NodeId source, Random& random) const override {
    return other_node(nodes_, source, random);
  }

 private:
  NodeId nodes_;
};

/// A fraction of every other node's packets goes to the hot node; the rest is uniform, so that it
/// reaches the hot node too. The hot node itself sends uniformly.
class Hotspot final : public Pattern {
 public:
  Hotspot(NodeId nodes, NodeId hot, double fraction) : nodes_(nodes), hot_(hot) {
    threshold_ = static_cast<std::uint64_t>(std::llround(fraction * 4294967296.0));
  }
  NodeId destination(NodeId source, Random& random) const override {
    if (source != hot_ && random.next() < threshold_) return hot_;
    return other_node(nodes_, source, random);
  }

 private:
  NodeId nodes_;
  NodeId hot_;
  std::uint64_t threshold_;  ///< of 2^32 draws, those that go to the hot node
};

/// Consecutive blocks of nodes; each sends to the next block, the last one to the first.
class AdversarialGroup final : public Pattern {
 public:
  AdversarialGroup(NodeId nodes, NodeId block) : block_(block), first_(nodes) {
    for (NodeId node = 0; node < nodes; ++node) first_[node] = (node / block + 1) * block % nodes;
  }
  NodeId destination(NodeId source, Random& random) const override {
    return first_[source] + random.below(block_);
  }

 private:
  NodeId block_;
  std::vector<NodeId> first_;  ///< first node of the block that a node sends to
};

std::unique_ptr<Pattern> make_hotspot(const Netlist& netlist, const ParameterMap& parameters) {
  const NodeId nodes = checked_nodes(netlist, "hotspot");
  const std::int64_t hot = integer_parameter(parameters, "node");
  if (hot >= nodes) {
    throw Error(fmt::format("traffic pattern 'hotspot': node {} does not exist; allowed: 0 to {}",
                            hot, nodes - 1));
  }
  return std::make_unique<Hotspot>(nodes, static_cast<NodeId>(hot),
                                   real_parameter(parameters, "fraction"));
}

std::unique_ptr<Pattern> make_adversarial_group(const Netlist& netlist,
                                                const ParameterMap& parameters) {
  const NodeId nodes = checked_nodes(netlist, "adversarial_group");
  const std::int64_t block = integer_parameter(parameters, "block");
  if (block * 2 > nodes || nodes % block != 0) {
    throw Error(
        fmt::format("traffic pattern 'adversarial_group': blocks of {} nodes do not divide {} "
                    "nodes into 2 or more equal blocks",
                    block, nodes));
  }
  return std::make_unique<AdversarialGroup>(nodes, static_cast<NodeId>(block));
}

Parameter real_between(const char* name, const char* meaning, double default_value, double minimum,
                       double maximum) {
  Parameter parameter;
  parameter.name = name;
  parameter.type = Parameter::Type::kReal;
  parameter.meaning = meaning;
  parameter.default_value = default_value;
  parameter.minimum = minimum;
  parameter.maximum = maximum;
  return parameter;
}

Parameter integer_from(const char* name, const char* meaning,
                       std::optional<std::int64_t> default_value, double minimum) {
  Parameter parameter;
  parameter.name = name;
  parameter.meaning = meaning;
  if (default_value) parameter.default_value = *default_value;
  parameter.minimum = minimum;
  parameter.maximum = 1 << 24;
  return parameter;
}

const PatternRegistry::Registration kUniform(
    "uniform", {"any other node, all alike",
                {},
                [](const Netlist& netlist, const ParameterMap&, std::uint64_t) {
                  return std::unique_ptr<Pattern>(
                      std::make_unique<Uniform>(checked_nodes(netlist, "uniform")));
                }});

const PatternRegistry::Registration kHotspot(
    "hotspot",
    {"a fraction of the packets to one node, the rest uniform",
     {real_between("fraction", "fraction of the packets that goes to the hot node", 0.05, 0, 1),
      integer_from("node", "number of the hot node", 0, 0)},
     [](const Netlist& netlist, const ParameterMap& parameters, std::uint64_t) {
       return make_hotspot(netlist, parameters);
     }});

const PatternRegistry::Registration kAdversarialGroup(
    "adversarial_group",
    {"consecutive blocks of nodes; each sends to random nodes of the next block",
     {integer_from("block", "nodes per block; divides the number of nodes", std::nullopt, 1)},
     [](const Netlist& netlist, const ParameterMap& parameters, std::uint64_t) {
       return make_adversarial_group(netlist, parameters);
     }});

}  // namespace
}  // namespace sim
}  // namespace netloom
