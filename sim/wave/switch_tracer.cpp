#include "sim/wave/switch_tracer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/structural/structural_model.h"
#include "hw/switch/base/switch_model.h"
#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/vc_decision.h"
#include "rtl/block_registry.h"
#include "rtl/view/lockstep_model.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr int kNumberBits = 32;  ///< of packets

// How lines of a save file of GTKWave are shown.
constexpr char kClosedGroup[] = "@c00200";
constexpr char kEndOfClosedGroup[] = "@1401200";
constexpr char kDecimal[] = "@24";
constexpr char kBinary[] = "@28";

}  // namespace

SwitchTracer::SwitchTracer(const Config& config, const WaveRequest& request, Ranks& ranks)
    : config_(config),
      request_(request),
      ranks_(ranks),
      ports_(config.netlist),
      file_(request.path, request.last ? kNever : request.from, request.to.value_or(kNever), ranks),
      vc_shift_(routing_context(config).vc_shift),
      first_(request.from) {
  for (const RtlConfig::Block& block : config.rtl.blocks) {
    const RtlBlockEntry& entry = RtlBlockRegistry::instance().find(block.implementation);
    matches_ports_ = matches_ports_ || entry.decides<PortMatcher>();
    decides_vcs_ = decides_vcs_ || entry.decides<VcDecision>();
    decides_routes_ = decides_routes_ || entry.decides<RouteDecision>();
    selects_ = selects_ || entry.decides<PortSelector>();
  }
  check_writable(save_file_of(request.path));
  std::vector<std::string> names;
  for (const SwitchInfo& info : config.netlist.switches) names.push_back(info.name);
  const std::vector<std::string> scopes = wave_scopes(names);
  for (const SwitchId id : request.switches) add_switch(id, scopes[id]);
}

// ---- Signals.

int SwitchTracer::width(std::uint64_t largest) const {
  return bits_for(largest + 1);
}

void SwitchTracer::add_switch(SwitchId id, const std::string& scope) {
  Traced& traced = traced_[id];
  traced.name = config_.netlist.switches[id].name;
  traced.scope = scope;
  traced.ports = ports_.ports(id);
  traced.channels = traced.ports << vc_shift_;
  const auto& links = config_.netlist.links;
  for (int port = 0; port < traced.ports; ++port) {
    if (const int in = ports_.link_in(id, port); in >= 0) {
      const Link& link = links[static_cast<std::size_t>(in)];
      const bool from_host = link.from.type == Endpoint::Type::kHost;
      const int vcs = from_host ? config_.network.nic.injection_vcs
                                : config_.network.switches.vcs[static_cast<std::size_t>(link.kind)];
      for (int vc = 0; vc < vcs; ++vc) add_input(traced, port, vc);
    }
    if (const int out = ports_.link_out(id, port); out >= 0) {
      const Link& link = links[static_cast<std::size_t>(out)];
      const auto kind = static_cast<std::size_t>(link.kind);
      const SwitchConfig& switches = config_.network.switches;
      for (int vc = 0; vc < switches.vcs[kind]; ++vc) {
        const bool to_switch = link.to.type == Endpoint::Type::kSwitch;
        add_output(traced, port, vc, to_switch ? switches.input_buffer[kind] : 0,
                   switches.output_buffer[kind]);
      }
    }
  }
}

int SwitchTracer::add_mask(const std::string& scope, const std::string& name, int width) {
  const int signal = file_.add(scope, name, width);
  masks_.insert(signal);
  return signal;
}

SwitchTracer::FlitSignals SwitchTracer::add_flit(const std::string& scope) {
  const int hosts = width(config_.netlist.hosts.size() - 1);
  FlitSignals signals;
  signals.valid = file_.add(scope, "flit_valid", 1);
  signals.source = file_.add(scope, "flit_source", hosts);
  signals.destination = file_.add(scope, "flit_destination", hosts);
  signals.packet = file_.add(scope, "flit_packet", kNumberBits);
  signals.head = file_.add(scope, "flit_head", 1);
  signals.tail = file_.add(scope, "flit_tail", 1);
  return signals;
}

