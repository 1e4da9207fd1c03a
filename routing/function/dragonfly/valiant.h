#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/decision/routing_function.h"
#include "routing/function/dragonfly/ascending_vcs.h"
#include "routing/function/dragonfly/dragonfly_ways.h"
#include "routing/function/dragonfly/hop_order.h"
#include "routing/topology/dragonfly.h"
#include "routing/topology/dragonfly_of.h"

namespace netloom {

/// Path A of a Valiant path: from the source to what it goes through, from where it is minimal.
/// Source: 004_1906468753b4658e.txt, section 2.2.1; 000_5cb3f9ee92c18d46.txt, section II.
enum class PathA : std::uint8_t {
  kGroup,  ///< "group": to an intermediate group, wherever one comes in, l-g; then l-g-l
  kLgl,    ///< "LGL": to any intermediate switch of another group, l-g-l
  kLg,     ///< "LG-": to one at the end of a global link of the source group, l-g
  kGl,     ///< "-GL": to one of a group behind a global link of the source switch, g-l
  kG,      ///< "-G-": to one at the end of a global link of the source switch, g
};

/// That with these of the hops before and after the global one.
constexpr PathA path_a_with(bool first_local, bool second_local) {
  if (first_local) return second_local ? PathA::kLgl : PathA::kLg;
  return second_local ? PathA::kGl : PathA::kG;
}

/// Valiant paths of packets that stay in their group.
enum class WithinGroup : std::uint8_t {
  kOtherGroup,  ///< "other_group": as those to other groups
  kOwnGroup,    ///< "own_group": over another switch of the group, l-l
  kMinimal,     ///< "minimal": none
};

/// What counts as the queue behind a port where a packet's way is decided.
enum class QueueBehind : std::uint8_t {
  kPort,  ///< "port": all its VCs
  kVc,    ///< "vc": the VC that the packet would take
};

/// How often a packet's way is decided at its source switch.
enum class DecisionTime : std::uint8_t {
  kOnce,          ///< "once": when it comes to the head of its injection queue
  kWhileWaiting,  ///< "while_waiting": then, and in each cycle in which it still waits there
};

/// How a routing function uses Valiant paths.
struct ValiantRules {
  PathA path_a = PathA::kGroup;
  WithinGroup within_group = WithinGroup::kOtherGroup;
  bool oblivious = false;    ///< always Valiant; else a PathChoice decides
  bool progressive = false;  ///< decided once more after a minimal local hop in the source group
  QueueBehind queue = QueueBehind::kPort;
  DecisionTime decide = DecisionTime::kOnce;
  /// Not empty: the PathChoice says for each packet which of these it is; path_a is the longest.
  std::vector<PathA> path_a_choices = {};

  /// Those that path A can be.
  std::vector<PathA> forms() const {
    return path_a_choices.empty() ? std::vector<PathA>{path_a} : path_a_choices;
  }
  /// The longest path; it says how many VCs are needed.
  HopOrder order() const;
};

/// Decides between the minimal and the Valiant path of a packet, at one switch.
class PathChoice {
 public:
  virtual ~PathChoice() = default;

  /// Path A of a packet's Valiant path, if there are ValiantRules::path_a_choices.
  virtual PathA path_a(const DragonflyWays& /*ways*/, const DragonflyGoal& /*destination*/,
                       const CongestionView& /*view*/) {
    return PathA::kLgl;
  }
  /// Whether the packet goes minimally. The goals differ from where it is.
  virtual bool minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
                       const DragonflyGoal& intermediate, const CongestionView& view) const = 0;
  /// path_a() for an explanation: nothing is counted or compared.
  virtual PathA explained_path_a(const DragonflyWays& ways, const DragonflyGoal& destination,
                                 const CongestionView& view) {
    return path_a(ways, destination, view);
  }
  /// Says what minimal() compares.
  virtual std::string explain(const DragonflyWays& /*ways*/, const DragonflyGoal& /*destination*/,
                              const DragonflyGoal& /*intermediate*/,
                              const CongestionView& /*view*/) const {
    return {};
  }
  /// See SwitchRouter.
  virtual void publish(const DragonflyWays& /*ways*/, const CongestionView& /*view*/,
                       std::uint32_t* /*words*/) const {}
  virtual void registers_written(const RegisterFile& /*file*/) {}

  /// Whether it counts_injections(), by the group to which packets go (their own: not told).
  virtual bool counts_injections() const { return false; }
  /// See InjectionCounter.
  virtual void stored(int /*group*/, Cycle /*now*/) {}
  virtual void injected(int /*group*/, Cycle /*now*/, Cycle /*waited*/) {}
  virtual std::uint32_t counter(const std::string& /*name*/, int /*index*/, Cycle /*now*/) {
    return 0;
  }
};

/// Valiant and source-adaptive routing in dragonflies: the source switch draws an intermediate
/// group or switch, with equal shares of all that path A can lead to, neither in the source group
/// nor in the destination's; decides whether the packet goes through it, or minimally; and writes
/// that into the header. Packets to hosts of the same switch, and those for which there is no
/// intermediate one, go minimally.
///
/// Header state: 0 = not decided, 1 = on the minimal way to the destination, 2 = minimal until the
/// next local hop, 3 = not decided again. Of n forms of path A that the rules know, 4 + i is a
/// packet that has done with one of form i, and 4 + n + i (groups + switches) + x one that is on
/// it; x < groups: to group x, else to switch x - groups.
class ValiantRouting : public RoutingFunction {
 public:
  /// `function`: its name. Error: not a dragonfly, or too few VCs.
  ValiantRouting(const RoutingContext& context, const std::string& function,
                 const ValiantRules& rules);

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) final;
  /// By the form of path A.
  std::vector<std::string> path_classes() const final;
  std::size_t path_class(const FinishedPath& path) const final;
  std::optional<std::uint32_t> longest_way() const final { return rules_.order().length() + 1; }
  bool in_order() const final { return false; }
  bool depends_on_source() const final { return false; }
  bool tells_hosts_apart() const final { return false; }

 protected:
  /// Of one switch; null: always Valiant.
  virtual std::unique_ptr<PathChoice> make_choice(SwitchId /*switch_id*/) const { return nullptr; }
  const Dragonfly& topology() const { return *topology_; }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  std::shared_ptr<const DragonflyLinks> links_;
  DragonflyVcs vcs_;
  ValiantRules rules_;
};

/// Parameters of all such functions, path_a and within_group; and of those whose path A is not
/// free.
std::vector<Parameter> valiant_parameters();
Parameter within_group_parameter();
/// queue and decide, of those that decide by queues.
Parameter queue_parameter(QueueBehind default_value);
Parameter decide_parameter();
/// What they say; without path_a: through a group; without queue: of the port; without decide:
/// once.
ValiantRules valiant_rules(const ParameterMap& parameters);
/// VCs that these rules need, for RoutingFunctionEntry::default_vcs_of.
std::map<std::string, int> valiant_vcs(const ValiantRules& rules);

}  // namespace netloom
