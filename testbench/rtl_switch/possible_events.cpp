#include "testbench/rtl_switch/possible_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "hw/config/network_sizes.h"
#include "routing/check/connectivity.h"
#include "routing/decision/forwarding.h"
#include "routing/decision/selection.h"

namespace netloom::test {
namespace {

/// Where registers say that no packet may leave its minimal path, only those on it can be taken.
class RouterByItsTrigger final : public ForwardingRouter {
 public:
  explicit RouterByItsTrigger(std::unique_ptr<SwitchRouter> inner)
      : ForwardingRouter(std::move(inner)) {}
  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    const MisroutingTrigger* const trigger = inner().trigger();
    if (trigger != nullptr && !trigger->enabled) {
      inner().minimal(query, candidates);
    } else {
      inner().route(query, candidates);
    }
  }
};

class RoutingByItsTriggers final : public ForwardingFunction {
 public:
  explicit RoutingByItsTriggers(std::unique_ptr<RoutingFunction> inner)
      : ForwardingFunction(std::move(inner)) {}
  std::unique_ptr<SwitchRouter> make_router(SwitchId id) override {
    return std::make_unique<RouterByItsTrigger>(ForwardingFunction::make_router(id));
  }
};

}  // namespace

const char* switch_event_name(SwitchEvent event) {
  switch (event) {
    case SwitchEvent::kVcs:
      return "VC of an input";
    case SwitchEvent::kPortPairs:
      return "input and output";
    case SwitchEvent::kFull:
      return "input buffer full";
    case SwitchEvent::kEmpty:
      return "input buffer empty again";
    case SwitchEvent::kPressure:
      return "back-pressure at an output VC";
    case SwitchEvent::kTogether:
      return "arrival and grant in a cycle";
    case SwitchEvent::kWrap:
      return "wrap of an input buffer";
    case SwitchEvent::kOutputFull:
      return "output buffer full";
    case SwitchEvent::kOutputEmpty:
      return "output buffer empty again";
    case SwitchEvent::kOutputWrap:
      return "wrap of an output buffer";
    case SwitchEvent::kInputPointer:
      return "wrap of an input's arbiter";
    case SwitchEvent::kOutputPointer:
      return "wrap of an output's arbiter";
    case SwitchEvent::kLinkPointer:
      return "wrap of a link's arbiter";
    case SwitchEvent::kSelectionPointer:
      return "wrap of a cyclic selection";
  }
  return "";
}

PossibleEvents::PossibleEvents(const Config& config)
    : config_(config),
      ports_(config.netlist),
      vc_shift_(routing_context(config).vc_shift),
      smallest_flit_(flit_sizes(config.network).first),
      largest_flit_(flit_sizes(config.network).second),
      packet_(static_cast<Cycle>(config.network.nic.packet_phits)) {
  follow_routing();
  find_waits();
  add_full();
  add_pressure();
  add_pointers();
}

void PossibleEvents::follow_routing() {
  RoutingByItsTriggers routing(make_routing(config_));
  const RoutingContext context = routing_context(config_);
  std::vector<std::unique_ptr<SwitchRouter>> routers;  // that say what enters a ring
  for (SwitchId id = 0; routing.uses_bubble() && id < config_.netlist.switches.size(); ++id) {
    routers.push_back(routing.make_router(id));
  }
  ConnectivityOptions options;
  options.injection_vcs = config_.network.nic.injection_vcs;
  options.visit = [&](SwitchId at, const RouteQuery& query, CandidateSet offered) {
    const int input = query.input_port << vc_shift_ | query.input_vc;
    std::vector<int> outputs;
    const auto words = candidate_words(ports_.ports(at), vc_shift_);
    for_each_candidate(offered.words(), words, vc_shift_, [&](int port, int vc) {
      const int out = ports_.link_out(at, port);
      if (out < 0 || vc >= config_.network.switches.vcs[kind(out)]) return;
      outputs.push_back(port << vc_shift_ | vc);
    });
    std::vector<std::uint64_t> bits(static_cast<std::size_t>(words));
    CandidateSet entering(bits.data(), static_cast<int>(words), vc_shift_);
    if (!routers.empty()) routers[at]->entering(query, entering);
    for (const int output : outputs) {
      add_way(at, input, output);
      if (outputs.size() > 1) chosen_ports_[at].insert(output >> vc_shift_);
      const int vc = output & ((1 << vc_shift_) - 1);
      const Endpoint& behind = link(ports_.link_out(at, output >> vc_shift_)).to;
      if (behind.type == Endpoint::Type::kHost || entering.contains(output >> vc_shift_, vc)) {
        continue;
      }
      filled_.insert({behind.index, behind.port << vc_shift_ | vc});
    }
  };
  check_connectivity(context, routing, options);
}

