#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "routing/function/dragonfly/dragonfly_ways.h"
#include "routing/function/dragonfly/valiant_rules.h"
#include "routing/topology/dragonfly.h"

namespace netloom {
inline namespace routing {

/// Header states of packets with Valiant paths: 0 = not decided, 1 = on the minimal way to the
/// destination, 2 = minimal until the next local hop, 3 = not decided again. Of n forms of path A
/// that the rules know, 4 + i is a packet that has done with one of form i, and
/// 4 + n + i (groups + switches) + x one that is on it; x < groups: to group x, else to switch
/// x - groups.
class ValiantStates {
 public:
  static constexpr std::uint32_t kUndecided = 0;
  static constexpr std::uint32_t kToDestination = 1;
  static constexpr std::uint32_t kMinimalFirst = 2;
  static constexpr std::uint32_t kUndecidedAgain = 3;

  /// The topology has to outlive it.
  ValiantStates(const Dragonfly& topology, std::vector<PathA> forms)
      : topology_(topology),
        forms_(std::move(forms)),
        first_goal_(kPastPathA + static_cast<std::uint32_t>(forms_.size())),
        goals_of_form_(goals(topology)) {}

  /// What path A can lead to: groups and switches.
  static std::uint32_t goals(const Dragonfly& topology) {
    return static_cast<std::uint32_t>(topology.groups()) + topology.switches();
  }
  /// Most goals that a header can name.
  static std::uint32_t most_goals(std::size_t forms) {
    return (65536 - kPastPathA) / static_cast<std::uint32_t>(forms) - 1;
  }

  static bool undecided(std::uint32_t state) {
    return state == kUndecided || state == kUndecidedAgain;
  }
  /// Whether it goes minimally, or is not decided.
  static bool minimal(std::uint32_t state) { return state < kPastPathA; }
  bool on_path_a(std::uint32_t state) const { return state >= first_goal_; }

  /// Index of the form of path A that it is on, or past.
  std::uint32_t form(std::uint32_t state) const {
    return on_path_a(state) ? (state - first_goal_) / goals_of_form_ : state - kPastPathA;
  }
  /// To where path A leads.
  DragonflyGoal goal(std::uint32_t state) const {
    const std::uint32_t number = (state - first_goal_) % goals_of_form_;
    const auto groups = static_cast<std::uint32_t>(topology_.groups());
    if (number < groups) return {static_cast<int>(number), -1, false};
    const SwitchId id = number - groups;
    const PathA form = forms_[this->form(state)];
    return {topology_.group(id), topology_.position(id), form == PathA::kLg || form == PathA::kG};
  }

  /// On a path A of this form to the goal.
  std::uint16_t towards(const DragonflyGoal& goal, PathA path_a) const {
    std::uint32_t number = static_cast<std::uint32_t>(goal.group);
    if (goal.position >= 0) {
      number = static_cast<std::uint32_t>(topology_.groups()) +
               topology_.switch_id(goal.group, goal.position);
    }
    const auto form = std::find(forms_.begin(), forms_.end(), path_a) - forms_.begin();
    return static_cast<std::uint16_t>(first_goal_ +
                                      static_cast<std::uint32_t>(form) * goals_of_form_ + number);
  }
  /// Done with the path A that it was on.
  std::uint16_t past(std::uint32_t state) const {
    return static_cast<std::uint16_t>(kPastPathA + form(state));
  }

 private:
  static constexpr std::uint32_t kPastPathA = 4;  ///< and more, one for each form

  const Dragonfly& topology_;
  std::vector<PathA> forms_;
  std::uint32_t first_goal_;
  std::uint32_t goals_of_form_;  ///< states of one form
};

}  // namespace routing
}  // namespace netloom