void SwitchTracer::add_input(Traced& traced, int port, int vc) {
  const std::string scope = fmt::format("{}.p{}.in.vc{}", traced.scope, port, vc);
  InputSignals signals;
  signals.flit = add_flit(scope);
  signals.occupancy = file_.add(scope, "occupancy", 16);
  signals.route_valid = file_.add(scope, "route_valid", 1);
  signals.route_ports = add_mask(scope, "route_ports", traced.ports);
  signals.request = file_.add(scope, "request", 1);
  signals.request_port = file_.add(scope, "request_port", width(kMaxPorts - 1));
  signals.request_vc = file_.add(scope, "request_vc", width(kMaxVirtualChannels - 1));
  signals.grant = file_.add(scope, "grant", 1);
  groups_.push_back({fmt::format("{} input port {}, VC {}", traced.name, port, vc),
                     signals.flit.valid, signals.grant});
  const int index = channel(port, vc);
  traced.inputs[index] = signals;
  add_decisions(traced, index, scope);
}

void SwitchTracer::add_decisions(Traced& traced, int channel, const std::string& scope) {
  const int hosts = width(config_.netlist.hosts.size() - 1);
  const auto for_sides = [&](const std::string& decision, const auto& add) {
    for (const Side side : {Side::kModel, Side::kRtl}) {
      const std::string name = side == Side::kModel ? "model" : "rtl";
      const auto [first, last] = add(side, scope + "." + decision + "." + name);
      groups_.push_back({fmt::format("{} {}, {}", scope, decision, name), first, last});
    }
  };
  if (matches_ports_) {
    for_sides("port_decision", [&](Side side, const std::string& place) {
      PortDecisionSignals& signals = traced.port_decisions[channel].of(side);
      signals.valid = file_.add(place, "valid", 1);
      signals.source = file_.add(place, "source", hosts);
      signals.destination = file_.add(place, "destination", hosts);
      signals.allowed_ports = add_mask(place, "allowed_ports", traced.ports);
      return std::pair(signals.valid, signals.allowed_ports);
    });
  }
  if (decides_vcs_) {
    for_sides("vc_decision", [&](Side side, const std::string& place) {
      VcDecisionSignals& signals = traced.vc_decisions[channel].of(side);
      signals.valid = file_.add(place, "valid", 1);
      signals.destination = file_.add(place, "destination", hosts);
      signals.state = file_.add(place, "header_state", 16);
      signals.candidates = add_mask(place, "candidates", traced.channels);
      return std::pair(signals.valid, signals.candidates);
    });
  }
  if (decides_routes_) {
    for_sides("route_decision", [&](Side side, const std::string& place) {
      RouteDecisionSignals& signals = traced.route_decisions[channel].of(side);
      signals.valid = file_.add(place, "valid", 1);
      signals.destination = file_.add(place, "destination", hosts);
      signals.ports = add_mask(place, "ports", traced.ports);
      signals.vcs = add_mask(place, "vcs", kMaxVcChoices);
      signals.entering_vcs = add_mask(place, "entering_vcs", kMaxVcChoices);
      return std::pair(signals.valid, signals.entering_vcs);
    });
  }
  if (selects_) {
    for_sides("selection", [&](Side side, const std::string& place) {
      SelectionSignals& signals = traced.selections[channel].of(side);
      signals.valid = file_.add(place, "valid", 1);
      signals.qualifying = add_mask(place, "qualifying", traced.channels);
      signals.preferred_port = file_.add(place, "preferred_port", width(kMaxPorts - 1));
      signals.port = file_.add(place, "port", width(kMaxPorts - 1));
      signals.vc = file_.add(place, "vc", width(kMaxVirtualChannels - 1));
      return std::pair(signals.valid, signals.vc);
    });
  }
}