void PossibleEvents::find_waits() {
  constexpr Cycle kEndless = 1000000;
  const SwitchConfig& switches = config_.network.switches;
  const bool shared = switches.crossbar != CrossbarKind::kFull;
  for (bool more = true; more;) {
    more = false;
    for (const auto& [output, inputs] : inputs_of_) {
      const Cycle turn = std::max(packet_, wait_behind(output));
      for (const int input : inputs) {
        const Place place = {output.first, input >> vc_shift_};
        const Cycle vcs = vcs_of_.at(place).size();
        const Cycle others = turn * inputs.size() + (shared ? (vcs - 1) * packet_ : 0);
        const Cycle routing = vcs * static_cast<Cycle>(switches.routing_delay);
        const Cycle wait = routing > others ? routing + others : others;
        Cycle& longest = waits_[place];
        more = more || (wait > longest && longest < kEndless);
        longest = std::max(longest, std::min(wait, kEndless));
      }
    }
  }
}

Cycle PossibleEvents::wait_behind(const Place& output) {
  const Endpoint& behind = link(ports_.link_out(output.first, output.second)).to;
  return behind.type == Endpoint::Type::kHost ? 0 : waits_[{behind.index, behind.port}];
}

void PossibleEvents::add_full() {
  const SwitchConfig& switches = config_.network.switches;
  for (const auto& [place, vcs] : vcs_of_) {
    const Link& in = link(ports_.link_in(place.first, place.second));
    const bool from_host = in.from.type == Endpoint::Type::kHost;
    const auto kind = static_cast<std::size_t>(in.kind);
    const bool crosses = !from_host && switches.output_buffer[kind] == 0;
    Cycle refilled = static_cast<Cycle>(2 * in.latency + (crosses ? switches.crossbar_delay : 0));
    if (has_worms()) refilled += packet_ - 1;
    if (waits_.at(place) < std::max(refilled, packet_ + 1)) continue;
    for (const int vc : vcs) {
      const int input = place.second << vc_shift_ | vc;
      const bool fills = from_host || filled_.count({place.first, input}) > 0;
      if (fills) add(SwitchEvent::kFull, place.first, input);
    }
  }
}

int PossibleEvents::under_way(int held) const {
  if (smallest_flit_ < largest_flit_) return held + largest_flit_ - 1;
  return (held + largest_flit_ - 1) / largest_flit_ * largest_flit_;
}

bool PossibleEvents::link_can_wait(const Place& output) {
  const SwitchConfig& switches = config_.network.switches;
  const Link& out = link(ports_.link_out(output.first, output.second));
  if (out.to.type == Endpoint::Type::kHost) return false;
  const auto kind = static_cast<std::size_t>(out.kind);
  const int whole = switches.switching == Switching::kStoreAndForward ? largest_flit_ - 1 : 0;
  const int crossbar = switches.output_buffer[kind] > 0 ? 0 : switches.crossbar_delay;
  const int held = crossbar + 2 * out.latency + whole + switches.routing_delay + largest_flit_ - 1;
  return wait_behind(output) > packet_ || under_way(held) > switches.input_buffer[kind];
}

bool PossibleEvents::output_can_wait(const Place& output) {
  const SwitchConfig& switches = config_.network.switches;
  const auto kind =
      static_cast<std::size_t>(link(ports_.link_out(output.first, output.second)).kind);
  if (link_can_wait(output)) return true;
  const int places = switches.output_buffer[kind];
  if (places == 0) return false;
  const int ways = switches.crossbar == CrossbarKind::kFull ? switches.vcs[kind] : 1;
  const bool faster = ways > 1 || (switches.speedup > 1 && largest_flit_ > 1);
  return faster || under_way(switches.crossbar_delay + largest_flit_) > places;
}

