#include "routing/function/dragonfly/ugal.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include "routing/registers/register_file.h"

namespace netloom {
namespace {

/// Phits behind the next hop of a way.
int next_queue(const DragonflyWays& ways, const DragonflyGoal& goal, const CongestionView& view) {
  int least = std::numeric_limits<int>::max();
  ways.for_each_next(goal, [&](int port) { least = std::min(least, view.phits_behind(port)); });
  return least;
}

/// What ugal_minimal() compares.
std::string comparison_text(std::int64_t minimal_queue, std::int64_t valiant_queue, int threshold) {
  const bool minimal = ugal_minimal(minimal_queue, valiant_queue, threshold);
  return fmt::format("{}: Q_MIN {} {} 2 Q_VLB + T = 2 * {} + {} phits",
                     minimal ? "minimal" : "Valiant", minimal_queue, minimal ? "<=" : ">",
                     valiant_queue, threshold);
}

/// Compares the queues of the first global hops, which may be at other switches of the group, as if
/// they were known at once: each switch publishes them, and all read what was at the end of the
/// cycle before (UGAL-G, ideal). Where a path has no global hop, the next hops count as in UGAL-L.
class GlobalUgal final : public LocalUgal {
 public:
  static constexpr int kDelay = 1;

  bool minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
               const DragonflyGoal& intermediate, const CongestionView& view) const override {
    if (destination.group == ways.group() || intermediate.group == ways.group()) {
      return LocalUgal::minimal(ways, destination, intermediate, view);
    }
    return ugal_minimal(global_queue(ways, destination, view),
                        global_queue(ways, intermediate, view), threshold());
  }

  std::string explain(const DragonflyWays& ways, const DragonflyGoal& destination,
                      const DragonflyGoal& intermediate,
                      const CongestionView& view) const override {
    if (destination.group == ways.group() || intermediate.group == ways.group()) {
      return LocalUgal::explain(ways, destination, intermediate, view);
    }
    return comparison_text(global_queue(ways, destination, view),
                           global_queue(ways, intermediate, view), threshold()) +
           " behind the global links (UGAL_THRESHOLD)";
  }

  void publish(const DragonflyWays& ways, const CongestionView& view,
               std::uint32_t* words) const override {
    const Dragonfly& topology = ways.topology();
    for (int i = 0; i < topology.h(); ++i) {
      words[i] = static_cast<std::uint32_t>(view.phits_behind(topology.first_global_port() + i));
    }
  }

 private:
  static std::uint32_t global_queue(const DragonflyWays& ways, const DragonflyGoal& goal,
                                    const CongestionView& view) {
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    ways.for_each_global(goal, [&](const DragonflyLinks::GlobalLink& link) {
      const std::uint32_t* words = view.status(ways.neighbour(link.position), kDelay);
      least = std::min(least, words[link.port - ways.topology().first_global_port()]);
    });
    return least;
  }
};

class LocalUgalRouting final : public UgalRouting {
 public:
  using UgalRouting::UgalRouting;

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId /*switch_id*/) const override {
    return std::make_unique<LocalUgal>();
  }
};

class GlobalUgalRouting final : public UgalRouting {
 public:
  using UgalRouting::UgalRouting;

  StatusBroadcast status_broadcast() const override {
    return {topology().h(), GlobalUgal::kDelay, GlobalUgal::kDelay};
  }

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId /*switch_id*/) const override {
    return std::make_unique<GlobalUgal>();
  }
};

std::map<std::string, int> vcs_of(const ParameterMap& parameters) {
  return valiant_vcs(valiant_rules(parameters));
}

const RoutingFunctionRegistry::Registration kLocal(
    "ugal_l", {"UGAL-L in dragonflies: minimal or Valiant, by the queues of the source switch",
               ugal_parameters(),
               "ff",
               [](const RoutingContext& context) {
                 return std::make_unique<LocalUgalRouting>(context, "ugal_l",
                                                           valiant_rules(context.parameters));
               },
               false,
               "ascending",
               {},
               vcs_of});

