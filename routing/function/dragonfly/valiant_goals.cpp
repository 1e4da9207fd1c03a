#include "routing/function/dragonfly/valiant_goals.h"

#include <algorithm>
#include <cstddef>

namespace netloom {
inline namespace routing {
namespace {

/// Number i of 0, 1, 2, … without one or two of them.
int without(int i, int one, int other) {
  if (i >= std::min(one, other)) ++i;
  if (one != other && i >= std::max(one, other)) ++i;
  return i;
}

}  // namespace

ValiantGoals::ValiantGoals(const DragonflyWays& ways, WithinGroup within_group)
    : ways_(ways),
      within_group_(within_group),
      own_to_(static_cast<std::size_t>(ways.topology().groups())) {
  for (int to = 0; to < ways.topology().groups(); ++to) {
    if (to == ways.group()) continue;
    for (const auto& link : ways.links().between(ways.group(), to)) {
      if (link.position != ways.position()) continue;
      own_.push_back({to, link.far_position});
      ++own_to_[static_cast<std::size_t>(to)];
    }
  }
}

std::uint32_t ValiantGoals::count(const DragonflyGoal& destination, PathA path_a) const {
  const Dragonfly& topology = ways_.topology();
  if (ways_.at(destination)) return 0;
  const auto a = static_cast<std::uint32_t>(topology.a());
  if (destination.group == ways_.group()) {
    if (within_group_ == WithinGroup::kMinimal) return 0;
    if (within_group_ == WithinGroup::kOwnGroup) return a - 2;
  }
  const auto others =
      static_cast<std::uint32_t>(topology.groups() - (destination.group == ways_.group() ? 1 : 2));
  switch (path_a) {
    case PathA::kGroup:
      return others;
    case PathA::kLgl:
      return others * a;
    case PathA::kLg:
      return others * static_cast<std::uint32_t>(topology.links_between_groups());
    case PathA::kGl:
      return own_links_elsewhere(destination.group) * a;
    case PathA::kG:
      return own_links_elsewhere(destination.group);
  }
  return 0;
}

DragonflyGoal ValiantGoals::goal(const DragonflyGoal& destination, PathA path_a,
                                 std::uint32_t number) const {
  const Dragonfly& topology = ways_.topology();
  const int group = ways_.group();
  const auto i = static_cast<int>(number);
  const int a = topology.a();
  if (destination.group == group && within_group_ == WithinGroup::kOwnGroup) {
    return {group, without(i, ways_.position(), destination.position), false};
  }
  switch (path_a) {
    case PathA::kGroup:
      return {without(i, group, destination.group), -1, false};
    case PathA::kLgl:
      return {without(i / a, group, destination.group), i % a, false};
    case PathA::kLg: {
      const int each = topology.links_between_groups();
      const int to = without(i / each, group, destination.group);
      const auto link = static_cast<std::size_t>(i % each);
      return {to, ways_.links().between(group, to)[link].far_position, true};
    }
    case PathA::kGl:
      return {own_link_elsewhere(destination.group, i / a).group, i % a, false};
    case PathA::kG: {
      const FarEnd& end = own_link_elsewhere(destination.group, i);
      return {end.group, end.position, true};
    }
  }
  return destination;
}

std::uint32_t ValiantGoals::own_links_elsewhere(int group) const {
  return static_cast<std::uint32_t>(own_.size()) - own_to_[static_cast<std::size_t>(group)];
}
const ValiantGoals::FarEnd& ValiantGoals::own_link_elsewhere(int group, int number) const {
  return *std::find_if(own_.begin(), own_.end(),
                       [&](const FarEnd& end) { return end.group != group && number-- == 0; });
}

}  // namespace routing
}  // namespace netloom
