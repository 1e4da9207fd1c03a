#include "routing/function/dragonfly/valiant_router.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "routing/function/dragonfly/valiant_goals.h"
#include "routing/function/dragonfly/valiant_states.h"

namespace netloom {
inline namespace routing {
namespace {

using Kind = HopOrder::Kind;

/// VCs of a packet's next hop; -1: it can take none of this kind.
struct NextVcs {
  int local;
  int global;
};

/// What a switch knows, where the queue behind a port is that of the VC a packet would take.
class NextVcView final : public CongestionView {
 public:
  NextVcView(const CongestionView& all, const Dragonfly& topology, const NextVcs& vcs)
      : all_(all), topology_(topology), vcs_(vcs) {}

  Cycle cycle() const override { return all_.cycle(); }
  int phits_behind(int port) const override {
    return all_.phits_behind(port, topology_.is_global_port(port) ? vcs_.global : vcs_.local);
  }
  int phits_behind(int port, int vc) const override { return all_.phits_behind(port, vc); }
  const std::uint32_t* status(SwitchId other, int delay) const override {
    return all_.status(other, delay);
  }

 private:
  const CongestionView& all_;
  const Dragonfly& topology_;
  NextVcs vcs_;
};

class ValiantRouter final : public SwitchRouter, private InjectionCounter {
 public:
  ValiantRouter(DragonflyWays ways, const DragonflyVcs& vcs, const ValiantRules& rules,
                std::unique_ptr<PathChoice> choice)
      : ways_(std::move(ways)),
        topology_(ways_.topology()),
        rules_(rules),
        states_(topology_, rules.forms()),
        goals_(ways_, rules.within_group),
        choice_(std::move(choice)),
        host_vcs_(vcs.host) {
    const HopOrder order = rules.order();
    const auto after = [&order](int place) {
      return NextVcs{order.next_vc(Kind::kLocal, place), order.next_vc(Kind::kGlobal, place)};
    };
    after_injection_ = after(-1);
    for (int vc = 0; vc < vcs.local; ++vc) {
      after_local_.push_back(after(order.place(Kind::kLocal, vc)));
    }
    for (int vc = 0; vc < vcs.global; ++vc) {
      after_global_.push_back(after(order.place(Kind::kGlobal, vc)));
    }
  }

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    if (ValiantStates::undecided(query.state)) return;
    const DragonflyGoal destination = goal_of_host(query.destination);
    DragonflyGoal goal = destination;
    if (states_.on_path_a(query.state)) {
      goal = states_.goal(query.state);
      if (ways_.at(goal)) goal = destination;
    }
    if (ways_.at(goal)) {
      const auto p = static_cast<NodeId>(topology_.p());
      candidates.add_vcs(static_cast<int>(query.destination % p), host_vcs_);
      return;
    }
    const NextVcs& vcs = next_vcs(query);
    ways_.for_each_next(goal, [&](int port) {
      const int vc = topology_.is_global_port(port) ? vcs.global : vcs.local;
      if (vc >= 0) candidates.add(port, vc);
    });
  }

  bool changes_state() const override { return true; }

  std::uint16_t next_state(const RouteQuery& query, int port, int /*vc*/) const override {
    if (topology_.is_host_port(port)) return static_cast<std::uint16_t>(query.state);
    if (query.state == ValiantStates::kMinimalFirst) return ValiantStates::kUndecidedAgain;
    if (ValiantStates::minimal(query.state)) return ValiantStates::kToDestination;
    if (states_.on_path_a(query.state) && ways_.at(states_.goal(query.state))) {
      return states_.past(query.state);
    }
    return static_cast<std::uint16_t>(query.state);
  }

  bool decides() const override { return true; }
  bool decides_again() const override { return rules_.decide == DecisionTime::kWhileWaiting; }

  std::uint16_t decide(const RouteQuery& query, const CongestionView& all,
                       const Draw& draw) const override {
    const NextVcView of_vcs(all, topology_, next_vcs(query));
    const CongestionView& view = seen(all, of_vcs);
    const DragonflyGoal destination = goal_of_host(query.destination);
    PathA path_a = rules_.path_a;
    if (chooses_path_a(destination)) {
      path_a = possible(query, choice_->path_a(ways_, destination, view));
    }
    const std::uint32_t count = goals_.count(destination, path_a);
    if (count == 0) return minimal_state(query);
    const DragonflyGoal goal = goals_.goal(destination, path_a, draw.below(count));
    if (choice_ != nullptr && choice_->minimal(ways_, destination, goal, view)) {
      return minimal_state(query);
    }
    return states_.towards(goal, path_a);
  }

  void explain_decision(const RouteQuery& query, const CongestionView& all, const Draw& draw,
                        const RegisterFile& /*registers*/,
                        Explanation& explanation) const override {
    const NextVcView of_vcs(all, topology_, next_vcs(query));
    const CongestionView& view = seen(all, of_vcs);
    const DragonflyGoal destination = goal_of_host(query.destination);
    PathA path_a = rules_.path_a;
    if (chooses_path_a(destination)) {
      path_a = possible(query, choice_->explained_path_a(ways_, destination, view));
    }
    const std::uint32_t count = goals_.count(destination, path_a);
    if (count == 0) {
      explanation.decision.emplace_back("minimal: there is nothing to go through");
      return;
    }
    const DragonflyGoal goal = goals_.goal(destination, path_a, draw.below(count));
    explanation.decision.push_back(
        fmt::format("Valiant path by way of {}, drawn among {}; path A: {}", goal_text(goal), count,
                    path_a_names()[static_cast<std::size_t>(path_a)]));
    if (choice_ == nullptr) {
      explanation.decision.emplace_back("always Valiant");
      return;
    }
    const std::string reason = choice_->explain(ways_, destination, goal, view);
    if (!reason.empty()) explanation.decision.push_back(reason);
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    if (ValiantStates::undecided(query.state)) return;
    const DragonflyGoal destination = goal_of_host(query.destination);
    DragonflyGoal goal = destination;
    if (states_.on_path_a(query.state) && !ways_.at(states_.goal(query.state))) {
      goal = states_.goal(query.state);
    }
    const bool through = states_.on_path_a(query.state) && !ways_.at(states_.goal(query.state));
    explanation.decision.push_back(fmt::format("group {}, {} {}", ways_.group(),
                                               through ? "on path A to" : "minimally to",
                                               goal_text(goal)));
    if (ways_.at(goal)) return;
    const NextVcs& vcs = next_vcs(query);
    ways_.for_each_next(goal, [&](int port) {
      const bool global = topology_.is_global_port(port);
      explanation.ports[port] =
          global ? fmt::format("global, to group {}", topology_.group_behind(ways_.id(), port))
                 : fmt::format("local, to switch {} of the group",
                               topology_.local_neighbour(ways_.position(), port));
      explanation.vcs[port] =
          fmt::format("the lowest {} VC that comes after the one the packet is on: {}",
                      global ? "global" : "local", global ? vcs.global : vcs.local);
    });
  }

  void decisions(const RouteQuery& query, std::vector<std::uint16_t>& states) const override {
    if (!ValiantStates::undecided(query.state)) return;
    if (goals_.count(goal_of_host(query.destination), rules_.path_a) == 0 || !rules_.oblivious) {
      states.push_back(minimal_state(query));
    }
    add_decisions(query, rules_.path_a, states);
    for (const PathA path_a : rules_.path_a_choices) {
      if (path_a != rules_.path_a) add_decisions(query, path_a, states);
    }
  }

  void publish(const CongestionView& all, std::uint32_t* words) const override {
    if (choice_ == nullptr) return;
    const NextVcView of_vcs(all, topology_, after_injection_);
    choice_->publish(ways_, seen(all, of_vcs), words);
  }

  void registers_written(const RegisterFile& file) override {
    if (choice_ != nullptr) choice_->registers_written(file);
  }

  InjectionCounter* injection_counter() override {
    return choice_ != nullptr && choice_->counts_injections() ? this : nullptr;
  }
  void stored(NodeId destination, Cycle now) override {
    const int group = goal_of_host(destination).group;
    if (group != ways_.group()) choice_->stored(group, now);
  }
  void injected(NodeId destination, Cycle now, Cycle waited) override {
    const int group = goal_of_host(destination).group;
    if (group != ways_.group()) choice_->injected(group, now, waited);
  }
  std::uint32_t counter(const std::string& name, int index, Cycle now) override {
    return choice_->counter(name, index, now);
  }

 private:
  /// Whether its path A is chosen for each packet to that goal.
  bool chooses_path_a(const DragonflyGoal& destination) const {
    return !rules_.path_a_choices.empty() && destination.group != ways_.group();
  }
  /// There may be no other group behind this switch's own links.
  PathA possible(const RouteQuery& query, PathA path_a) const {
    return goals_.count(goal_of_host(query.destination), path_a) == 0 ? rules_.path_a : path_a;
  }

  static std::string goal_text(const DragonflyGoal& goal) {
    if (goal.position < 0) return fmt::format("group {}", goal.group);
    return fmt::format("switch {} of group {}", goal.position, goal.group);
  }

  const CongestionView& seen(const CongestionView& all, const NextVcView& of_vcs) const {
    return rules_.queue == QueueBehind::kVc ? static_cast<const CongestionView&>(of_vcs) : all;
  }

  const NextVcs& next_vcs(const RouteQuery& query) const {
    const auto vc = static_cast<std::size_t>(query.input_vc);
    if (topology_.is_host_port(query.input_port)) return after_injection_;
    return topology_.is_local_port(query.input_port) ? after_local_[vc] : after_global_[vc];
  }

  DragonflyGoal goal_of_host(NodeId host) const {
    const SwitchId id = topology_.switch_of(host);
    return {topology_.group(id), topology_.position(id), false};
  }

  /// State of a packet that is to go minimally from here.
  std::uint16_t minimal_state(const RouteQuery& query) const {
    const DragonflyGoal destination = goal_of_host(query.destination);
    if (rules_.progressive && query.state == ValiantStates::kUndecided &&
        destination.group != ways_.group()) {
      bool local = true;
      ways_.for_each_global(destination, [&](const DragonflyLinks::GlobalLink& link) {
        local = local && link.position != ways_.position();
      });
      if (local) return ValiantStates::kMinimalFirst;
    }
    return ValiantStates::kToDestination;
  }

  void add_decisions(const RouteQuery& query, PathA path_a,
                     std::vector<std::uint16_t>& states) const {
    const std::uint32_t count = goals_.count(goal_of_host(query.destination), path_a);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint16_t state =
          states_.towards(goals_.goal(goal_of_host(query.destination), path_a, i), path_a);
      if (std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
    }
  }

  DragonflyWays ways_;
  const Dragonfly& topology_;
  ValiantRules rules_;
  ValiantStates states_;
  ValiantGoals goals_;
  std::unique_ptr<PathChoice> choice_;
  int host_vcs_;
  NextVcs after_injection_{};
  std::vector<NextVcs> after_local_, after_global_;  ///< by the VC on which the packet is
};

}  // namespace

std::unique_ptr<SwitchRouter> make_valiant_router(DragonflyWays ways, const DragonflyVcs& vcs,
                                                  const ValiantRules& rules,
                                                  std::unique_ptr<PathChoice> choice) {
  return std::make_unique<ValiantRouter>(std::move(ways), vcs, rules, std::move(choice));
}

}  // namespace routing
}  // namespace netloom
