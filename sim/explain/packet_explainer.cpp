#include "sim/explain/packet_explainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/switch/base/switch_model.h"

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

}  // namespace

PacketExplainer::PacketExplainer(const Config& config, const PacketName& packet,
                                 std::vector<LinkFault> faults)
    : config_(config), packet_(packet), faults_(std::move(faults)), ports_(config.netlist) {}

void PacketExplainer::observe(Network& network) {
  network.observe(*this);
  network.at_window_end([this, &network] { end_window(network.now(), network.failed_in()); });
}

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

int PacketExplainer::crossbar_output(const ObservedSwitch& at, int channel) const {
  const SwitchConfig& switches = config_.network.switches;
  const int port = at.port(channel);
  const Link& link = config_.netlist.links[static_cast<std::size_t>(ports_.link_out(at.id, port))];
  const bool buffered = switches.output_buffer[static_cast<std::size_t>(link.kind)] > 0;
  const bool each_its_own = switches.crossbar == CrossbarKind::kFull && buffered;
  return each_its_own ? channel : port << at.vc_shift;
}

PacketExplainer::Hop* PacketExplainer::hop_at(const ObservedSwitch& at) {
  if (hops_.empty() || hops_.back().id != at.id || fate_.lost) return nullptr;
  return &hops_.back();
}

void PacketExplainer::keep_before(Cycle now) {
  if (now < kept_until_) return;
  kept_until_ = now + 1;
  before_cycles_.push_back({now, fate_, hops_.size(), {}});
  if (!hops_.empty()) before_cycles_.back().last = hops_.back();
}

void PacketExplainer::end_window(Cycle now, std::optional<Cycle> failed_in) {
  const auto from = [this](Cycle cycle) {
    return std::find_if(before_cycles_.begin(), before_cycles_.end(),
                        [cycle](const Before& each) { return each.cycle >= cycle; });
  };
  if (failed_in) {
    if (const auto beyond = from(*failed_in + 1); beyond != before_cycles_.end()) {
      fate_ = beyond->fate;
      hops_.resize(beyond->hops);
      if (beyond->last) hops_.back() = *beyond->last;
    }
  }
  before_cycles_.erase(before_cycles_.begin(), from(now));
}

void PacketExplainer::injected(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  if (flit.source() != packet_.source || fate_.injection) return;
  if (is_head(flit)) {
    keep_before(now);
    fate_.injection =
        Injection{flit, at.vc(input), now, std::max(link_free_, Cycle{flit.tag.generated})};
  }
  link_free_ = now + flit.phits;
}

void PacketExplainer::arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  if (!is_head(flit)) return;
  keep_before(now);
  Hop hop;
  hop.id = at.id;
  hop.vc_shift = at.vc_shift;
  hop.input = input;
  hop.phits = flit.phits;
  hop.came_deviated = flit.deviated();
  hop.arrived = now;
  hop.state_before = hop.state = flit.state();
  hops_.push_back(std::move(hop));
}

void PacketExplainer::at_front(const ObservedSwitch& at, int /*input*/, const Flit& flit,
                               Cycle now) {
  if (!is_head(flit)) return;
  Hop* const hop = hop_at(at);
  if (hop == nullptr) return;
  keep_before(now);
  hop->front = now;
}

void PacketExplainer::decided(const ObservedSwitch& at, int /*input*/, const Flit& flit,
                              const RouteQuery& query, const CongestionView& view, const Draw& draw,
                              std::uint32_t state) {
  if (!is_head(flit)) return;
  Hop* const hop = hop_at(at);
  if (hop == nullptr) return;
  keep_before(query.cycle);
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
  keep_before(query.cycle);
  if (!hop->ready) {  // else it is decided on anew while it waits
    hop->asked = query.cycle;
    hop->begin = begin;
    hop->ready = ready;
  }
  hop->explanation = Explanation();
  at.router->explain(query, *at.registers, hop->explanation);
  hop->trigger = at.router->trigger();
  hop->candidates = at.model->head_status(input, query.cycle).candidates;
  hop->deviates = flit.deviated() && !hop->came_deviated;
  if (hop->allocated == query.cycle && ready <= query.cycle && !hop->open) {
    hop->open = OpenWait{"routed after the allocation of the cycle", query.cycle};
  }
}

