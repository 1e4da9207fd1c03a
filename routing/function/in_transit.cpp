#include "routing/function/in_transit.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "routing/next_hops.h"
#include "routing/register_file.h"

namespace netloom {
namespace {

/// The local hops that a packet has taken in the group it is in.
enum class LocalHops : std::uint8_t { kNone, kMinimal, kMisrouted, kBeforeGlobal };

constexpr std::uint32_t kGlobalHopsMask = 3;
constexpr unsigned kLocalHopsShift = 2;

int global_hops_of(std::uint32_t state) {
  return static_cast<int>(state & kGlobalHopsMask);
}

LocalHops local_hops_of(std::uint32_t state) {
  return static_cast<LocalHops>(state >> kLocalHopsShift & 3);
}

std::uint16_t state_of(int global_hops, LocalHops local_hops) {
  return static_cast<std::uint16_t>(static_cast<unsigned>(global_hops) |
                                    static_cast<unsigned>(local_hops) << kLocalHopsShift);
}

class InTransitRouter final : public SwitchRouter {
 public:
  InTransitRouter(std::shared_ptr<const Dragonfly> topology, const DragonflyVcs& vcs,
                  std::shared_ptr<const InTransitRule> rule, const MisroutingTrigger& trigger,
                  SwitchId id)
      : topology_(std::move(topology)),
        rule_(std::move(rule)),
        trigger_(trigger),
        id_(id),
        group_(topology_->group(id)),
        position_(topology_->position(id)),
        host_vcs_(~std::uint64_t{0} >> (kMaxVirtualChannels - vcs.host)) {
    for (int index = 0; index < topology_->h(); ++index) {
      behind_.push_back(topology_->group_behind(id, global_port(static_cast<std::size_t>(index))));
    }
    for (int other = 0; other < topology_->a(); ++other) {
      if (other != position_ && has_global(topology_->switch_id(group_, other))) {
        detours_.add(topology_->local_port(position_, other));
      }
    }
    for (int to = 0; to < topology_->groups(); ++to) {
      std::vector<int> targets;
      for (int link = 0; to != group_ && link < topology_->links_between_groups(); ++link) {
        targets.push_back(topology_->port_between(group_, to, link).position);
      }
      to_groups_.push_back(ways_to(targets));
    }
    for (int target = 0; target < topology_->a(); ++target) in_group_.push_back(ways_to({target}));
  }

  void route(const RouteQuery& query, CandidateSet& candidates) override {
    add(query, candidates, Hops::kAll);
  }

  void minimal(const RouteQuery& query, CandidateSet& candidates) override {
    add(query, candidates, Hops::kMinimal);
  }

  void escape(const RouteQuery& query, CandidateSet& candidates) override {
    add(query, candidates, rule_->escapes_by_misrouting() ? Hops::kAll : Hops::kEscape);
  }

  bool changes_state() const override { return true; }

  std::uint16_t next_state(const RouteQuery& query, int port, int /*vc*/) const override {
    const int global_hops = global_hops_of(query.state);
    if (topology_->is_global_port(port)) return state_of(global_hops + 1, LocalHops::kNone);
    if (topology_->is_host_port(port)) return static_cast<std::uint16_t>(query.state);
    const LocalHops before = local_hops_of(query.state);
    if (before == LocalHops::kMisrouted) return state_of(global_hops, LocalHops::kMisrouted);
    if (before == LocalHops::kMinimal) return state_of(global_hops, LocalHops::kBeforeGlobal);
    const bool minimal = ways_of(topology_->switch_of(query.destination)).minimal.contains(port);
    return state_of(global_hops, minimal ? LocalHops::kMinimal : LocalHops::kMisrouted);
  }

  const MisroutingTrigger* trigger() const override { return &trigger_; }

  void registers_written(const RegisterFile& file) override {
    std::uint32_t value = 0;
    file.read(file.address("MISROUTE_ENABLE", 0), value);
    trigger_.enabled = value != 0;
    file.read(file.address("MISROUTE_THRESHOLD", 0), value);
    trigger_.threshold = static_cast<int>(value);
  }

