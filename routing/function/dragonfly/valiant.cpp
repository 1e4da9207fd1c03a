#include "routing/function/dragonfly/valiant.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
namespace {

using Kind = HopOrder::Kind;

constexpr std::uint32_t kUndecided = 0;
constexpr std::uint32_t kToDestination = 1;
constexpr std::uint32_t kMinimalFirst = 2;  ///< until the next local hop
constexpr std::uint32_t kUndecidedAgain = 3;
constexpr std::uint32_t kPastPathA = 4;  ///< and more, one for each form

const std::vector<std::string>& path_a_names() {
  static const std::vector<std::string> names = {"group", "LGL", "LG-", "-GL", "-G-"};
  return names;
}

const std::vector<std::string>& within_group_names() {
  static const std::vector<std::string> names = {"other_group", "own_group", "minimal"};
  return names;
}

template <class Enumeration>
Enumeration named(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<Enumeration>(std::find(names.begin(), names.end(), name) - names.begin());
}

const std::vector<std::string>& queue_names() {
  static const std::vector<std::string> names = {"port", "vc"};
  return names;
}

const std::vector<std::string>& decide_names() {
  static const std::vector<std::string> names = {"once", "while_waiting"};
  return names;
}

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
        forms_(rules.forms()),
        first_goal_(kPastPathA + static_cast<std::uint32_t>(forms_.size())),
        goals_of_form_(static_cast<std::uint32_t>(topology_.groups()) + topology_.switches()),
        choice_(std::move(choice)),
        host_vcs_(vcs.host) {
    for (int to = 0; to < topology_.groups(); ++to) {
      if (to == ways_.group()) continue;
      for (const auto& link : ways_.links().between(ways_.group(), to)) {
        if (link.position == ways_.position()) own_.push_back({to, link.far_position});
      }
    }
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

  void route(const RouteQuery& query, CandidateSet& candidates) override {
    if (must_decide(query.state)) return;
    const DragonflyGoal destination = goal_of_host(query.destination);
    DragonflyGoal goal = destination;
    if (query.state >= first_goal_) {
      goal = goal_of_state(query.state);
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
    if (query.state == kMinimalFirst) return kUndecidedAgain;
    if (query.state < kPastPathA) return kToDestination;
    if (query.state >= first_goal_ && ways_.at(goal_of_state(query.state))) {
      const std::uint32_t form = (query.state - first_goal_) / goals_of_form_;
      return static_cast<std::uint16_t>(kPastPathA + form);
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
    const std::uint32_t count = goals(query, path_a);
    if (count == 0) return minimal_state(query);
    const DragonflyGoal goal = this->goal(query, path_a, draw.below(count));
    if (choice_ != nullptr && choice_->minimal(ways_, destination, goal, view)) {
      return minimal_state(query);
    }
    return state_of(goal, path_a);
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
    const std::uint32_t count = goals(query, path_a);
    if (count == 0) {
      explanation.decision.emplace_back("minimal: there is nothing to go through");
      return;
    }
    const DragonflyGoal goal = this->goal(query, path_a, draw.below(count));
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
    if (must_decide(query.state)) return;
    const DragonflyGoal destination = goal_of_host(query.destination);
    DragonflyGoal goal = destination;
    if (query.state >= first_goal_ && !ways_.at(goal_of_state(query.state))) {
      goal = goal_of_state(query.state);
    }
    const bool through = query.state >= first_goal_ && !ways_.at(goal_of_state(query.state));
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
    if (!must_decide(query.state)) return;
    if (goals(query, rules_.path_a) == 0 || !rules_.oblivious) {
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
  /// What a global link of this switch leads to.
  struct FarEnd {
    int group;
    int position;
  };

  /// Whether its path A is chosen for each packet to that goal.
  bool chooses_path_a(const DragonflyGoal& destination) const {
    return !rules_.path_a_choices.empty() && destination.group != ways_.group();
  }
  /// There may be no other group behind this switch's own links.
  PathA possible(const RouteQuery& query, PathA path_a) const {
    return goals(query, path_a) == 0 ? rules_.path_a : path_a;
  }

  static std::string goal_text(const DragonflyGoal& goal) {
    if (goal.position < 0) return fmt::format("group {}", goal.group);
    return fmt::format("switch {} of group {}", goal.position, goal.group);
  }

  static bool must_decide(std::uint32_t state) {
    return state == kUndecided || state == kUndecidedAgain;
  }

  const CongestionView& seen(const CongestionView& all, const NextVcView& of_vcs) const {
    return rules_.queue == QueueBehind::kVc ? static_cast<const CongestionView&>(of_vcs) : all;
  }

  const NextVcs& next_vcs(const RouteQuery& query) const {
    const auto vc = static_cast<std::size_t>(query.input_vc);
    if (topology_.is_host_port(query.input_port)) return after_injection_;
    return topology_.is_local_port(query.input_port) ? after_local_[vc] : after_global_[vc];
  }

  DragonflyGoal goal_of_switch(SwitchId id) const {
    return {topology_.group(id), topology_.position(id), false};
  }
  DragonflyGoal goal_of_host(NodeId host) const {
    return goal_of_switch(topology_.switch_of(host));
  }

  DragonflyGoal goal_of_state(std::uint32_t state) const {
    const std::uint32_t number = (state - first_goal_) % goals_of_form_;
    const auto groups = static_cast<std::uint32_t>(topology_.groups());
    if (number < groups) return {static_cast<int>(number), -1, false};
    DragonflyGoal goal = goal_of_switch(number - groups);
    const PathA form = forms_[(state - first_goal_) / goals_of_form_];
    goal.lands = form == PathA::kLg || form == PathA::kG;
    return goal;
  }
  std::uint16_t state_of(const DragonflyGoal& goal, PathA path_a) const {
    std::uint32_t number = static_cast<std::uint32_t>(goal.group);
    if (goal.position >= 0) {
      number = static_cast<std::uint32_t>(topology_.groups()) +
               topology_.switch_id(goal.group, goal.position);
    }
    const auto form = std::find(forms_.begin(), forms_.end(), path_a) - forms_.begin();
    return static_cast<std::uint16_t>(first_goal_ +
                                      static_cast<std::uint32_t>(form) * goals_of_form_ + number);
  }

  /// State of a packet that is to go minimally from here.
  std::uint16_t minimal_state(const RouteQuery& query) const {
    const DragonflyGoal destination = goal_of_host(query.destination);
    if (rules_.progressive && query.state == kUndecided && destination.group != ways_.group()) {
      bool local = true;
      ways_.for_each_global(destination, [&](const DragonflyLinks::GlobalLink& link) {
        local = local && link.position != ways_.position();
      });
      if (local) return kMinimalFirst;
    }
    return kToDestination;
  }

  void add_decisions(const RouteQuery& query, PathA path_a,
                     std::vector<std::uint16_t>& states) const {
    const std::uint32_t count = goals(query, path_a);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint16_t state = state_of(goal(query, path_a, i), path_a);
      if (std::find(states.begin(), states.end(), state) == states.end()) states.push_back(state);
    }
  }

  /// Number of intermediate goals for a packet here, each of them as probable as another.
  std::uint32_t goals(const RouteQuery& query, PathA path_a) const {
    const DragonflyGoal destination = goal_of_host(query.destination);
    if (ways_.at(destination)) return 0;
    const auto a = static_cast<std::uint32_t>(topology_.a());
    if (destination.group == ways_.group()) {
      if (rules_.within_group == WithinGroup::kMinimal) return 0;
      if (rules_.within_group == WithinGroup::kOwnGroup) return a - 2;
    }
    const auto others = static_cast<std::uint32_t>(topology_.groups() -
                                                   (destination.group == ways_.group() ? 1 : 2));
    switch (path_a) {
      case PathA::kGroup:
        return others;
      case PathA::kLgl:
        return others * a;
      case PathA::kLg:
        return others * static_cast<std::uint32_t>(topology_.links_between_groups());
      case PathA::kGl:
        return own_links_elsewhere(destination.group) * a;
      case PathA::kG:
        return own_links_elsewhere(destination.group);
    }
    return 0;
  }

  DragonflyGoal goal(const RouteQuery& query, PathA path_a, std::uint32_t number) const {
    const DragonflyGoal destination = goal_of_host(query.destination);
    const int group = ways_.group();
    const auto i = static_cast<int>(number);
    const int a = topology_.a();
    if (destination.group == group && rules_.within_group == WithinGroup::kOwnGroup) {
      return {group, without(i, ways_.position(), destination.position), false};
    }
    switch (path_a) {
      case PathA::kGroup:
        return {without(i, group, destination.group), -1, false};
      case PathA::kLgl:
        return {without(i / a, group, destination.group), i % a, false};
      case PathA::kLg: {
        const int each = topology_.links_between_groups();
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

  /// Number i of 0, 1, 2, … without one or two of them.
  static int without(int i, int one, int other) {
    if (i >= std::min(one, other)) ++i;
    if (one != other && i >= std::max(one, other)) ++i;
    return i;
  }

  std::uint32_t own_links_elsewhere(int group) const {
    return static_cast<std::uint32_t>(std::count_if(
        own_.begin(), own_.end(), [group](const FarEnd& end) { return end.group != group; }));
  }
  const FarEnd& own_link_elsewhere(int group, int number) const {
    return *std::find_if(own_.begin(), own_.end(),
                         [&](const FarEnd& end) { return end.group != group && number-- == 0; });
  }

  DragonflyWays ways_;
  const Dragonfly& topology_;
  ValiantRules rules_;
  std::vector<PathA> forms_;
  std::uint32_t first_goal_;     ///< header state
  std::uint32_t goals_of_form_;  ///< header states of one form
  std::unique_ptr<PathChoice> choice_;
  int host_vcs_;
  std::vector<FarEnd> own_;
  NextVcs after_injection_{};
  std::vector<NextVcs> after_local_, after_global_;  ///< by the VC on which the packet is
};

}  // namespace

HopOrder ValiantRules::order() const {
  if (progressive) return HopOrder("llglgl");
  // Of several, path_a has the hops of all.
  switch (path_a) {
    case PathA::kLgl:
      return HopOrder("lgllgl");
    case PathA::kGl:
      return HopOrder("gllgl");
    case PathA::kG:
      return HopOrder("glgl");
    case PathA::kGroup:
    case PathA::kLg:
      break;
  }
  return HopOrder("lglgl");
}

ValiantRouting::ValiantRouting(const RoutingContext& context, const std::string& function,
                               const ValiantRules& rules)
    : rules_(rules) {
  const std::string user = "routing function '" + function + "'";
  topology_ = std::make_shared<const Dragonfly>(dragonfly_of(*context.netlist, user));
  const HopOrder order = rules.order();
  std::string needs = user;
  if (rules.path_a != PathA::kGroup) {
    needs += " with path_a '" + path_a_names()[static_cast<std::size_t>(rules.path_a)] + "'";
  }
  vcs_ = ascending_vcs(context, needs, order.vcs(Kind::kLocal), order.vcs(Kind::kGlobal));
  const auto forms = static_cast<std::uint32_t>(rules.forms().size());
  const std::uint32_t goals =
      topology_->switches() + static_cast<std::uint32_t>(topology_->groups());
  const std::uint32_t most = (65536 - kPastPathA) / forms - 1;
  if (goals > most) {
    throw Error(fmt::format(
        "{}: {} switches and {} groups are more intermediate ones than a header can name; "
        "allowed: up to {} together",
        user, topology_->switches(), topology_->groups(), most));
  }
  links_ = std::make_shared<const DragonflyLinks>(*topology_);
}

std::unique_ptr<SwitchRouter> ValiantRouting::make_router(SwitchId switch_id) {
  return std::make_unique<ValiantRouter>(DragonflyWays(topology_, links_, switch_id), vcs_, rules_,
                                         make_choice(switch_id));
}

std::vector<std::string> ValiantRouting::path_classes() const {
  std::vector<std::string> names = {"minimal"};
  for (const PathA form : rules_.forms()) {
    names.push_back(path_a_names()[static_cast<std::size_t>(form)]);
  }
  return names;
}

std::size_t ValiantRouting::path_class(const FinishedPath& path) const {
  if (path.state < kPastPathA) return 0;
  const auto forms = static_cast<std::uint32_t>(rules_.forms().size());
  const std::uint32_t past = path.state - kPastPathA;
  if (past < forms) return 1 + past;
  // What it went through is where it arrived.
  const std::uint32_t goals =
      topology_->switches() + static_cast<std::uint32_t>(topology_->groups());
  return 1 + (past - forms) / goals;
}

std::vector<Parameter> valiant_parameters() {
  return {
      named_choice("path_a",
                   "first part of Valiant paths: to an intermediate group, or to an intermediate "
                   "switch by the hops named, L local, G global, - left out",
                   path_a_names()),
      within_group_parameter()};
}

Parameter within_group_parameter() {
  return named_choice("within_group",
                      "Valiant paths of packets that stay in their group: through another group, "
                      "over another switch of their own, or none",
                      within_group_names());
}

Parameter queue_parameter(QueueBehind default_value) {
  Parameter queue = named_choice(
      "queue",
      "what counts as the queue behind a port: the phits of all its VCs, or of the VC that the "
      "packet would take",
      queue_names());
  queue.default_value = queue_names()[static_cast<std::size_t>(default_value)];
  return queue;
}

Parameter decide_parameter() {
  return named_choice("decide",
                      "when a packet's way is decided at its source switch: once, when it comes to "
                      "the head of its injection queue, or anew in each cycle in which it still "
                      "waits there",
                      decide_names());
}

ValiantRules valiant_rules(const ParameterMap& parameters) {
  ValiantRules rules;
  if (parameters.count("path_a") != 0) {
    rules.path_a = named<PathA>(path_a_names(), string_parameter(parameters, "path_a"));
  }
  rules.within_group =
      named<WithinGroup>(within_group_names(), string_parameter(parameters, "within_group"));
  if (parameters.count("queue") != 0) {
    rules.queue = named<QueueBehind>(queue_names(), string_parameter(parameters, "queue"));
  }
  if (parameters.count("decide") != 0) {
    rules.decide = named<DecisionTime>(decide_names(), string_parameter(parameters, "decide"));
  }
  return rules;
}

std::map<std::string, int> valiant_vcs(const ValiantRules& rules) {
  const HopOrder order = rules.order();
  return {{"local", order.vcs(Kind::kLocal)}, {"global", order.vcs(Kind::kGlobal)}};
}

}  // namespace netloom
