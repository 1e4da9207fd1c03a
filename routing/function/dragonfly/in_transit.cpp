#include "routing/function/dragonfly/in_transit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "routing/base/bits.h"
#include "routing/function/dragonfly/in_transit_state.h"
#include "routing/function/dragonfly/in_transit_vcs.h"
#include "routing/function/dragonfly/local_pair_ports.h"
#include "routing/function/table/next_hops.h"
#include "routing/registers/register_file.h"
#include "routing/topology/dragonfly_of.h"

namespace netloom {
inline namespace routing {
namespace {

constexpr const char* kFactor = "congestion_factor";
constexpr const char* kOffset = "congestion_offset";

/// Phits: five packets of the experiments of [RLM-OLM 2013].
constexpr int kUsualOffset = 40;

class InTransitRouter final : public SwitchRouter {
 public:
  InTransitRouter(std::shared_ptr<const Dragonfly> topology, const DragonflyVcs& vcs,
                  std::shared_ptr<const InTransitRule> rule,
                  std::shared_ptr<const InTransitVcTable> hop_vcs, const MisroutingTrigger& trigger,
                  bool restricted, const DecisionHooks& hooks, SwitchId id)
      : topology_(std::move(topology)),
        rule_(std::move(rule)),
        hop_vcs_(std::move(hop_vcs)),
        pairs_(topology_, id, rule_->local_restriction()),
        trigger_(trigger),
        id_(id),
        group_(topology_->group(id)),
        position_(topology_->position(id)),
        host_vcs_(~std::uint64_t{0} >> (kMaxVcChoices - vcs.host)) {
    direct_to_.assign(static_cast<std::size_t>(topology_->groups()), 0);
    for (int port = topology_->first_global_port(); port < topology_->ports(); ++port) {
      const int to = topology_->group_behind(id, port);
      if (to < 0) continue;
      globals_.add(port);
      if (restricted) trigger_.links.push_back(port);
      std::uint16_t& place = direct_to_[static_cast<std::size_t>(to)];
      if (place == 0) {
        place = static_cast<std::uint16_t>(direct_.size());
        direct_.emplace_back();
      }
      direct_[place].add(port);
    }
    for (int other = 0; other < topology_->a(); ++other) {
      if (other != position_ && has_global(topology_->switch_id(group_, other))) {
        detours_.add(topology_->local_port(position_, other));
      }
    }
    if (hooks.vc_decision) {
      vc_decision_ = hooks.vc_decision(id, topology_->ports(),
                                       std::make_unique<InTransitVcs>(topology_, rule_));
    }
    if (hooks.port_matcher && rule_->local_restriction() != LocalRestriction::kNone) {
      pair_matcher_ =
          hooks.port_matcher(id, topology_->ports(), std::make_unique<LocalPairPorts>(pairs_));
    }
  }

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    add(query, {candidates, candidates}, Hops::kAll);
  }

  void minimal(const RouteQuery& query, CandidateSet& candidates) const override {
    add(query, {candidates, candidates}, Hops::kMinimal);
  }

  void route_apart(const RouteQuery& query, CandidateSet& minimal,
                   CandidateSet& others) const override {
    add(query, {minimal, others}, Hops::kAll);
  }

  void escape(const RouteQuery& query, CandidateSet& candidates) const override {
    add(query, {candidates, candidates},
        rule_->escapes_by_misrouting() ? Hops::kAll : Hops::kEscape);
  }

  bool changes_state() const override { return true; }

  std::uint16_t next_state(const RouteQuery& query, int port, int /*vc*/) const override {
    const InTransitState state = InTransitState::of(query.state);
    if (topology_->is_global_port(port)) {
      return InTransitState{state.global_hops + 1, LocalHops::kNone}.packed();
    }
    if (topology_->is_host_port(port)) return static_cast<std::uint16_t>(query.state);
    const auto with = [&state](LocalHops hops) {
      return InTransitState{state.global_hops, hops}.packed();
    };
    if (state.local_hops == LocalHops::kMisrouted) return with(LocalHops::kMisrouted);
    if (state.local_hops == LocalHops::kMinimal) return with(LocalHops::kBeforeGlobal);
    const bool minimal =
        pairs_.ways(topology_->switch_of(query.destination)).minimal.contains(port);
    return with(minimal ? LocalHops::kMinimal : LocalHops::kMisrouted);
  }

  const MisroutingTrigger* trigger() const override { return &trigger_; }

  void registers_written(const RegisterFile& file) override {
    std::uint32_t value = 0;
    file.read(file.address("MISROUTE_ENABLE", 0), value);
    trigger_.enabled = value != 0;
    file.read(file.address("MISROUTE_THRESHOLD", 0), value);
    trigger_.threshold = static_cast<int>(value);
    if (!trigger_.links.empty()) {
      file.read(file.address("MISROUTE_FACTOR", 0), value);
      trigger_.factor = static_cast<int>(value);
      file.read(file.address("MISROUTE_OFFSET", 0), value);
      trigger_.offset = static_cast<int>(value);
    }
    if (vc_decision_ != nullptr) vc_decision_->registers_written(file);
    if (pair_matcher_ != nullptr) pair_matcher_->registers_written(file);
  }

  void explain(const RouteQuery& query, const RegisterFile& registers,
               Explanation& explanation) const override {
    const SwitchId end = topology_->switch_of(query.destination);
    if (end == id_) {
      explanation.decision.emplace_back("the destination is at this switch");
      return;
    }
    const InTransitPlace place = in_transit_place(*topology_, query);
    const LocalHops local = InTransitState::of(query.state).local_hops;
    explanation.decision.push_back(
        fmt::format("group {}, to group {}; global hops so far {}, in this group {}", group_,
                    topology_->group(end), place.global_hops, local_hops_text(local)));
    explanation.decision.push_back(fmt::format("MISROUTE_ENABLE {}, MISROUTE_THRESHOLD {} %",
                                               registers.value("MISROUTE_ENABLE", 0),
                                               registers.value("MISROUTE_THRESHOLD", 0)));
    if (!trigger_.links.empty()) {
      explanation.decision.push_back(fmt::format("MISROUTE_FACTOR {} %, MISROUTE_OFFSET {} phits",
                                                 registers.value("MISROUTE_FACTOR", 0),
                                                 registers.value("MISROUTE_OFFSET", 0)));
    }
    for (int port = topology_->p(); port < topology_->ports(); ++port) {
      const bool global = topology_->is_global_port(port);
      const int behind = global ? topology_->group_behind(id_, port) : 0;
      if (global && behind < 0) continue;
      explanation.ports[port] = global ? fmt::format("global, to group {}", behind)
                                       : fmt::format("local, to switch {} of the group",
                                                     topology_->local_neighbour(position_, port));
      const bool minimal_local = pairs_.ways(end).minimal.contains(port);
      explain_vcs(query, place, port, global, minimal_local, explanation);
      if (!global && !minimal_local && local == LocalHops::kMisrouted &&
          rule_->local_restriction() != LocalRestriction::kNone &&
          !pairs_.allowed(query.input_port, pairs_.ways(end)).contains(port)) {
        explanation.ports[port] += ", not after the hop before it (pairs of local hops)";
      }
    }
  }

 private:
  static const char* local_hops_text(LocalHops hops) {
    switch (hops) {
      case LocalHops::kNone:
        return "no local hop";
      case LocalHops::kMinimal:
        return "a minimal local hop";
      case LocalHops::kMisrouted:
        return "a misrouted local hop";
      case LocalHops::kBeforeGlobal:
        return "two local hops, a global one has to follow";
    }
    return "";
  }

  void explain_vcs(const RouteQuery& query, const InTransitPlace& place, int port, bool global,
                   bool minimal_local, Explanation& explanation) const {
    const std::uint64_t vcs = global          ? rule_->global_vcs(place)
                              : minimal_local ? rule_->minimal_local_vcs(place)
                                              : rule_->misrouted_local_vcs(place);
    std::string names;
    for_each_bit(&vcs, 1,
                 [&](int vc) { names += fmt::format("{}{}", names.empty() ? "" : ", ", vc); });
    explanation.vcs[port] =
        fmt::format("{}; from {} VC {} with {} global hops so far, {} hop: VC {}", rule_->summary(),
                    topology_->is_host_port(query.input_port)    ? "injection"
                    : topology_->is_local_port(query.input_port) ? "local"
                                                                 : "global",
                    query.input_vc, place.global_hops,
                    global ? "a global" : (minimal_local ? "a minimal local" : "a misrouted local"),
                    names.empty() ? "none" : names);
  }

  /// Which hops add() adds.
  enum class Hops : std::uint8_t {
    kAll,
    kMinimal,  ///< on the minimal path, or where that has been left for good
    kEscape,   ///< all but those off the minimal path inside a group
  };

  /// Where add() puts what it finds.
  struct Sets {
    CandidateSet& minimal;  ///< what Hops::kMinimal adds
    CandidateSet& others;
  };

  /// Kinds of hops that differ in their VCs.
  enum class Hop : std::uint8_t { kGlobal, kMinimalLocal, kMisroutedLocal };

  std::uint64_t vcs(const RouteQuery& query, const InTransitPlace& place, Hop hop) const {
    if (vc_decision_ != nullptr) {
      // Ports of one kind are alike, and the first stands for all.
      const bool global = hop == Hop::kGlobal;
      return vc_decision_->vcs(query, {global ? topology_->first_global_port() : topology_->p(),
                                       hop == Hop::kMisroutedLocal});
    }
    const InTransitHopVcs& of_place = hop_vcs_->of(place);
    if (hop == Hop::kGlobal) return of_place.global;
    return hop == Hop::kMinimalLocal ? of_place.minimal_local : of_place.misrouted_local;
  }

  /// See LocalPairPorts::allowed; valid until the next call.
  const PortSet& allowed_pairs(const RouteQuery& query, const LocalPairPorts::Ways& ways) const {
    if (pair_matcher_ == nullptr) return pairs_.allowed(query.input_port, ways);
    matched_ = {};
    pair_matcher_->match(query, matched_.words());
    return matched_;
  }

  bool has_global(SwitchId id) const {
    for (int port = topology_->first_global_port(); port < topology_->ports(); ++port) {
      if (topology_->group_behind(id, port) >= 0) return true;
    }
    return false;
  }

  void add(const RouteQuery& query, const Sets& sets, Hops hops) const {
    const SwitchId end = topology_->switch_of(query.destination);
    if (end == id_) {
      PortSet host;
      host.add(static_cast<int>(query.destination - id_ * static_cast<NodeId>(topology_->p())));
      sets.minimal.add_ports(host.words(), host_vcs_);
      return;
    }
    const InTransitPlace place = in_transit_place(*topology_, query);
    const LocalHops local = InTransitState::of(query.state).local_hops;
    const int to = topology_->group(end);
    if (local == LocalHops::kBeforeGlobal) {
      sets.minimal.add_ports(globals_.words(), vcs(query, place, Hop::kGlobal));
      return;
    }
    const LocalPairPorts::Ways& ways = pairs_.ways(end, to);
    const std::uint16_t direct_place = direct_to_[static_cast<std::size_t>(to)];
    const PortSet& direct = direct_[direct_place];
    const bool in_source_group = to != group_ && place.global_hops == 0;
    const bool may_misroute = hops != Hops::kMinimal && in_source_group;
    if (direct_place == 0) {
      add_local(query, ways, place, sets, hops, in_source_group);
    } else {
      sets.minimal.add_ports(direct.words(), vcs(query, place, Hop::kGlobal));
    }
    if (!may_misroute) return;
    sets.others.add_ports((globals_ - direct).words(), vcs(query, place, Hop::kGlobal));
    if (local == LocalHops::kMinimal && hops == Hops::kAll) add_detour(query, ways, place, sets);
  }

  /// Minimal local hops, and misrouted ones from which a minimal one may follow.
  void add_local(const RouteQuery& query, const LocalPairPorts::Ways& ways,
                 const InTransitPlace& place, const Sets& sets, Hops hops,
                 bool in_source_group) const {
    const LocalHops before = InTransitState::of(query.state).local_hops;
    const std::uint64_t mask = vcs(query, place, Hop::kMinimalLocal);
    if (before == LocalHops::kMisrouted) {
      sets.minimal.add_ports((ways.minimal & allowed_pairs(query, ways)).words(), mask);
    } else {
      sets.minimal.add_ports(ways.minimal.words(), mask);
    }
    if (hops != Hops::kAll || before != LocalHops::kNone) return;
    // In the source group such a hop would only lead to the same global link.
    if (in_source_group) return;
    sets.others.add_ports(allowed_pairs(query, ways).words(),
                          vcs(query, place, Hop::kMisroutedLocal));
  }

  /// After a minimal local hop in the source group: one more to a switch whose global ports may all
  /// be taken.
  void add_detour(const RouteQuery& query, const LocalPairPorts::Ways& ways,
                  const InTransitPlace& place, const Sets& sets) const {
    PortSet back;
    back.add(query.input_port);
    sets.others.add_ports(((detours_ & allowed_pairs(query, ways)) - back).words(),
                          vcs(query, place, Hop::kMisroutedLocal));
  }

  std::shared_ptr<const Dragonfly> topology_;
  std::shared_ptr<const InTransitRule> rule_;
  std::shared_ptr<const InTransitVcTable> hop_vcs_;
  LocalPairPorts pairs_;
  MisroutingTrigger trigger_;
  SwitchId id_;
  int group_;
  int position_;
  std::uint64_t host_vcs_;
  std::vector<PortSet> direct_{
      PortSet{}};                         ///< global ports that lead to the same group; first none
  std::vector<std::uint16_t> direct_to_;  ///< by group: in direct_
  PortSet globals_;                       ///< those with a link
  PortSet detours_;                       ///< to switches of this group that have global links
  // What decides in place of the model; null: it does itself.
  std::unique_ptr<VcDecision> vc_decision_;
  std::unique_ptr<PortMatcher> pair_matcher_;
  mutable PortSet matched_;
};

}  // namespace

InTransitRouting::InTransitRouting(const RoutingContext& context, const std::string& function,
                                   int local_vcs, int global_vcs,
                                   std::shared_ptr<const InTransitRule> rule)
    : topology_(std::make_shared<const Dragonfly>(
          dragonfly_of(*context.netlist, "routing function '" + function + "'"))),
      vcs_(ascending_vcs(context, "routing function '" + function + "'", local_vcs, global_vcs)),
      rule_(std::move(rule)),
      hop_vcs_(std::make_shared<const InTransitVcTable>(*rule_, std::max(vcs_.local, vcs_.global))),
      hooks_(context.hooks) {
  trigger_.enabled = boolean_parameter(context.parameters, "misrouting");
  trigger_.threshold = static_cast<int>(integer_parameter(context.parameters, "threshold"));
  const auto given = [&context](const char* name) { return context.parameters.count(name) > 0; };
  restricted_ = given(kFactor);
  if (restricted_) {
    trigger_.factor = static_cast<int>(integer_parameter(context.parameters, kFactor));
    trigger_.offset = given(kOffset)
                          ? static_cast<int>(integer_parameter(context.parameters, kOffset))
                          : kUsualOffset;
  } else if (given(kOffset)) {
    throw Error(fmt::format("routing.{} is added to what routing.{} says; allowed: both, or none",
                            kOffset, kFactor));
  }
}

std::unique_ptr<SwitchRouter> InTransitRouting::make_router(SwitchId switch_id) {
  return std::make_unique<InTransitRouter>(topology_, vcs_, rule_, hop_vcs_, trigger_, restricted_,
                                           hooks_, switch_id);
}

std::size_t InTransitRouting::path_class(const FinishedPath& path) const {
  constexpr std::size_t kMinimal = 0, kLocal = 1, kGlobal = 2, kBoth = 3;
  if (InTransitState::of(path.state).global_hops > 1) {
    constexpr int kMostWithMinimalLocalHops = 6;
    return path.switches <= kMostWithMinimalLocalHops ? kGlobal : kBoth;
  }
  const int shortest = minimal_switches(*topology_, topology_->switch_of(path.source),
                                        topology_->switch_of(path.destination));
  return path.switches == shortest ? kMinimal : kLocal;
}

std::vector<RegisterWrite> InTransitRouting::register_program(SwitchId /*switch_id*/) const {
  std::vector<RegisterWrite> program = {
      {"MISROUTE_ENABLE", 0, trigger_.enabled ? 1u : 0u},
      {"MISROUTE_THRESHOLD", 0, static_cast<std::uint32_t>(trigger_.threshold)}};
  if (restricted_) {
    program.push_back({"MISROUTE_FACTOR", 0, static_cast<std::uint32_t>(trigger_.factor)});
    program.push_back({"MISROUTE_OFFSET", 0, static_cast<std::uint32_t>(trigger_.offset)});
  }
  return program;
}

std::vector<Parameter> in_transit_parameters() {
  constexpr int kMost = 65535;
  Parameter factor = whole_number(
      kFactor,
      "packets whose minimal output is a global link are misrouted only while what waits behind it "
      "is more than so many percent of the mean of the switch's global links, and "
      "congestion_offset; 0: whatever waits there (register MISROUTE_FACTOR). Without it they are "
      "misrouted whatever waits there, and there is no such register",
      0, 0, kMost);
  Parameter offset = whole_number(
      kOffset,
      fmt::format("phits: see congestion_factor, with which it is {} unless given (register "
                  "MISROUTE_OFFSET)",
                  kUsualOffset),
      0, 0, kMost);
  for (Parameter* each : {&factor, &offset}) {
    each->default_value.reset();
    each->optional = true;
  }
  return {flag("misrouting",
               "whether packets may leave the minimal path (register MISROUTE_ENABLE)", true),
          whole_number("threshold",
                       "percent of the occupancy behind the minimal output, a share of its buffer, "
                       "below which that behind another allows misrouting (register "
                       "MISROUTE_THRESHOLD)",
                       45, 0, 255),
          factor, offset};
}

}  // namespace routing
}  // namespace netloom