 private:
  /// Which hops add() adds.
  enum class Hops : std::uint8_t {
    kAll,
    kMinimal,  ///< on the minimal path, or where that has been left for good
    kEscape,   ///< all but those off the minimal path inside a group
  };

  InTransitPlace place_of(const RouteQuery& query) const {
    InTransitPlace place;
    place.global_hops = global_hops_of(query.state);
    place.local_hops = local_hops_of(query.state) == LocalHops::kNone ? 0 : 1;
    if (topology_->is_local_port(query.input_port)) {
      place.rank = 2 * query.input_vc;
    } else if (topology_->is_global_port(query.input_port)) {
      place.rank = 2 * query.input_vc + 1;
    }
    return place;
  }

  /// Local ports towards a destination.
  struct Ways {
    PortSet minimal;
    PortSet misrouted;  ///< from whose switch an allowed second hop is minimal
  };

  /// To one of the switches of the group at `targets`.
  Ways ways_to(const std::vector<int>& targets) const {
    Ways ways;
    const auto is_target = [&targets](int position) {
      return std::find(targets.begin(), targets.end(), position) != targets.end();
    };
    if (is_target(position_)) return ways;
    for (const int target : targets) {
      ways.minimal.add(topology_->local_port(position_, target));
      for (int via = 0; via < topology_->a(); ++via) {
        if (via == position_ || is_target(via)) continue;
        if (!rule_->allowed(position_, via, target)) continue;
        ways.misrouted.add(topology_->local_port(position_, via));
      }
    }
    return ways;
  }

  const Ways& ways_of(SwitchId end) const {
    const int to = topology_->group(end);
    if (to != group_) return to_groups_[static_cast<std::size_t>(to)];
    return in_group_[static_cast<std::size_t>(topology_->position(end))];
  }

  bool has_global(SwitchId id) const {
    for (int port = topology_->first_global_port(); port < topology_->ports(); ++port) {
      if (topology_->group_behind(id, port) >= 0) return true;
    }
    return false;
  }

  static void add_mask(int port, std::uint64_t vcs, CandidateSet& candidates) {
    for (; vcs != 0; vcs &= vcs - 1) candidates.add(port, __builtin_ctzll(vcs));
  }

  int global_port(std::size_t index) const {
    return topology_->first_global_port() + static_cast<int>(index);
  }

  void add(const RouteQuery& query, CandidateSet& candidates, Hops hops) const {
    const SwitchId end = topology_->switch_of(query.destination);
    if (end == id_) {
      const auto p = static_cast<NodeId>(topology_->p());
      add_mask(static_cast<int>(query.destination % p), host_vcs_, candidates);
      return;
    }
    const InTransitPlace place = place_of(query);
    const LocalHops local = local_hops_of(query.state);
    const int to = topology_->group(end);
    if (local == LocalHops::kBeforeGlobal) {
      add_globals(-1, place, candidates);
      return;
    }
    bool has_minimal_global = false;
    if (to != group_) {
      for (std::size_t index = 0; index < behind_.size(); ++index) {
        if (behind_[index] != to) continue;
        has_minimal_global = true;
        add_mask(global_port(index), rule_->global_vcs(place), candidates);
      }
    }
    if (!has_minimal_global) add_local(query, end, place, candidates, hops);
    if (hops == Hops::kMinimal || to == group_ || place.global_hops > 0) return;
    if (local == LocalHops::kMisrouted) return;
    add_globals(to, place, candidates);
    if (local == LocalHops::kMinimal && hops == Hops::kAll) add_detour(query, place, candidates);
  }

  /// All global ports but those to one group.
  void add_globals(int except, const InTransitPlace& place, CandidateSet& candidates) const {
    const std::uint64_t vcs = rule_->global_vcs(place);
    for (std::size_t index = 0; index < behind_.size(); ++index) {
      if (behind_[index] < 0 || behind_[index] == except) continue;
      add_mask(global_port(index), vcs, candidates);
    }
  }