void SwitchTracer::add_output(Traced& traced, int port, int vc, int credits, int buffer) {
  const std::string scope = fmt::format("{}.p{}.out.vc{}", traced.scope, port, vc);
  OutputSignals signals;
  signals.grant = file_.add(scope, "grant", 1);
  signals.grant_port = file_.add(scope, "grant_port", width(kMaxPorts - 1));
  signals.grant_vc = file_.add(scope, "grant_vc", width(kMaxVirtualChannels - 1));
  const auto add_room = [&](const char* name, int phits) {
    if (phits == 0) return -1;
    const int signal = file_.add(scope, name, width(static_cast<std::uint64_t>(phits)));
    file_.set(signal, 0, static_cast<std::uint64_t>(phits));
    return signal;
  };
  signals.credits = add_room("credits", credits);
  signals.buffer_space = add_room("buffer_space", buffer);
  signals.flit = add_flit(scope);
  groups_.push_back({fmt::format("{} output port {}, VC {}", traced.name, port, vc), signals.grant,
                     signals.flit.tail});
  traced.outputs[channel(port, vc)] = signals;
}

// ---- What happens.

void SwitchTracer::observe(Network& network) {
  for (const SwitchId id : request_.switches) {
    if (network.has(id)) network.observe(id, *this);
  }
  network.at_window_end([this, &network] { pass(network.known_until()); });
}

void SwitchTracer::pass(Cycle cycle) {
  // Not after each window, which may be one cycle.
  constexpr Cycle kTogether = 64;
  const Cycle last = request_.last.value_or(0);
  if (cycle < flushed_ + last + kTogether) return;
  flushed_ = cycle - last;
  file_.flush(flushed_);
}

void SwitchTracer::pulse(int signal, Cycle cycle) {
  file_.set(signal, cycle, 1);
  file_.set(signal, cycle + 1, 0);
}

void SwitchTracer::show(const FlitSignals& signals, const Flit& flit, Cycle begin) {
  file_.set(signals.valid, begin, 1);
  file_.set(signals.source, begin, flit.source());
  file_.set(signals.destination, begin, flit.destination);
  file_.set(signals.packet, begin, flit.tag.number);
  file_.set(signals.head, begin, flit.head() ? 1 : 0);
  file_.set(signals.tail, begin, flit.tail() ? 1 : 0);
  file_.set(signals.valid, begin + flit.phits, 0);
}

void SwitchTracer::arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  const auto& inputs = traced(at.id)->inputs;
  const auto found = inputs.find(input);
  if (found == inputs.end()) return;
  show(found->second.flit, flit, now);
  file_.change(found->second.occupancy, now, flit.phits);
}

void SwitchTracer::released(const ObservedSwitch& at, int input, const Flit& flit, Cycle last) {
  const auto& inputs = traced(at.id)->inputs;
  const auto found = inputs.find(input);
  if (found == inputs.end()) return;
  file_.change(found->second.occupancy, last + 1, -std::int64_t{flit.phits});
}

void SwitchTracer::routed(const ObservedSwitch& at, int input, const Flit& /*flit*/,
                          const RouteQuery& query, Cycle /*begin*/, Cycle ready) {
  const auto& inputs = traced(at.id)->inputs;
  const auto found = inputs.find(input);
  if (found == inputs.end()) return;
  WaveFile::Value ports(kMaxPorts / 64, 0);
  for (const OutputStatus& each : at.model->head_status(input, query.cycle).candidates) {
    const auto port = static_cast<std::size_t>(at.port(each.channel));
    ports[port / 64] |= std::uint64_t{1} << port % 64;
  }
  file_.set(found->second.route_valid, ready, 1);
  file_.set(found->second.route_ports, ready, std::move(ports));
}

void SwitchTracer::selected(const ObservedSwitch& at, int input, int output, Cycle now) {
  const auto& inputs = traced(at.id)->inputs;
  const auto found = inputs.find(input);
  if (found == inputs.end()) return;
  pulse(found->second.request, now);
  file_.set(found->second.request_port, now, static_cast<std::uint64_t>(at.port(output)));
  file_.set(found->second.request_vc, now, static_cast<std::uint64_t>(at.vc(output)));
}