void PacketExplainer::allocating(const ObservedSwitch& at, Cycle now) {
  Hop* const hop = hop_at(at);
  if (hop == nullptr || hop->granted) return;
  keep_before(now);
  hop->allocated = now;
  hop->considered = hop->ready && *hop->ready <= now;
  if (!hop->considered) return;
  requests_.clear();
  grants_.clear();
  before_ = at.model->head_status(hop->input, now);
}

void PacketExplainer::selected(const ObservedSwitch& at, int input, int output, Cycle now) {
  Hop* const hop = hop_at(at);
  if (hop == nullptr || hop->granted || !hop->considered) return;
  keep_before(now);
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
  keep_before(now);
  close(*hop, hop->allocation_waits, now);
  hop->granted = now;
  hop->output = output;
  hop->deviated = flit.deviated();
  hop->deviates = hop->deviated && !hop->came_deviated;  // its outputs may have failed since
}

void PacketExplainer::sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) {
  if (!is_head(flit)) return;
  Hop* const hop = hop_at(at);
  if (hop == nullptr) return;
  keep_before(start);
  close(*hop, hop->output_waits, start);
  hop->start = start;
  const Link& link =
      config_.netlist.links[static_cast<std::size_t>(ports_.link_out(at.id, at.port(output)))];
  if (link.to.type == Endpoint::Type::kHost) {
    fate_.head_at_host = start + static_cast<Cycle>(link.latency);
  }
}

void PacketExplainer::delivered(const ObservedSwitch& /*at*/, int /*output*/, const Flit& flit,
                                Cycle now) {
  if (!is_packet(flit) || !flit.tail()) return;
  keep_before(now);
  if (flit.cut()) {
    fate_.lost = now;
    fate_.cut = true;
  } else {
    fate_.delivered = now;
  }
}

void PacketExplainer::lost(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  if (!is_packet(flit)) return;
  keep_before(now);
  Hop* const hop = hop_at(at);
  fate_.lost = now;
  fate_.cut = flit.cut();
  if (hop == nullptr || hop->asked || fate_.cut) return;
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
    if (!hop->considered) return;
    keep_before(now);
    close(*hop, hop->allocation_waits, now);
    hop->open = OpenWait{allocation_cause(at, *hop), now};
    return;
  }
  const auto crossed = *hop->granted + static_cast<Cycle>(config_.network.switches.crossbar_delay);
  if (hop->start || now < crossed) return;
  keep_before(now);
  close(*hop, hop->output_waits, now);
  const OutputStatus output = at.model->output_status(hop->output, now);
  hop->open =
      OpenWait{output.link_busy              ? "the link sends another flit"
               : output.credits < hop->phits ? fmt::format("credits: {} phits", output.credits)
                                             : "behind earlier flits of the output buffer",
               now};
}

std::string PacketExplainer::allocation_cause(const ObservedSwitch& at, const Hop& hop) const {
  if (before_.input_busy) return "the crossbar input sends an earlier flit of the port";
  // In whatever order they were told.
  const auto winner = [this](auto fits) -> std::string {
    const Grant* first = nullptr;
    for (const Grant& each : grants_) {
      if (fits(each) && (first == nullptr || each.input < first->input)) first = &each;
    }
    return first == nullptr ? "" : fmt::format(" ({} was granted)", first->packet);
  };
  const auto request = requests_.find(hop.input);
  if (request != requests_.end()) {
    const int output = crossbar_output(at, request->second);
    return fmt::format(
        "arbitration for output port {} lost{}", at.port(output),
        winner([&](const Grant& each) { return crossbar_output(at, each.output) == output; }));
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

// ---- In words.

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

}  // namespace sim
}  // namespace netloom