void PossibleEvents::add_pressure() {
  for (const auto& [id, output] : outputs_) {
    const Place port = {id, output >> vc_shift_};
    const bool waits = output_can_wait(port);
    const bool owned = has_worms() && inputs_of_.at(port).size() > 1;
    if (waits || owned) add(SwitchEvent::kPressure, id, output);
    const int places =
        config_.network.switches.output_buffer[kind(ports_.link_out(id, port.second))];
    if (places == 0) continue;
    const int crossing = under_way(config_.network.switches.crossbar_delay + largest_flit_);
    if (waits || crossing + smallest_flit_ > places) add(SwitchEvent::kOutputFull, id, output);
  }
}

void PossibleEvents::add_way(SwitchId id, int input, int output) {
  for (const SwitchEvent event :
       {SwitchEvent::kVcs, SwitchEvent::kEmpty, SwitchEvent::kTogether, SwitchEvent::kWrap}) {
    add(event, id, input);
  }
  const int port = output >> vc_shift_;
  add(SwitchEvent::kPortPairs, id, input >> vc_shift_, port);
  inputs_of_[{id, port}].insert(input);
  vcs_of_[{id, input >> vc_shift_}].insert(input & ((1 << vc_shift_) - 1));
  outputs_.insert({id, output});
  if (config_.network.switches.output_buffer[kind(ports_.link_out(id, port))] == 0) return;
  add(SwitchEvent::kOutputEmpty, id, output);
  add(SwitchEvent::kOutputWrap, id, output);
}

void PossibleEvents::add_pointers() {
  const SwitchConfig& switches = config_.network.switches;
  std::map<Place, int> vcs, inputs, buffers;
  for (const auto& [event, id, first, second] : bins_) {
    if (event == SwitchEvent::kVcs) ++vcs[{id, first >> vc_shift_}];
    if (event == SwitchEvent::kPortPairs) ++inputs[{id, second}];
    if (event == SwitchEvent::kOutputWrap) ++buffers[{id, first >> vc_shift_}];
  }
  const auto add_all = [this](SwitchEvent event, const auto& counts) {
    for (const auto& [place, count] : counts) {
      if (count > 1) add(event, place.first, place.second);
    }
  };
  if (has_input_pointers(switches)) add_all(SwitchEvent::kInputPointer, vcs);
  if (has_pointers(switches)) {
    add_all(SwitchEvent::kOutputPointer, inputs);
    add_all(SwitchEvent::kLinkPointer, buffers);
  }
  if (SelectionRegistry::instance().find(switches.selection).picking != Picking::kCyclic) return;
  for (const auto& [id, ports] : chosen_ports_) {
    if (ports.size() > 1) add(SwitchEvent::kSelectionPointer, id, -1);
  }
}

std::string PossibleEvents::text(const Bin& bin) const {
  const auto& [event, id, first, second] = bin;
  std::string place = config_.netlist.switches[id].name;
  switch (event) {
    case SwitchEvent::kPortPairs:
      place += fmt::format(" p{} to p{}", first, second);
      break;
    case SwitchEvent::kInputPointer:
    case SwitchEvent::kOutputPointer:
    case SwitchEvent::kLinkPointer:
      place += fmt::format(".p{}", first);
      break;
    case SwitchEvent::kSelectionPointer:
      break;
    default:
      place += fmt::format(".p{}.vc{}", first >> vc_shift_, first & ((1 << vc_shift_) - 1));
  }
  return fmt::format("{}: {}", switch_event_name(event), place);
}

bool has_pointers(const SwitchConfig& switches) {
  return switches.arbiter == ArbiterKind::kRoundRobin;
}

bool has_input_pointers(const SwitchConfig& switches) {
  return has_pointers(switches) && switches.crossbar != CrossbarKind::kFull;
}

}  // namespace netloom::test