  /// Minimal local hops, and misrouted ones from which a minimal one may follow.
  void add_local(const RouteQuery& query, SwitchId end, const InTransitPlace& place,
                 CandidateSet& candidates, Hops hops) const {
    const Ways& ways = ways_of(end);
    const LocalHops before = local_hops_of(query.state);
    const std::uint64_t minimal_vcs = rule_->minimal_local_vcs(place);
    ways.minimal.for_each([&](int port) {
      if (before != LocalHops::kMisrouted || may_follow(query, port)) {
        add_mask(port, minimal_vcs, candidates);
      }
    });
    if (hops != Hops::kAll || before != LocalHops::kNone) return;
    const std::uint64_t vcs = rule_->misrouted_local_vcs(place);
    ways.misrouted.for_each([&](int port) { add_mask(port, vcs, candidates); });
  }

  /// After a minimal local hop in the source group: one more to a switch whose global ports may all
  /// be taken.
  void add_detour(const RouteQuery& query, const InTransitPlace& place,
                  CandidateSet& candidates) const {
    const std::uint64_t vcs = rule_->misrouted_local_vcs(place);
    detours_.for_each([&](int port) {
      if (port != query.input_port && may_follow(query, port)) add_mask(port, vcs, candidates);
    });
  }

  /// Whether a packet that a local hop has brought here may take this local port.
  bool may_follow(const RouteQuery& query, int port) const {
    return rule_->allowed(previous(query), position_, topology_->local_neighbour(position_, port));
  }

  /// Position of the switch from which a local hop brought the packet.
  int previous(const RouteQuery& query) const {
    return topology_->local_neighbour(position_, query.input_port);
  }

  std::shared_ptr<const Dragonfly> topology_;
  std::shared_ptr<const InTransitRule> rule_;
  MisroutingTrigger trigger_;
  SwitchId id_;
  int group_;
  int position_;
  std::uint64_t host_vcs_;
  std::vector<int> behind_;                 ///< group behind each global port; -1: no link
  PortSet detours_;                         ///< to switches of this group that have global links
  std::vector<Ways> to_groups_, in_group_;  ///< by group, by position
};

}  // namespace

InTransitRouting::InTransitRouting(const RoutingContext& context, const std::string& function,
                                   int local_vcs, int global_vcs,
                                   std::shared_ptr<const InTransitRule> rule)
    : topology_(std::make_shared<const Dragonfly>(
          dragonfly_of(*context.netlist, "routing function '" + function + "'"))),
      vcs_(ascending_vcs(context, "routing function '" + function + "'", local_vcs, global_vcs)),
      rule_(std::move(rule)) {
  trigger_.enabled = boolean_parameter(context.parameters, "misrouting");
  trigger_.threshold = static_cast<int>(integer_parameter(context.parameters, "threshold"));
}

std::unique_ptr<SwitchRouter> InTransitRouting::make_router(SwitchId switch_id) {
  return std::make_unique<InTransitRouter>(topology_, vcs_, rule_, trigger_, switch_id);
}

std::vector<RegisterWrite> InTransitRouting::register_program(SwitchId /*switch_id*/) const {
  return {{"MISROUTE_ENABLE", 0, trigger_.enabled ? 1u : 0u},
          {"MISROUTE_THRESHOLD", 0, static_cast<std::uint32_t>(trigger_.threshold)}};
}

std::vector<Parameter> in_transit_parameters() {
  Parameter misrouting;
  misrouting.name = "misrouting";
  misrouting.type = Parameter::Type::kBoolean;
  misrouting.meaning = "whether packets may leave the minimal path (register MISROUTE_ENABLE)";
  misrouting.default_value = true;
  Parameter threshold;
  threshold.name = "threshold";
  threshold.meaning =
      "percent of the phits behind the minimal output, below which those behind another allow "
      "misrouting (register MISROUTE_THRESHOLD)";
  threshold.default_value = std::int64_t{45};
  threshold.minimum = 0;
  threshold.maximum = 255;
  return {std::move(misrouting), std::move(threshold)};
}

}  // namespace netloom
