#include "sim/explain/packet_explainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/switch_model.h"
#include "routing/decision/vc_policy.h"

namespace netloom {
inline namespace sim {
namespace {

/// Adds up waits for the same reason that follow each other.
template <class Waits>
void add_wait(Waits& waits, const std::string& cause, Cycle cycles) {
  if (cycles == 0) return;
  if (!waits.empty() && waits.back().cause == cause) {
    waits.back().cycles += cycles;
  } else {
    waits.push_back({cause, cycles});
  }
}

double percent(int part, int whole) {
  return whole == 0 ? 0.0 : 100.0 * part / whole;
}

template <class Text>
std::string text_or(const std::map<int, Text>& texts, int key, const std::string& otherwise) {
  const auto found = texts.find(key);
  return found == texts.end() ? otherwise : found->second;
}

/// What keeps heads from outputs, in few words.
const char* obstacle_name(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::kNone:
      return "free";
    case Obstacle::kBusy:
      return "output busy";
    case Obstacle::kNoRoom:
      return "no credits or no space";
    case Obstacle::kOwned:
      return "VC held by another packet";
    case Obstacle::kBubble:
      return "no room for two packets (bubble)";
    case Obstacle::kMinimalFirst:
      return "a minimal output can be taken";
    case Obstacle::kTrigger:
      return "not allowed by the misrouting trigger";
    case Obstacle::kStalled:
      return "stalled";
    case Obstacle::kFailed:
      return "link failed";
  }
  return "";
}

Json optional_cycle(const std::optional<Cycle>& cycle) {
  return cycle ? Json(*cycle) : Json(nullptr);
}

}  // namespace

PacketExplainer::PacketExplainer(const Config& config, const PacketName& packet,
                                 std::vector<LinkFault> faults)
    : config_(config), packet_(packet), faults_(std::move(faults)), ports_(config.netlist) {}

// ---- What happens.

bool PacketExplainer::is_packet(const Flit& flit) const {
  return flit.tag.number == packet_.number && flit.source() == packet_.source &&
         (!packet_.destination || flit.destination == *packet_.destination) && !flit.for_switches();
}

std::string PacketExplainer::flit_text(const Flit& flit) const {
  if (flit.for_switches()) return "a control packet";
  PacketName name;
  name.source = flit.source();
  if (packet_.destination) name.destination = flit.destination;
  name.number = flit.tag.number;
  return name.text(config_.netlist);
}

std::string PacketExplainer::channel_name(const ObservedSwitch& at, int channel) const {
  return fmt::format("p{}.vc{}", at.port(channel), at.vc(channel));
}

PacketExplainer::Hop* PacketExplainer::hop_at(const ObservedSwitch& at) {
  if (hops_.empty() || hops_.back().id != at.id || lost_) return nullptr;
  return &hops_.back();
}

void PacketExplainer::injected(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  if (flit.source() != packet_.source) return;
  if (is_head(flit)) {
    injection_ =
        Injection{flit, at.vc(input), now, std::max(link_free_, Cycle{flit.tag.generated})};
  }
  link_free_ = now + flit.phits;
}

void PacketExplainer::arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  if (!is_head(flit)) return;
  Hop hop;
  hop.id = at.id;
  hop.vc_shift = at.vc_shift;
  hop.input = input;
  hop.arrived = now;
  hop.state_before = hop.state = flit.state();
  hops_.push_back(std::move(hop));
}

void PacketExplainer::at_front(const ObservedSwitch& at, int /*input*/, const Flit& flit,
                               Cycle now) {
  if (!is_head(flit)) return;
  if (Hop* const hop = hop_at(at)) hop->front = now;
}