void SwitchTracer::granted(const ObservedSwitch& at, int input, int output, const Flit& flit,
                           Cycle now, Cycle /*last*/) {
  const Traced& switch_signals = *traced(at.id);
  const auto in = switch_signals.inputs.find(input);
  if (in != switch_signals.inputs.end()) {
    pulse(in->second.grant, now);
    if (flit.head()) file_.set(in->second.route_valid, now + 1, 0);
  }
  const auto out = switch_signals.outputs.find(output);
  if (out == switch_signals.outputs.end()) return;
  pulse(out->second.grant, now);
  file_.set(out->second.grant_port, now, static_cast<std::uint64_t>(at.port(input)));
  file_.set(out->second.grant_vc, now, static_cast<std::uint64_t>(at.vc(input)));
}

void SwitchTracer::sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) {
  const auto& outputs = traced(at.id)->outputs;
  const auto found = outputs.find(output);
  if (found != outputs.end()) show(found->second.flit, flit, start);
}

void SwitchTracer::cycle_done(const ObservedSwitch& at, Cycle now) {
  for (const auto& [index, signals] : traced(at.id)->outputs) {
    if (signals.credits < 0 && signals.buffer_space < 0) continue;
    const OutputStatus status = at.model->output_status(index, now);
    if (signals.credits >= 0) {
      file_.set(signals.credits, now, static_cast<std::uint64_t>(status.credits));
    }
    if (signals.buffer_space >= 0) {
      file_.set(signals.buffer_space, now, static_cast<std::uint64_t>(status.room));
    }
  }
  show_parts(at, *traced(at.id), now);
  show_shadow(at, *traced(at.id), now);
}

void SwitchTracer::show_parts(const ObservedSwitch& at, Traced& traced, Cycle now) {
  const auto* const model = dynamic_cast<const structural::StructuralModel*>(at.model);
  if (model == nullptr) return;
  if (!traced.parts) {
    traced.parts.emplace(file_, traced.scope, model->modules());
    for (const PartTracer::Part& part : traced.parts->parts()) {
      groups_.push_back({fmt::format("{} {}", traced.name, part.name), part.first, part.last});
    }
    masks_.insert(traced.parts->masks().begin(), traced.parts->masks().end());
  }
  traced.parts->show(now);
}

void SwitchTracer::show_shadow(const ObservedSwitch& at, Traced& traced, Cycle now) {
  const auto* const model = dynamic_cast<const LockstepModel*>(at.model);
  if (model == nullptr) return;
  if (!traced.shadow) {
    traced.shadow.emplace(file_, traced.scope, model->shadow());
    for (const ShadowTracer::Place& place : traced.shadow->places()) {
      groups_.push_back(
          {fmt::format("{} model and RTL{}", traced.name, place.name), place.first, place.last});
    }
    masks_.insert(traced.shadow->masks().begin(), traced.shadow->masks().end());
  }
  traced.shadow->show(now);
}

// ---- What model and RTL decide.

void SwitchTracer::matched(SwitchId switch_id, Side side, const RouteQuery& query,
                           const std::uint64_t* ports) {
  Traced& switch_signals = *traced(switch_id);
  const PortDecisionSignals& signals =
      switch_signals.port_decisions[channel(query.input_port, query.input_vc)].of(side);
  pulse(signals.valid, query.cycle);
  file_.set(signals.source, query.cycle, query.source);
  file_.set(signals.destination, query.cycle, query.destination);
  const std::size_t words = words_of_bits(static_cast<std::size_t>(switch_signals.ports));
  file_.set(signals.allowed_ports, query.cycle, WaveFile::Value(ports, ports + words));
}

