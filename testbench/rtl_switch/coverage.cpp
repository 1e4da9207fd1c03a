#include "testbench/rtl_switch/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "hw/config/network_sizes.h"
#include "hw/switch/base/switch_model.h"
#include "routing/check/connectivity.h"
#include "routing/decision/selection.h"

namespace netloom::test {

const char* SwitchCoverage::name(Group group) {
  switch (group) {
    case Group::kVcs:
      return "VC of an input";
    case Group::kPortPairs:
      return "input and output";
    case Group::kFull:
      return "input buffer full";
    case Group::kEmpty:
      return "input buffer empty again";
    case Group::kPressure:
      return "back-pressure at an output VC";
    case Group::kTogether:
      return "arrival and grant in a cycle";
    case Group::kWrap:
      return "wrap of an input buffer";
    case Group::kOutputFull:
      return "output buffer full";
    case Group::kOutputEmpty:
      return "output buffer empty again";
    case Group::kOutputWrap:
      return "wrap of an output buffer";
    case Group::kInputPointer:
      return "wrap of an input's arbiter";
    case Group::kOutputPointer:
      return "wrap of an output's arbiter";
    case Group::kLinkPointer:
      return "wrap of a link's arbiter";
    case Group::kSelectionPointer:
      return "wrap of a cyclic selection";
  }
  return "";
}

SwitchCoverage::SwitchCoverage(const Config& config)
    : config_(config),
      ports_(config.netlist),
      vc_shift_(routing_context(config).vc_shift),
      smallest_flit_(flit_sizes(config.network).first),
      largest_flit_(flit_sizes(config.network).second),
      packet_(static_cast<Cycle>(config.network.nic.packet_phits)) {
  const SwitchConfig& switches = config.network.switches;
  const auto kind = [this](int number) { return static_cast<std::size_t>(link(number).kind); };
  for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
    const auto ports = static_cast<std::size_t>(ports_.ports(id));
    Switch state;
    state.inputs.resize(ports << vc_shift_);
    state.outputs.resize(ports << vc_shift_);
    for (std::size_t channel = 0; channel < state.inputs.size(); ++channel) {
      const int port = static_cast<int>(channel) >> vc_shift_;
      if (const int in = ports_.link_in(id, port); in >= 0) {
        state.inputs[channel].places = switches.input_buffer[kind(in)];
      }
      if (const int out = ports_.link_out(id, port); out >= 0) {
        state.outputs[channel].places = switches.output_buffer[kind(out)];
      }
    }
    state.input_pointers.resize(ports);
    state.output_pointers.resize(ports);
    state.link_pointers.resize(ports);
    switches_.push_back(std::move(state));
  }

