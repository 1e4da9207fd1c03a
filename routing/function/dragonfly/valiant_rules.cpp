#include "routing/function/dragonfly/valiant_rules.h"

#include <algorithm>
#include <cstddef>

namespace netloom {
inline namespace routing {
namespace {

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

}  // namespace

const std::vector<std::string>& path_a_names() {
  static const std::vector<std::string> names = {"group", "LGL", "LG-", "-GL", "-G-"};
  return names;
}

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
  return {{"local", order.vcs(HopOrder::Kind::kLocal)},
          {"global", order.vcs(HopOrder::Kind::kGlobal)}};
}

}  // namespace routing
}  // namespace netloom