void SwitchTracer::decided_vcs(SwitchId switch_id, Side side, const RouteQuery& head,
                               const VcHop& hop, std::uint64_t vcs) {
  Traced& switch_signals = *traced(switch_id);
  VcDecisionSignals& signals =
      switch_signals.vc_decisions[channel(head.input_port, head.input_vc)].of(side);
  if (signals.cycle != head.cycle) {
    signals.cycle = head.cycle;
    signals.gathered.assign(words_of_bits(static_cast<std::size_t>(switch_signals.channels)), 0);
  }
  const auto most = static_cast<int>(1u << vc_shift_);
  for (std::uint64_t rest = vcs; rest != 0; rest &= rest - 1) {
    const int vc = __builtin_ctzll(rest);
    if (vc >= most) break;
    const auto bit = static_cast<std::size_t>(channel(hop.output_port, vc));
    signals.gathered[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
  pulse(signals.valid, head.cycle);
  file_.set(signals.destination, head.cycle, head.destination);
  file_.set(signals.state, head.cycle, head.state);
  file_.set(signals.candidates, head.cycle, signals.gathered);
}

void SwitchTracer::decided_route(SwitchId switch_id, Side side, const RouteQuery& head,
                                 const Routed& routed) {
  Traced& switch_signals = *traced(switch_id);
  const RouteDecisionSignals& signals =
      switch_signals.route_decisions[channel(head.input_port, head.input_vc)].of(side);
  pulse(signals.valid, head.cycle);
  file_.set(signals.destination, head.cycle, head.destination);
  const std::size_t words = words_of_bits(static_cast<std::size_t>(switch_signals.ports));
  const std::uint64_t* ports = routed.ports.data();
  file_.set(signals.ports, head.cycle, WaveFile::Value(ports, ports + words));
  file_.set(signals.vcs, head.cycle, routed.vcs);
  file_.set(signals.entering_vcs, head.cycle, routed.entering);
}

void SwitchTracer::selected(SwitchId switch_id, Side side, const SelectionQuery& query,
                            int channel) {
  Traced& switch_signals = *traced(switch_id);
  const SelectionSignals& signals =
      switch_signals.selections[this->channel(query.input_port, query.input_vc)].of(side);
  pulse(signals.valid, query.cycle);
  const std::size_t words = words_of_bits(static_cast<std::size_t>(switch_signals.channels));
  file_.set(
      signals.qualifying, query.cycle,
      WaveFile::Value(query.qualifying,
                      query.qualifying + std::min(words, static_cast<std::size_t>(query.words))));
  file_.set(signals.preferred_port, query.cycle, static_cast<std::uint64_t>(query.preferred_port));
  if (channel < 0) return;
  file_.set(signals.port, query.cycle, static_cast<std::uint64_t>(channel >> vc_shift_));
  file_.set(signals.vc, query.cycle, static_cast<std::uint64_t>(channel & ((1 << vc_shift_) - 1)));
}

// ---- The end.

void SwitchTracer::finish(Cycle end) {
  if (request_.from >= end) {
    throw Error(fmt::format("--trace-from {}: the run has ended in cycle {}; allowed: 0 to {}",
                            request_.from, end - 1, end - 1));
  }
  if (request_.last) {
    first_ = end - std::min(end, *request_.last);
    file_.begin_at(first_);
  }
  file_.finish(end);
  if (ranks_.rank() == 0) write_save_file();
}

void SwitchTracer::write_save_file() const {
  const std::vector<std::string> names = file_.names();
  std::string text = "[*] netloom\n";
  text += fmt::format("[dumpfile] \"{}\"\n[timestart] {}\n", request_.path, first_);
  for (const Group& group : groups_) {
    text += fmt::format("{}\n-{}\n", kClosedGroup, group.title);
    for (int signal = group.first; signal <= group.last; ++signal) {
      const std::string& name = names[static_cast<std::size_t>(signal)];
      const bool number = name.back() == ']' && masks_.count(signal) == 0;
      text += fmt::format("{}\n{}\n", number ? kDecimal : kBinary, name);
    }
    text += fmt::format("{}\n-{}\n", kEndOfClosedGroup, group.title);
  }
  write_file(save_file_of(request_.path), text);
}

}  // namespace sim
}  // namespace netloom
