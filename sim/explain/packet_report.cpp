#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/decision/vc_policy.h"
#include "sim/explain/packet_explainer.h"

// What a PacketExplainer has seen, as a report.

namespace netloom {
inline namespace sim {
namespace {

double percent(int part, int whole) {
  return whole == 0 ? 0.0 : 100.0 * part / whole;
}

template <class Text>
std::string text_or(const std::map<int, Text>& texts, int key, const std::string& otherwise) {
  const auto found = texts.find(key);
  return found == texts.end() ? otherwise : found->second;
}

Json optional_cycle(const std::optional<Cycle>& cycle) {
  return cycle ? Json(*cycle) : Json(nullptr);
}

void add_stage(Json& stages, const char* stage, Cycle cycles, const std::string& cause) {
  if (cycles > 0) stages.push_back({{"stage", stage}, {"cycles", cycles}, {"cause", cause}});
}

}  // namespace

std::string PacketExplainer::vc_rule(const Hop& hop, int port) const {
  const VcPolicyEntry& entry = VcPolicyRegistry::instance().find(config_.vc_policy);
  std::string policy = "VC policy " + config_.vc_policy;
  if (entry.offered != nullptr) policy += ": " + entry.meaning;
  return text_or(hop.explanation.vcs, port, policy);
}

const std::vector<OutputStatus>& PacketExplainer::offered(const Hop& hop) {
  // The same candidates, with what held then; unless a link has failed in the meantime.
  return hop.selection ? hop.selection->head.candidates : hop.candidates;
}

Json PacketExplainer::candidates_report(const Hop& hop) const {
  Json list = Json::array();
  const bool selected = hop.selection.has_value();
  for (const OutputStatus& each : offered(hop)) {
    const int port = each.channel >> hop.vc_shift;
    Json entry;
    entry["port"] = port;
    entry["vc"] = each.channel & ((1 << hop.vc_shift) - 1);
    entry["to"] = place_behind(hop.id, port);
    entry["minimal"] = each.minimal;
    entry["reason"] = hop.deviates
                          ? "emergency path: the links of all ports that are offered have failed"
                          : text_or(hop.explanation.ports, port, "offered by the routing function");
    entry["vc_rule"] = vc_rule(hop, port);
    entry["at_selection"] = selected ? Json(obstacle_text(each)) : Json(nullptr);
    if (each.capacity > 0) {
      entry["credits"] = each.credits;
      entry["phits_behind"] = each.behind;
      entry["capacity"] = each.capacity;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json PacketExplainer::excluded_report(const Hop& hop) const {
  Json list = Json::array();
  for (const auto& [port, reason] : hop.explanation.ports) {
    const std::vector<OutputStatus>& all = offered(hop);
    if (std::any_of(all.begin(), all.end(), [&](const OutputStatus& each) {
          return each.channel >> hop.vc_shift == port;
        })) {
      continue;
    }
    list.push_back(
        {{"port", port},
         {"to", place_behind(hop.id, port)},
         {"reason",
          reason + failure_text(hop.id, port,
                                hop.granted ? *hop.granted : fate_.lost.value_or(hop.arrived))}});
  }
  return list;
}

std::string PacketExplainer::misrouting_text(const Hop& hop) const {
  const std::vector<OutputStatus>& all = hop.selection->head.candidates;
  const OutputStatus* least = nullptr;
  bool others = false, minimal_free = false;
  for (const OutputStatus& each : all) {
    if (!each.minimal) {
      others = true;
      continue;
    }
    minimal_free = minimal_free || each.obstacle == Obstacle::kNone;
    if (least == nullptr ||
        percent(each.behind, each.capacity) < percent(least->behind, least->capacity)) {
      least = &each;
    }
  }
  if (!others || least == nullptr) return "";
  if (minimal_free) return "a minimal output can be taken, so that misrouting is not considered";
  const double share = percent(least->behind, least->capacity);
  const double bound = share * hop.trigger->threshold / 100;
  const auto taken = std::find_if(all.begin(), all.end(), [&](const OutputStatus& each) {
    return each.channel == hop.selection->output;
  });
  std::string text = fmt::format(
      "no minimal output can be taken; the emptiest minimal queue holds {} of {} phits ({:.1f} %); "
      "threshold {} % of it = {:.1f} %",
      least->behind, least->capacity, share, hop.trigger->threshold, bound);
  if (taken != all.end()) {
    text += fmt::format("; behind the output taken: {} of {} phits ({:.1f} %)", taken->behind,
                        taken->capacity, percent(taken->behind, taken->capacity));
  }
  return text;
}

Json PacketExplainer::selection_report(const Hop& hop) const {
  if (!hop.selection) return nullptr;
  const Selection& selection = *hop.selection;
  const int port = selection.output >> hop.vc_shift;
  const SwitchConfig& switches = config_.network.switches;
  const Picking picking = SelectionRegistry::instance().find(switches.selection).picking;
  const bool at_routing = switches.selection_time == SelectionTime::kRouting;
  const auto usable = std::count_if(
      selection.head.candidates.begin(), selection.head.candidates.end(),
      [&](const OutputStatus& each) {
        return each.obstacle == Obstacle::kNone ||
               (at_routing && each.obstacle == Obstacle::kBusy);  // it need not be free yet
      });
  std::string why;
  if (usable <= 1) {
    why =
        hop.candidates.size() == 1 ? "the only candidate" : "the only candidate that can be taken";
  } else if (picking == Picking::kMostCredits) {
    why = fmt::format("the most credits of {} that can be taken", usable);
  } else if (picking == Picking::kRandom) {
    why = fmt::format("drawn among {} that can be taken", usable);
  } else {
    const int from = selection.head.search_from;
    const char* const whose =
        picking == Picking::kCyclic ? "cyclic priority begins at port" : "preferred port";
    why = port == from ? fmt::format("{} {}, which can be taken", whose, from)
                       : fmt::format(
                             "{} {}; the first from there on, cyclically, of {} that can "
                             "be taken",
                             whose, from, usable);
  }
  Json report;
  report["port"] = port;
  report["vc"] = selection.output & ((1 << hop.vc_shift) - 1);
  report["to"] = place_behind(hop.id, port);
  report["function"] = config_.network.switches.selection;
  report["why"] = why;
  const std::string misrouting = hop.trigger == nullptr ? "" : misrouting_text(hop);
  if (!misrouting.empty()) report["misrouting"] = misrouting;
  report["vc_rule"] = vc_rule(hop, port);
  return report;
}

Json PacketExplainer::hop_report(const Hop& hop) const {
  const int port = hop.input >> hop.vc_shift;
  Json report;
  report["switch"] = config_.netlist.switches[hop.id].name;
  report["arrived"] = hop.arrived;
  report["input_port"] = port;
  report["input_vc"] = hop.input & ((1 << hop.vc_shift) - 1);
  report["from"] = place_before(hop.id, port);
  report["header_state"] = hop.state_before;
  if (!hop.decision.decision.empty()) {
    report["decision"] = hop.decision.decision;
    report["state_decided"] = hop.state;
  }
  report["routing"] = hop.explanation.decision;
  report["candidates"] = candidates_report(hop);
  report["excluded"] = excluded_report(hop);
  report["selection"] = selection_report(hop);

  Json stages = Json::array();
  const auto add = [&stages](const char* stage, Cycle cycles, const std::string& cause) {
    add_stage(stages, stage, cycles, cause);
  };
  if (hop.front) add("queue", *hop.front - hop.arrived, "behind earlier flits of the VC");
  if (hop.asked) {
    add("tail", *hop.asked - *hop.front, "store and forward: until the tail is there");
    add("routing unit", *hop.begin - *hop.asked, "works on other heads");
    add("routing", *hop.ready - *hop.begin, "routing delay");
  }
  for (const Wait& wait : hop.allocation_waits) add("allocation", wait.cycles, wait.cause);
  if (hop.granted) {
    const auto crossing = static_cast<Cycle>(config_.network.switches.crossbar_delay);
    add("crossbar", crossing, "crossbar delay");
    for (const Wait& wait : hop.output_waits) add("output buffer", wait.cycles, wait.cause);
  }
  report["granted"] = optional_cycle(hop.granted);
  report["left"] = optional_cycle(hop.start);
  report["time"] = std::move(stages);
  return report;
}

Json PacketExplainer::part() const {
  Json result = {{"hops", Json::array()}};
  if (fate_.injection) {
    const Flit& flit = fate_.injection->flit;
    result["injection"] = {
        {"destination", flit.destination}, {"phits", flit.packet_phits},
        {"generated", flit.tag.generated}, {"link_free", fate_.injection->link_free},
        {"start", fate_.injection->start}, {"vc", fate_.injection->vc}};
  }
  if (fate_.head_at_host) result["head_at_host"] = *fate_.head_at_host;
  if (fate_.delivered) result["delivered"] = *fate_.delivered;
  if (fate_.lost) {
    result["lost"] = *fate_.lost;
    result["cut"] = fate_.cut;
  }
  for (const Hop& hop : hops_) {
    result["hops"].push_back(hop_report(hop));
    if (hop.deviated) result["deviated"] = true;
  }
  return result;
}

Json PacketExplainer::of_all_ranks(Ranks& ranks) const {
  Json result = {{"injection", nullptr}, {"head_at_host", nullptr},
                 {"delivered", nullptr}, {"lost", nullptr},
                 {"cut", false},         {"deviated", false}};
  std::vector<Json> hops;
  for (const std::string& text : ranks.gather("explanation", json_text(part()))) {
    Json part = parse_json(text);
    for (Json& hop : part.at("hops")) hops.push_back(std::move(hop));
    result.update(part);
  }
  const auto arrived = [](const Json& hop) { return hop.at("arrived").get<Cycle>(); };
  std::sort(hops.begin(), hops.end(),
            [&](const Json& a, const Json& b) { return arrived(a) < arrived(b); });
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const Json next = i + 1 < hops.size() ? hops[i + 1].at("arrived") : result.at("head_at_host");
    const Json& left = hops[i].at("left");
    if (left.is_null() || next.is_null()) continue;
    add_stage(hops[i].at("time"), "link", next.get<Cycle>() - left.get<Cycle>(), "link latency");
  }
  result["hops"] = std::move(hops);
  return result;
}

Json PacketExplainer::absence_report(const Network& network) const {
  const std::string name = packet_.text(config_.netlist);
  const std::string& source = config_.netlist.hosts[packet_.source].name;
  const Cycle end = network.known_until();
  const std::uint32_t next =
      network.next_packet_number(packet_.source, packet_.destination.value_or(0));
  if (packet_.number < next) {
    return {{"packet", name},
            {"outcome", "not_injected"},
            {"message", fmt::format("packet {} has been generated, but waits in the source queue "
                                    "of {} when the run ends in cycle {}",
                                    name, source, end)}};
  }
  const std::string message =
      next == 0
          ? fmt::format("packet {} does not exist: {} sends none{} in this run of {} cycles", name,
                        source, packet_.destination ? " there" : "", end)
          : fmt::format(
                "packet {} does not exist: {} generates the packets 0 to {}{} in this run of {} "
                "cycles",
                name, source, next - 1, packet_.destination ? " for this destination" : "", end);
  return {{"packet", name}, {"outcome", "not_generated"}, {"message", message}};
}

Json PacketExplainer::report(const Network& network) const {
  const Json seen = of_all_ranks(network.ranks());
  const Json& injection = seen.at("injection");
  if (injection.is_null()) return absence_report(network);
  const Netlist& netlist = config_.netlist;
  const Json& delivered = seen.at("delivered");
  const Json& lost = seen.at("lost");
  const auto cycle = [](const Json& value) { return value.get<Cycle>(); };
  const Cycle generated = cycle(injection.at("generated"));
  const Cycle start = cycle(injection.at("start"));
  Json result;
  result["packet"] = packet_.text(netlist);
  result["outcome"] =
      !delivered.is_null() ? "delivered" : (!lost.is_null() ? "lost" : "in_network");
  result["message"] =
      !delivered.is_null() ? ""
      : !lost.is_null()
          ? fmt::format("lost in cycle {}: {}", cycle(lost),
                        seen.at("cut") == true ? "a link failed while the packet was on it"
                                               : "failed links left it no way")
          : fmt::format("still in the network when the run ends in cycle {}",
                        network.known_until());
  result["source"] = netlist.hosts[packet_.source].name;
  result["destination"] = netlist.hosts[injection.at("destination").get<NodeId>()].name;
  result["phits"] = injection.at("phits");
  result["deviated"] = seen.at("deviated");
  result["generated"] = generated;
  result["injected"] = start;
  result["injection_vc"] = injection.at("vc");
  const Cycle link_free = cycle(injection.at("link_free"));
  const Link& first = netlist.links[static_cast<std::size_t>(ports_.injection(packet_.source))];
  Json before = Json::array();
  add_stage(before, "source queue", link_free - generated, "behind earlier packets of the host");
  add_stage(before, "injection", start - link_free,
            "credits of the switch's injection buffer, or what the NIC waits for");
  add_stage(before, "link", static_cast<Cycle>(first.latency), "link latency");
  result["time"] = std::move(before);
  result["hops"] = seen.at("hops");
  result["delivered"] = delivered;
  if (!delivered.is_null()) {
    result["tail"] = cycle(delivered) - cycle(seen.at("head_at_host"));
    result["network_latency"] = cycle(delivered) - start;
    result["generation_latency"] = cycle(delivered) - generated;
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
