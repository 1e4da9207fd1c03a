#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/function/dragonfly/hop_order.h"

namespace netloom {
inline namespace routing {

/// Path A of a Valiant path: from the source to what it goes through, from where it is minimal.
/// Source: [LIA 2025], section 2.2.1; [RLM-OLM 2013], section II.
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

/// "group", "LGL", …, by PathA.
const std::vector<std::string>& path_a_names();

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

}  // namespace routing
}  // namespace netloom