const RoutingFunctionRegistry::Registration kGlobal(
    "ugal_g",
    {"UGAL-G in dragonflies: minimal or Valiant, by the queues of the group's global links (ideal)",
     ugal_parameters(),
     "ff",
     [](const RoutingContext& context) {
       return std::make_unique<GlobalUgalRouting>(context, "ugal_g",
                                                  valiant_rules(context.parameters));
     },
     false,
     "ascending",
     {},
     vcs_of});

// ---- PAR: UGAL-L, and once more after a minimal local hop in the source group.

ValiantRules progressive_rules(const ParameterMap& parameters) {
  ValiantRules rules = valiant_rules(parameters);
  rules.progressive = true;
  return rules;
}

/// Through a group always: there is no VC for one more hop to a switch of it.
std::vector<Parameter> progressive_parameters() {
  std::vector<Parameter> parameters = ugal_test_parameters();
  parameters.insert(parameters.begin(), within_group_parameter());
  return parameters;
}

const RoutingFunctionRegistry::Registration kProgressive(
    "par",
    {"Progressive Adaptive Routing in dragonflies: as UGAL-L, and again after a first local "
     "hop, 4/2 VCs",
     progressive_parameters(),
     "ff",
     [](const RoutingContext& context) {
       return std::make_unique<LocalUgalRouting>(context, "par",
                                                 progressive_rules(context.parameters));
     },
     false,
     "ascending",
     {},
     [](const ParameterMap& parameters) { return valiant_vcs(progressive_rules(parameters)); }});

}  // namespace

bool LocalUgal::minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
                        const DragonflyGoal& intermediate, const CongestionView& view) const {
  return minimal_with(ways, destination, intermediate, view, threshold_);
}

bool LocalUgal::minimal_with(const DragonflyWays& ways, const DragonflyGoal& destination,
                             const DragonflyGoal& intermediate, const CongestionView& view,
                             int threshold) {
  return ugal_minimal(next_queue(ways, destination, view), next_queue(ways, intermediate, view),
                      threshold);
}

std::string LocalUgal::explain(const DragonflyWays& ways, const DragonflyGoal& destination,
                               const DragonflyGoal& intermediate,
                               const CongestionView& view) const {
  return explain_with(ways, destination, intermediate, view, threshold_) + " (UGAL_THRESHOLD)";
}

std::string LocalUgal::explain_with(const DragonflyWays& ways, const DragonflyGoal& destination,
                                    const DragonflyGoal& intermediate, const CongestionView& view,
                                    int threshold) {
  return comparison_text(next_queue(ways, destination, view), next_queue(ways, intermediate, view),
                         threshold) +
         " behind the next hops";
}

void LocalUgal::registers_written(const RegisterFile& file) {
  threshold_ = static_cast<std::int16_t>(file.value("UGAL_THRESHOLD", 0));
}

UgalRouting::UgalRouting(const RoutingContext& context, const std::string& function,
                         const ValiantRules& rules)
    : ValiantRouting(context, function, rules),
      threshold_(static_cast<int>(integer_parameter(context.parameters, "ugal_threshold"))) {}

std::vector<RegisterWrite> UgalRouting::register_program(SwitchId /*switch_id*/) const {
  return {{"UGAL_THRESHOLD", 0, static_cast<std::uint16_t>(threshold_)}};
}

std::vector<Parameter> ugal_test_parameters(QueueBehind queue) {
  return {whole_number("ugal_threshold",
                       "T, phits by which the queue of the minimal path may exceed twice that of "
                       "the Valiant one (register UGAL_THRESHOLD)",
                       0, std::numeric_limits<std::int16_t>::min(),
                       std::numeric_limits<std::int16_t>::max()),
          queue_parameter(queue), decide_parameter()};
}

std::vector<Parameter> ugal_parameters(QueueBehind queue) {
  std::vector<Parameter> parameters = valiant_parameters();
  for (Parameter& each : ugal_test_parameters(queue)) parameters.push_back(std::move(each));
  return parameters;
}

}  // namespace netloom