  const std::unique_ptr<RoutingFunction> routing = make_routing(config);
  const RoutingContext context = routing_context(config);
  std::vector<std::unique_ptr<SwitchRouter>> routers;  // that say what enters a ring
  for (SwitchId id = 0; routing->uses_bubble() && id < switches_.size(); ++id) {
    routers.push_back(routing->make_router(id));
  }
  ConnectivityOptions options;
  options.injection_vcs = config.network.nic.injection_vcs;
  options.visit = [&](SwitchId at, const RouteQuery& query, CandidateSet offered) {
    const int input = query.input_port << vc_shift_ | query.input_vc;
    std::vector<int> outputs;
    const auto words = candidate_words(ports_.ports(at), vc_shift_);
    for_each_candidate(offered.words(), words, vc_shift_, [&](int port, int vc) {
      const int out = ports_.link_out(at, port);
      if (out < 0 || vc >= switches.vcs[kind(out)]) return;
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
  check_connectivity(context, *routing, options);
  find_waits();
  add_full();
  add_pressure();
  add_pointers();
}

void SwitchCoverage::find_waits() {
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

Cycle SwitchCoverage::wait_behind(const Place& output) {
  const Endpoint& behind = link(ports_.link_out(output.first, output.second)).to;
  return behind.type == Endpoint::Type::kHost ? 0 : waits_[{behind.index, behind.port}];
}

void SwitchCoverage::add_full() {
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
      if (fills) add(Group::kFull, place.first, input);
    }
  }
}

int SwitchCoverage::under_way(int held) const {
  return (held + largest_flit_ - 1) / largest_flit_ * largest_flit_;
}

bool SwitchCoverage::link_can_wait(const Place& output) {
  const SwitchConfig& switches = config_.network.switches;
  const Link& out = link(ports_.link_out(output.first, output.second));
  if (out.to.type == Endpoint::Type::kHost) return false;
  const auto kind = static_cast<std::size_t>(out.kind);
  const int whole = switches.switching == Switching::kStoreAndForward ? largest_flit_ - 1 : 0;
  const int crossbar = switches.output_buffer[kind] > 0 ? 0 : switches.crossbar_delay;
  const int held = crossbar + 2 * out.latency + whole + switches.routing_delay + largest_flit_ - 1;
  return wait_behind(output) > packet_ || under_way(held) > switches.input_buffer[kind];
}

bool SwitchCoverage::output_can_wait(const Place& output) {
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

void SwitchCoverage::add_pressure() {
  for (const auto& [id, output] : outputs_) {
    const Place port = {id, output >> vc_shift_};
    const bool waits = output_can_wait(port);
    const bool owned = has_worms() && inputs_of_.at(port).size() > 1;
    if (waits || owned) add(Group::kPressure, id, output);
    const int places = switches_[id].outputs[static_cast<std::size_t>(output)].places;
    if (places == 0) continue;
    const int crossing = under_way(config_.network.switches.crossbar_delay + largest_flit_);
    if (waits || crossing + smallest_flit_ > places) add(Group::kOutputFull, id, output);
  }
}

void SwitchCoverage::add_way(SwitchId id, int input, int output) {
  for (const Group group : {Group::kVcs, Group::kEmpty, Group::kTogether, Group::kWrap}) {
    add(group, id, input);
  }
  const int port = output >> vc_shift_;
  add(Group::kPortPairs, id, input >> vc_shift_, port);
  inputs_of_[{id, port}].insert(input);
  vcs_of_[{id, input >> vc_shift_}].insert(input & ((1 << vc_shift_) - 1));
  outputs_.insert({id, output});
  if (switches_[id].outputs[static_cast<std::size_t>(output)].places == 0) return;
  add(Group::kOutputEmpty, id, output);
  add(Group::kOutputWrap, id, output);
}

void SwitchCoverage::add_pointers() {
  const SwitchConfig& switches = config_.network.switches;
  std::map<Place, int> vcs, inputs, buffers;
  for (const auto& [bin, was_hit] : bins_) {
    const auto& [group, id, first, second] = bin;
    if (group == Group::kVcs) ++vcs[{id, first >> vc_shift_}];
    if (group == Group::kPortPairs) ++inputs[{id, second}];
    if (group == Group::kOutputWrap) ++buffers[{id, first >> vc_shift_}];
  }
  const auto add_all = [this](Group group, const auto& counts) {
    for (const auto& [place, count] : counts) {
      if (count > 1) add(group, place.first, place.second);
    }
  };
  if (has_input_pointers()) add_all(Group::kInputPointer, vcs);
  if (has_pointers()) {
    add_all(Group::kOutputPointer, inputs);
    add_all(Group::kLinkPointer, buffers);
  }
  if (SelectionRegistry::instance().find(switches.selection).picking != Picking::kCyclic) return;
  for (const auto& [id, ports] : chosen_ports_) {
    if (ports.size() > 1) add(Group::kSelectionPointer, id, -1);
  }
}

// ---- What happens.

void SwitchCoverage::hit(Group group, SwitchId id, int first, int second) {
  const Bin bin = {group, id, first, second};
  if (const auto found = bins_.find(bin); found != bins_.end()) {
    found->second = true;
  } else {
    impossible_.insert(bin);
  }
}

void SwitchCoverage::store(SwitchId id, int channel, Buffer& buffer, int phits, Group full,
                           Group wrap) {
  buffer.stored += phits;
  buffer.came += static_cast<std::uint64_t>(phits);
  if (buffer.places - buffer.stored < smallest_flit_) hit(full, id, channel);
  if (buffer.came > static_cast<std::uint64_t>(buffer.places)) hit(wrap, id, channel);
}

void SwitchCoverage::settle(SwitchId id, int channel, Buffer& buffer, Cycle now, Group empty) {
  for (auto each = buffer.leaving.begin(); each != buffer.leaving.end();) {
    if (each->first >= now) {
      ++each;
      continue;
    }
    buffer.stored -= each->second;
    if (buffer.stored == 0) hit(empty, id, channel);
    each = buffer.leaving.erase(each);
  }
}

void SwitchCoverage::settle(SwitchId id, Cycle now) {
  Switch& state = switches_[id];
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    const int channel = static_cast<int>(i);
    settle(id, channel, state.inputs[i], now, Group::kEmpty);
    settle(id, channel, state.outputs[i], now, Group::kOutputEmpty);
  }
}

void SwitchCoverage::arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  Buffer& buffer = switches_[at.id].inputs[static_cast<std::size_t>(input)];
  settle(at.id, input, buffer, now, Group::kEmpty);
  buffer.arrival = now;
  hit(Group::kVcs, at.id, input);
  store(at.id, input, buffer, flit.phits, Group::kFull, Group::kWrap);
}

void SwitchCoverage::granted(const ObservedSwitch& at, int input, int output, const Flit& flit,
                             Cycle now, Cycle /*last*/) {
  Switch& state = switches_[at.id];
  ++grants_;
  hit(Group::kPortPairs, at.id, at.port(input), at.port(output));
  if (state.inputs[static_cast<std::size_t>(input)].arrival == now) {
    hit(Group::kTogether, at.id, input);
  }
  Buffer& buffer = state.outputs[static_cast<std::size_t>(output)];
  if (buffer.places == 0) return;
  settle(at.id, output, buffer, now, Group::kOutputEmpty);
  store(at.id, output, buffer, flit.phits, Group::kOutputFull, Group::kOutputWrap);
}

void SwitchCoverage::released(const ObservedSwitch& at, int input, const Flit& flit, Cycle last) {
  switches_[at.id].inputs[static_cast<std::size_t>(input)].leaving.emplace_back(last, flit.phits);
}

void SwitchCoverage::sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) {
  Switch& state = switches_[at.id];
  Buffer& buffer = state.outputs[static_cast<std::size_t>(output)];
  if (buffer.places == 0) return;
  buffer.leaving.emplace_back(start + static_cast<Cycle>(flit.phits) - 1, flit.phits);
  if (!has_pointers()) return;
  const int port = at.port(output);
  const auto kind = static_cast<std::size_t>(link(ports_.link_out(at.id, port)).kind);
  const int vcs = config_.network.switches.vcs[kind];
  look_at_pointer(Group::kLinkPointer, at.id, port,
                  state.link_pointers[static_cast<std::size_t>(port)], (at.vc(output) + 1) % vcs);
}