void PacketExplainer::decided(const ObservedSwitch& at, int /*input*/, const Flit& flit,
                              const RouteQuery& query, const CongestionView& view, const Draw& draw,
                              std::uint32_t state) {
  if (!is_head(flit)) return;
  Hop* const hop = hop_at(at);
  if (hop == nullptr) return;
  Explanation decision;
  if (!hop->decision.decision.empty()) {
    decision.decision.push_back(fmt::format("decided anew in cycle {}", query.cycle));
  }
  at.router->explain_decision(query, view, draw, *at.registers, decision);
  hop->decision = std::move(decision);
  hop->state = state;
}

void PacketExplainer::routed(const ObservedSwitch& at, int input, const Flit& flit,
                             const RouteQuery& query, Cycle begin, Cycle ready) {
  if (!is_head(flit)) return;
  Hop* const hop = hop_at(at);
  if (hop == nullptr) return;
  if (!hop->ready) {  // else it is decided on anew while it waits
    hop->asked = query.cycle;
    hop->begin = begin;
    hop->ready = ready;
  }
  hop->explanation = Explanation();
  at.router->explain(query, *at.registers, hop->explanation);
  hop->trigger = at.router->trigger();
  hop->candidates = at.model->head_status(input, query.cycle).candidates;
  hop->deviates = flit.deviated() && !deviated_;
}

void PacketExplainer::allocating(const ObservedSwitch& at, Cycle now) {
  Hop* const hop = hop_at(at);
  if (hop == nullptr || hop->granted || !hop->ready) return;
  requests_.clear();
  grants_.clear();
  before_ = at.model->head_status(hop->input, now);
}

void PacketExplainer::selected(const ObservedSwitch& at, int input, int output, Cycle now) {
  Hop* const hop = hop_at(at);
  if (hop == nullptr || hop->granted || !hop->ready || *hop->ready > now) return;
  requests_[input] = output;
  if (input != hop->input) return;
  HeadStatus head = at.model->head_status(input, now);
  // With routing.select_at: routing it has selected before, and only requests now.
  const bool again = hop->selection && hop->selection->output == output &&
                     head.candidates.size() < hop->selection->head.candidates.size();
  if (!again) hop->selection = Selection{output, std::move(head)};
}

void PacketExplainer::granted(const ObservedSwitch& at, int input, int output, const Flit& flit,
                              Cycle now, Cycle /*last*/) {
  Hop* const hop = hop_at(at);
  if (hop == nullptr || hop->granted) return;
  if (!is_head(flit)) {
    grants_.push_back({input, output, flit_text(flit)});
    return;
  }
  close(*hop, hop->allocation_waits, now);
  hop->granted = now;
  hop->output = output;
  hop->deviates = flit.deviated() && !deviated_;  // its outputs may have failed since
  deviated_ = flit.deviated();
}

void PacketExplainer::sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) {
  if (!is_head(flit)) return;
  Hop* const hop = hop_at(at);
  if (hop == nullptr) return;
  close(*hop, hop->output_waits, start);
  hop->start = start;
  const Link& link =
      config_.netlist.links[static_cast<std::size_t>(ports_.link_out(at.id, at.port(output)))];
  if (link.to.type == Endpoint::Type::kHost) {
    head_at_host_ = start + static_cast<Cycle>(link.latency);
  }
}

void PacketExplainer::delivered(const ObservedSwitch& /*at*/, int /*output*/, const Flit& flit,
                                Cycle now) {
  if (!is_packet(flit) || !flit.tail()) return;
  if (flit.cut()) {
    lost_ = now;
    cut_ = true;
  } else {
    delivered_ = now;
  }
}

void PacketExplainer::lost(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  if (!is_packet(flit)) return;
  Hop* const hop = hop_at(at);
  lost_ = now;
  cut_ = flit.cut();
  if (hop == nullptr || hop->asked || cut_) return;
  // There were no candidates left.
  RouteQuery query;
  query.destination = flit.destination;
  query.source = flit.source();
  query.state = flit.state();
  query.input_port = at.port(input);
  query.input_vc = at.vc(input);
  query.cycle = now;
  at.router->explain(query, *at.registers, hop->explanation);
}

