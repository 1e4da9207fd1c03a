// Adversarial patterns of dragonflies: adversarial_global, adversarial_local,
// adversarial_consecutive.

#include <fmt/format.h>

#include <memory>
#include <string>

#include "routing/base/error.h"
#include "routing/topology/dragonfly_of.h"
#include "sim/traffic/pattern.h"

namespace netloom {
inline namespace sim {
namespace {

Dragonfly checked_dragonfly(const Netlist& netlist, const std::string& pattern) {
  return dragonfly_of(netlist, "traffic pattern '" + pattern + "'");
}

/// Every group sends to the nodes of the groups `first` … `first + count - 1` after it, all alike:
/// ADVG+N with one group, ADVc with h.
/// Source: [RLM-OLM 2013], section IV.
class ToGroups final : public Pattern {
 public:
  ToGroups(const Dragonfly& topology, NodeId first, NodeId count)
      : nodes_(topology.hosts()),
        per_group_(static_cast<NodeId>(topology.a() * topology.p())),
        first_(first * per_group_),
        span_(count * per_group_) {}

  NodeId destination(NodeId source, Random& random) const override {
    const NodeId begin = source - source % per_group_ + first_ + random.below(span_);
    return begin % nodes_;
  }

 private:
  NodeId nodes_, per_group_, first_, span_;
};

/// Every switch sends to the nodes of another one of its group: ADVL+N.
/// Source: as above.
class ToLocalSwitch final : public Pattern {
 public:
  ToLocalSwitch(const Dragonfly& topology, NodeId offset)
      : per_switch_(static_cast<NodeId>(topology.p())),
        per_group_(static_cast<NodeId>(topology.a()) * per_switch_),
        offset_(offset * per_switch_) {}

  NodeId destination(NodeId source, Random& random) const override {
    const NodeId in_group = source % per_group_;
    const NodeId of_switch = in_group - in_group % per_switch_;
    return source - in_group + (of_switch + offset_) % per_group_ + random.below(per_switch_);
  }

 private:
  NodeId per_switch_, per_group_, offset_;
};

/// `offset` modulo `count`, of which it must not be a multiple.
NodeId offset_of(const ParameterMap& parameters, const char* pattern, int count, const char* what) {
  const std::int64_t offset = integer_parameter(parameters, "offset");
  if (offset % count == 0) {
    throw Error(fmt::format(
        "traffic pattern '{}': with offset {} each {} would send to itself; allowed: no multiple "
        "of {}",
        pattern, offset, what, count));
  }
  return static_cast<NodeId>(offset % count);
}

Parameter offset_parameter(const char* meaning) {
  Parameter parameter;
  parameter.name = "offset";
  parameter.meaning = meaning;
  parameter.default_value = std::int64_t{1};
  parameter.minimum = 1;
  parameter.maximum = kMaxSwitches;
  return parameter;
}

const PatternRegistry::Registration kGlobal(
    "adversarial_global",
    {"every group of a dragonfly sends to random nodes of the group `offset` after it (ADVG+N)",
     {offset_parameter("groups from source to destination, N, modulo their number")},
     [](const Netlist& netlist, const ParameterMap& parameters,
        std::uint64_t) -> std::unique_ptr<Pattern> {
       const Dragonfly topology = checked_dragonfly(netlist, "adversarial_global");
       return std::make_unique<ToGroups>(
           topology, offset_of(parameters, "adversarial_global", topology.groups(), "group"), 1);
     }});

const PatternRegistry::Registration kConsecutive(
    "adversarial_consecutive",
    {"every group of a dragonfly sends to random nodes of the h groups after it (ADVc)",
     {},
     [](const Netlist& netlist, const ParameterMap&, std::uint64_t) -> std::unique_ptr<Pattern> {
       const Dragonfly topology = checked_dragonfly(netlist, "adversarial_consecutive");
       if (topology.groups() <= topology.h()) {
         throw Error(fmt::format(
             "traffic pattern 'adversarial_consecutive' needs more than h = {} groups; there are "
             "{}",
             topology.h(), topology.groups()));
       }
       return std::make_unique<ToGroups>(topology, 1, static_cast<NodeId>(topology.h()));
     }});

const PatternRegistry::Registration kLocal(
    "adversarial_local",
    {"every switch of a dragonfly sends to random nodes of the switch `offset` after it in its "
     "group (ADVL+N)",
     {offset_parameter("switches from source to destination, N, modulo those of a group")},
     [](const Netlist& netlist, const ParameterMap& parameters,
        std::uint64_t) -> std::unique_ptr<Pattern> {
       const Dragonfly topology = checked_dragonfly(netlist, "adversarial_local");
       return std::make_unique<ToLocalSwitch>(
           topology, offset_of(parameters, "adversarial_local", topology.a(), "switch"));
     }});

}  // namespace
}  // namespace sim
}  // namespace netloom