void SwitchCoverage::allocating(const ObservedSwitch& at, Cycle now) {
  const auto channels = static_cast<int>(switches_[at.id].inputs.size());
  for (int input = 0; input < channels; ++input) {
    for (const OutputStatus& each : at.model->head_status(input, now).candidates) {
      if (each.obstacle == Obstacle::kNoRoom || each.obstacle == Obstacle::kBubble ||
          each.obstacle == Obstacle::kOwned) {
        hit(Group::kPressure, at.id, each.channel);
      }
    }
  }
}

/// Other arbiters have none.
bool SwitchCoverage::has_pointers() const {
  return config_.network.switches.arbiter == ArbiterKind::kRoundRobin;
}

/// With a full crossbar each VC has an input of its own.
bool SwitchCoverage::has_input_pointers() const {
  return has_pointers() && config_.network.switches.crossbar != CrossbarKind::kFull;
}

void SwitchCoverage::look_at_pointer(Group group, SwitchId id, int place, int& before, int now) {
  if (now < before) hit(group, id, place);
  before = now;
}

void SwitchCoverage::cycle_done(const ObservedSwitch& at, Cycle /*now*/) {
  Switch& state = switches_[at.id];
  for (int port = 0; has_pointers() && port < ports_.ports(at.id); ++port) {
    const auto i = static_cast<std::size_t>(port);
    if (has_input_pointers()) {
      look_at_pointer(Group::kInputPointer, at.id, port, state.input_pointers[i],
                      at.model->input_arbiter_pointer(port));
    }
    look_at_pointer(Group::kOutputPointer, at.id, port, state.output_pointers[i],
                    at.model->output_arbiter_pointer(port));
  }
  look_at_pointer(Group::kSelectionPointer, at.id, -1, state.selection_pointer,
                  at.model->cyclic_port());
}

// ---- What has.

std::array<SwitchCoverage::Count, SwitchCoverage::kGroups> SwitchCoverage::counts() {
  for (SwitchId id = 0; id < switches_.size(); ++id) settle(id, kNever);
  std::array<Count, kGroups> result;
  for (const auto& [bin, was_hit] : bins_) {
    Count& count = result[static_cast<std::size_t>(std::get<Group>(bin))];
    ++count.all;
    count.hit += was_hit ? 1 : 0;
  }
  return result;
}

std::vector<std::string> SwitchCoverage::missing() const {
  std::vector<std::string> result;
  for (const auto& [bin, was_hit] : bins_) {
    if (!was_hit) result.push_back(text(bin));
  }
  return result;
}

std::vector<std::string> SwitchCoverage::impossible() const {
  std::vector<std::string> result;
  for (const Bin& bin : impossible_) result.push_back(text(bin));
  return result;
}

std::string SwitchCoverage::text(const Bin& bin) const {
  const auto& [group, id, first, second] = bin;
  std::string place = config_.netlist.switches[id].name;
  switch (group) {
    case Group::kPortPairs:
      place += fmt::format(" p{} to p{}", first, second);
      break;
    case Group::kInputPointer:
    case Group::kOutputPointer:
    case Group::kLinkPointer:
      place += fmt::format(".p{}", first);
      break;
    case Group::kSelectionPointer:
      break;
    default:
      place += fmt::format(".p{}.vc{}", first >> vc_shift_, first & ((1 << vc_shift_) - 1));
  }
  return fmt::format("{}: {}", name(group), place);
}

}  // namespace netloom::test