void PacketExplainer::close(Hop& hop, std::vector<Wait>& waits, Cycle now) {
  if (!hop.open) return;
  add_wait(waits, hop.open->cause, now - hop.open->from);
  hop.open.reset();
}

void PacketExplainer::cycle_done(const ObservedSwitch& at, Cycle now) {
  Hop* const hop = hop_at(at);
  if (hop == nullptr) return;
  if (!hop->granted) {
    if (!hop->ready || *hop->ready > now) return;
    close(*hop, hop->allocation_waits, now);
    hop->open = OpenWait{allocation_cause(at, *hop), now};
    return;
  }
  const auto crossed = *hop->granted + static_cast<Cycle>(config_.network.switches.crossbar_delay);
  if (hop->start || now < crossed) return;
  close(*hop, hop->output_waits, now);
  const OutputStatus output = at.model->output_status(hop->output, now);
  hop->open = OpenWait{output.link_busy ? "the link sends another flit"
                       : output.credits < injection_->flit.phits
                           ? fmt::format("credits: {} phits", output.credits)
                           : "behind earlier flits of the output buffer",
                       now};
}

std::string PacketExplainer::allocation_cause(const ObservedSwitch& at, const Hop& hop) const {
  if (before_.input_busy) return "the crossbar input sends an earlier flit of the port";
  const auto winner = [this](auto fits) -> std::string {
    const auto found = std::find_if(grants_.begin(), grants_.end(), fits);
    return found == grants_.end() ? "" : fmt::format(" ({} was granted)", found->packet);
  };
  const auto request = requests_.find(hop.input);
  if (request != requests_.end()) {
    const int port = at.port(request->second);
    return fmt::format("arbitration for output port {} lost{}", port,
                       winner([&](const Grant& grant) { return at.port(grant.output) == port; }));
  }
  std::map<Obstacle, std::string> blocked;
  bool usable = false;
  for (const OutputStatus& each : before_.candidates) {
    usable = usable || each.obstacle == Obstacle::kNone;
    std::string& names = blocked[each.obstacle];
    names += (names.empty() ? "" : ", ") + channel_name(at, each.channel);
  }
  if (usable) {
    const int port = at.port(hop.input);
    return fmt::format("arbitration at input port {} lost{}", port,
                       winner([&](const Grant& grant) { return at.port(grant.input) == port; }));
  }
  std::string text;
  for (const auto& [obstacle, names] : blocked) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", obstacle_name(obstacle), names);
  }
  return text;
}

// ---- What is reported.

std::string PacketExplainer::place_behind(SwitchId id, int port) const {
  const int link = ports_.link_out(id, port);
  if (link < 0) return "nothing";
  return endpoint_name(config_.netlist, config_.netlist.links[static_cast<std::size_t>(link)].to);
}

std::string PacketExplainer::place_before(SwitchId id, int port) const {
  const int link = ports_.link_in(id, port);
  if (link < 0) return "nothing";
  return endpoint_name(config_.netlist, config_.netlist.links[static_cast<std::size_t>(link)].from);
}

std::string PacketExplainer::failure_text(SwitchId id, int port, Cycle cycle) const {
  const int link = ports_.link_out(id, port);
  for (const LinkFault& fault : faults_) {
    if (fault.link != link || fault.cycle > cycle) continue;
    return fault.cycle == 0 ? "; the link has failed before the start"
                            : fmt::format("; the link has failed in cycle {}", fault.cycle);
  }
  return "";
}

std::string PacketExplainer::obstacle_text(const OutputStatus& output) const {
  if (output.obstacle != Obstacle::kNoRoom) return obstacle_name(output.obstacle);
  return fmt::format("room for {} phits only", output.room);
}

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
    list.push_back({{"port", port},
                    {"to", place_behind(hop.id, port)},
                    {"reason", reason + failure_text(hop.id, port,
                                                     hop.granted ? *hop.granted
                                                                 : lost_.value_or(hop.arrived))}});
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

Json PacketExplainer::hop_report(const Hop& hop, std::optional<Cycle> next_arrival) const {
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
    if (cycles > 0) stages.push_back({{"stage", stage}, {"cycles", cycles}, {"cause", cause}});
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
    if (hop.start && next_arrival) add("link", *next_arrival - *hop.start, "link latency");
  }
  report["granted"] = optional_cycle(hop.granted);
  report["left"] = optional_cycle(hop.start);
  report["time"] = std::move(stages);
  return report;
}

Json PacketExplainer::report(const Network& network) const {
  const Netlist& netlist = config_.netlist;
  Json result;
  result["packet"] = packet_.text(netlist);
  const std::string& source = netlist.hosts[packet_.source].name;
  if (!injection_) {
    const std::uint32_t next =
        network.next_packet_number(packet_.source, packet_.destination.value_or(0));
    const bool generated = packet_.number < next;
    result["outcome"] = generated ? "not_injected" : "not_generated";
    result["message"] =
        generated ? fmt::format(
                        "packet {} has been generated, but waits in the source queue of {} "
                        "when the run ends in cycle {}",
                        packet_.text(netlist), source, network.now())
        : next == 0
            ? fmt::format("packet {} does not exist: {} sends none{} in this run of {} cycles",
                          packet_.text(netlist), source, packet_.destination ? " there" : "",
                          network.now())
            : fmt::format(
                  "packet {} does not exist: {} generates the packets 0 to {}{} in this "
                  "run of {} cycles",
                  packet_.text(netlist), source, next - 1,
                  packet_.destination ? " for this destination" : "", network.now());
    return result;
  }
  const Flit& flit = injection_->flit;
  result["outcome"] = delivered_ ? "delivered" : (lost_ ? "lost" : "in_network");
  result["message"] =
      delivered_ ? ""
      : lost_    ? fmt::format("lost in cycle {}: {}", *lost_,
                            cut_ ? "a link failed while the packet was on it"
                                    : "failed links left it no way")
                 : fmt::format("still in the network when the run ends in cycle {}", network.now());
  result["source"] = source;
  result["destination"] = netlist.hosts[flit.destination].name;
  result["phits"] = flit.packet_phits;
  result["deviated"] = deviated_;
  result["generated"] = flit.tag.generated;
  result["injected"] = injection_->start;
  result["injection_vc"] = injection_->vc;
  Json before = Json::array();
  const auto add = [&before](const char* stage, Cycle cycles, const std::string& cause) {
    if (cycles > 0) before.push_back({{"stage", stage}, {"cycles", cycles}, {"cause", cause}});
  };
  add("source queue", injection_->link_free - flit.tag.generated,
      "behind earlier packets of the host");
  add("injection", injection_->start - injection_->link_free,
      "credits of the switch's injection buffer, or what the NIC waits for");
  const Link& first = netlist.links[static_cast<std::size_t>(ports_.injection(flit.source()))];
  add("link", static_cast<Cycle>(first.latency), "link latency");
  result["time"] = std::move(before);
  result["hops"] = Json::array();
  for (std::size_t i = 0; i < hops_.size(); ++i) {
    std::optional<Cycle> next = head_at_host_;
    if (i + 1 < hops_.size()) {
      next = hops_[i + 1].arrived;
    } else if (!head_at_host_ && hops_[i].start) {
      next = std::nullopt;
    }
    result["hops"].push_back(hop_report(hops_[i], next));
  }
  result["delivered"] = optional_cycle(delivered_);
  if (delivered_) {
    result["tail"] = *delivered_ - *head_at_host_;
    result["network_latency"] = *delivered_ - injection_->start;
    result["generation_latency"] = *delivered_ - flit.tag.generated;
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
