#include "hw/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "hw/arena.h"
#include "hw/config_check.h"
#include "hw/deadlock.h"
#include "hw/fault_unit.h"
#include "hw/hop_watch.h"
#include "hw/link_up.h"
#include "hw/network_sizes.h"
#include "hw/overlaps.h"
#include "hw/quantum_clock.h"
#include "hw/status_board.h"
#include "hw/switch.h"
#include "hw/switch_model.h"
#include "hw/switch_shape.h"
#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/decision/made_by_hook.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {

namespace {

/// Ports of a network whose state is about as large as the second-level cache of a processor.
constexpr std::size_t kPortsInCache = 1024;

static_assert(kLongestRun + 65536 == Flit::kEmpty, "times in flits stay below that");

std::size_t index(int value) {
  return static_cast<std::size_t>(value);
}

/// The switch's name, if SystemC can use it for a module; else one that says which switch it is.
std::string module_name(const std::string& name, SwitchId id) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (std::all_of(name.begin(), name.end(), allowed)) return name;
  return fmt::format("switch_{}", id);
}

/// Error: a fault that cannot be, or that nobody would deal with.
void check_faults(const Netlist& netlist, const RoutingFunction& routing,
                  const NetworkConfig& config) {
  if (!config.faults.empty() && routing.register_set() != RegisterSet::kFt2ei) {
    throw Error("faults: this routing function does not deal with them; allowed: ft2ei");
  }
  for (const LinkFault& fault : config.faults) {
    const bool exists = fault.link >= 0 && index(fault.link) < netlist.links.size();
    const bool between_switches =
        exists && netlist.links[index(fault.link)].from.type == Endpoint::Type::kSwitch &&
        netlist.links[index(fault.link)].to.type == Endpoint::Type::kSwitch;
    if (!between_switches || fault.fault < 0) {
      throw Error(
          fmt::format("faults: number {}, link {}; allowed: numbers from 0, and links between "
                      "switches",
                      fault.fault, fault.link));
    }
  }
}

}  // namespace

struct Network::Impl {
  explicit Impl(std::size_t chunk) : arena(chunk) {}

  Arena arena;
  NetworkConfig config;
  NicShared nic;
  std::unique_ptr<PortMap> ports;
  std::unique_ptr<QuantumClock> clock;
  std::unique_ptr<HopWatch> hop_watch;
  std::unique_ptr<StatusBoard> board;  ///< null: the routers publish nothing
  CalendarSize calendar;
  std::vector<std::uint64_t> active_cycles;  ///< SwitchPlan::active_cycles, of all switches
  std::vector<std::unique_ptr<Switch>> switches;
  std::unique_ptr<LinkUp> link_up;             ///< null: no switch needs to know its neighbours
  std::vector<HostPlace> injection, ejection;  ///< per host
  int vc_shift = 0;
  Cycle looked = 0;         ///< when the watchdog last looked
  Cycle moved_by = 0;       ///< when it last saw that something had moved
  std::uint64_t moved = 0;  ///< progress() then
  std::vector<LinkUse> use_begin, use_end;
  bool measuring = false;
  bool beyond_cache = false;

  SwitchPlan plan(const Netlist& netlist, SwitchId id, int largest_switch);
  std::vector<LinkUse> use(const Netlist& netlist) const;
  int vcs_of(const Netlist& netlist, const Link& link) const;
  std::uint64_t progress() const;
  bool scheduled() const;
  WaitGraph waits(const Netlist& netlist, WaitGraph::Edges edges) const {
    return {netlist, *ports, vc_shift,
            [this](SwitchId id) -> const SwitchModel& { return switches[id]->model(); }, edges};
  }
  std::unique_ptr<FaultUnit> fault_unit(const Netlist& netlist, SwitchId id,
                                        RegisterFile& registers, SwitchPlan& plan) const;
};

int Network::Impl::vcs_of(const Netlist& /*netlist*/, const Link& link) const {
  if (link.from.type == Endpoint::Type::kHost) return config.nic.injection_vcs;
  return config.switches.vcs[index(link.kind)];
}

SwitchPlan Network::Impl::plan(const Netlist& netlist, SwitchId id, int largest_switch) {
  SwitchPlan result;
  result.id = id;
  result.name = netlist.switches[id].name;
  result.largest_switch = largest_switch;
  result.vc_shift = vc_shift;
  result.config = &config;
  result.hosts = &injection;
  result.control_packets = nic.traffic->sends_control();
  result.beyond_cache = beyond_cache;
  std::tie(result.smallest_flit, result.largest_flit) = flit_sizes(config);
  result.calendar_length = calendar.length;
  result.timers_length = calendar.timers;
  result.active_cycles = &active_cycles[id * (calendar.length / 64)];
  result.check_invariants = config.simulation.check_invariants;
  result.ports.resize(index(ports->ports(id)));
  if (!config.faults.empty()) {
    // One more, by which the switch's own control packets enter the crossbar.
    PortShape control;
    control.input_vcs = 1;
    control.input_buffer = control_phits(config);
    result.ports.push_back(control);
  }
  for (int port = 0; port < ports->ports(id); ++port) {
    PortShape& shape = result.ports[index(port)];
    if (const int in = ports->link_in(id, port); in >= 0) {
      const Link& link = netlist.links[index(in)];
      shape.input_vcs = vcs_of(netlist, link);
      shape.input_buffer = config.switches.input_buffer[index(link.kind)];
    }
    if (const int out = ports->link_out(id, port); out >= 0) {
      const Link& link = netlist.links[index(out)];
      shape.output_vcs = vcs_of(netlist, link);
      shape.output_buffer = config.switches.output_buffer[index(link.kind)];
      if (link.to.type == Endpoint::Type::kSwitch) {
        shape.credits = config.switches.input_buffer[index(link.kind)];
      }
    }
  }
  return result;
}

std::unique_ptr<FaultUnit> Network::Impl::fault_unit(const Netlist& netlist, SwitchId id,
                                                     RegisterFile& registers,
                                                     SwitchPlan& plan) const {
  if (config.faults.empty()) return nullptr;
  auto unit = std::make_unique<FaultUnit>(fat_tree_of(netlist, "faults"), id, config.fault_handling,
                                          registers, control_phits(config));
  plan.output_ends.assign(plan.ports.size(), kNever);
  for (const LinkFault& fault : config.faults) {
    const Link& link = netlist.links[index(fault.link)];
    if (link.from.index == id) {
      Cycle& end = plan.output_ends[index(link.from.port)];
      end = std::min(end, fault.cycle);
      unit->output_will_fail(link.from.port, fault);
    }
    if (link.to.index == id) unit->input_will_fail(link.to.port, fault);
  }
  return unit;
}

Network::Network(sc_core::sc_module_name name, const Netlist& netlist, RoutingFunction& routing,
                 const NetworkConfig& config, TrafficSource& traffic,
                 const PortSelectorHook& selector, const SwitchArbitersHook& arbiters)
    : sc_core::sc_module(name), netlist_(netlist) {
  validate(netlist);
  validate(config, netlist.kinds);
  check_faults(netlist, routing, config);
  if (routing.uses_bubble()) {
    if (const auto problem = find_bubble_problem(config, netlist.kinds)) {
      throw Error(problem->key + ": " + problem->message);
    }
  }

  const StatusBroadcast broadcast = routing.status_broadcast();
  const int longest = longest_quantum(netlist, config, broadcast, traffic.reacts());
  quantum_ = config.simulation.quantum == 0 ? longest : config.simulation.quantum;
  if (quantum_ < 1 || quantum_ > longest) {
    throw Error(fmt::format("quantum is {} cycles; this network allows 1 to {}",
                            config.simulation.quantum, longest));
  }

  const int largest_switch = most_ports(netlist, config);
  std::size_t total_ports = 0;
  for (const SwitchInfo& info : netlist.switches) total_ports += index(info.ports);
  // Large networks take memory in large pieces, which get huge pages.
  impl_ = std::make_unique<Impl>(total_ports > kPortsInCache ? std::size_t{64} << 20
                                                             : std::size_t{2} << 20);
  Impl& impl = *impl_;
  impl.vc_shift = vc_shift_of(config.switches.vcs, config.nic.injection_vcs);
  if (largest_switch << impl.vc_shift > kMaxChannels) {
    throw Error(fmt::format("a switch of {} ports with {} VCs has {} channels; allowed: up to {}",
                            largest_switch, 1 << impl.vc_shift, largest_switch << impl.vc_shift,
                            kMaxChannels));
  }
  // Within a quantum of one cycle there is nothing that fetching could run ahead of.
  impl.beyond_cache = total_ports > kPortsInCache && quantum_ > 1;
  impl.config = config;
  impl.ports = std::make_unique<PortMap>(netlist);
  impl.clock = std::make_unique<QuantumClock>("quantum_clock_", static_cast<Cycle>(quantum_));
  impl.nic.config = &impl.config.nic;
  impl.nic.smallest_packet = smallest_packet(config);
  impl.nic.wormhole = config.switches.switching == Switching::kWormhole;
  impl.nic.flit_phits = config.switches.flit_phits;
  impl.nic.control_priority = config.switches.control_priority;
  impl.nic.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
  impl.nic.seed = impl.config.simulation.seed;
  impl.nic.traffic = &traffic;
  impl.nic.arena = &impl.arena;

  impl.hop_watch = std::make_unique<HopWatch>(netlist, hop_limit_of(netlist, routing, config),
                                              config.nic.reorders());
  if (broadcast.words > 0) {
    impl.board = std::make_unique<StatusBoard>(netlist.switches.size(), broadcast, quantum_);
  }

  // Switches. The order of construction is the order in which SystemC runs them.
  std::vector<SwitchId> order(netlist.switches.size());
  std::iota(order.begin(), order.end(), 0u);
  if (config.simulation.shuffle != 0) {
    Random random(config.simulation.shuffle, 0);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
  }
  const SelectionEntry& selection = SelectionRegistry::instance().find(config.switches.selection);
  if (selector && !selection.searches_cyclically()) {
    throw Error(fmt::format("selection '{}' is none that a port selector can stand for",
                            config.switches.selection));
  }
  const std::vector<PreferredPort> preferred = preferred_ports(config.switches.selection, netlist);
  impl.switches.resize(netlist.switches.size());
  impl.calendar = calendar_size(netlist, config, quantum_);
  impl.active_cycles.resize(netlist.switches.size() * (impl.calendar.length / 64));
  for (const SwitchId id : order) {
    SwitchPlan plan = impl.plan(netlist, id, largest_switch);
    plan.picking = selection.picking;
    plan.preferred = preferred[id];
    plan.board = impl.board.get();
    plan.hop_watch = impl.hop_watch.get();
    plan.bubble = routing.uses_bubble();
    const SwitchShape shape = switch_shape(netlist, config, routing, id);
    auto registers = std::make_unique<RegisterFile>(routing.register_set(), shape);
    auto faults = impl.fault_unit(netlist, id, *registers, plan);
    impl.switches[id] = std::make_unique<Switch>(
        module_name(netlist.switches[id].name, id).c_str(), *impl.clock, routing.make_router(id),
        selector ? made_by_hook(selector(id, shape.ports, impl.vc_shift), "selector", netlist, id)
                 : nullptr,
        // The port by which control packets enter the crossbar takes part.
        arbiters ? made_by_hook(arbiters(id, static_cast<int>(plan.ports.size()), impl.vc_shift),
                                "arbiters", netlist, id)
                 : nullptr,
        std::move(registers), std::move(faults), std::move(plan), impl.arena);
  }

  // Links and NICs.
  impl.injection.resize(netlist.hosts.size());
  impl.ejection.resize(netlist.hosts.size());
  for (const Link& link : netlist.links) {
    const bool from_host = link.from.type == Endpoint::Type::kHost;
    const bool to_host = link.to.type == Endpoint::Type::kHost;
    if (from_host) {
      SwitchModel& model = impl.switches[link.to.index]->model();
      impl.injection[link.from.index] = {&model, link.to.port};
      model.attach(link.to.port,
                   std::make_unique<InjectionSide>(impl.nic, link.from.index,
                                                   config.switches.input_buffer[index(link.kind)]),
                   link.latency);
    } else if (to_host) {
      SwitchModel& model = impl.switches[link.from.index]->model();
      impl.ejection[link.to.index] = {&model, link.from.port};
      model.attach(link.from.port, std::make_unique<EjectionSide>(impl.nic, link.to.index),
                   link.latency);
    } else {
      impl.switches[link.from.index]->model().connect(
          link.from.port, impl.switches[link.to.index]->model(), link.to.port, link.latency);
    }
  }

  std::vector<RegisterFile*> files;
  for (const auto& module : impl.switches) files.push_back(&module->registers());
  if (files.front()->shape().davc) {
    impl.link_up = std::make_unique<LinkUp>("link_up_", netlist, std::move(files));
  }
}

Network::~Network() = default;

CoreDescription Network::core() const {
  return impl_->switches.front()->model().core();
}

Cycle Network::now() const {
  return impl_->clock->end();
}

std::uint64_t Network::Impl::progress() const {
  std::uint64_t sum = 0;
  for (const auto& module : switches) {
    const SwitchCounters counters = module->model().counters();
    sum += counters.flit_hops + counters.link_flits;
  }
  for (const HostPlace& place : ejection) sum += place.model->ejection(place.port)->delivered();
  return sum;
}

bool Network::Impl::scheduled() const {
  return std::any_of(switches.begin(), switches.end(),
                     [](const auto& module) { return module->model().scheduled(); });
}

void Network::run(Cycle cycles) {
  const Cycle end = now() + cycles;
  if (end > kLongestRun) {
    throw Error(fmt::format("a run of {} cycles is too long; allowed: up to {}", end, kLongestRun));
  }
  const Cycle watchdog = impl_->config.simulation.watchdog;
  while (now() < end) {
    const Cycle look = watchdog == 0 ? end : impl_->looked + watchdog;
    impl_->clock->run_until(std::min(end, look));
    if (watchdog == 0 || now() < look) continue;
    impl_->looked = now();
    const std::uint64_t moved = impl_->progress();
    if (moved != impl_->moved) {
      impl_->moved = moved;
      impl_->moved_by = now();
      require_all_can_move();
    } else if (is_dead()) {
      impl_->hop_watch->check();
      throw_deadlock(impl_->waits(netlist_, &SwitchModel::waits),
                     fmt::format("no flit has moved from cycle {} to cycle {} although packets are "
                                 "in the network",
                                 impl_->moved_by, now()),
                     now());
    }
  }
  impl_->hop_watch->check();
  // Where nothing is scheduled, nothing will be: that needs no second look.
  if (watchdog > 0 && is_dead()) {
    throw_deadlock(impl_->waits(netlist_, &SwitchModel::waits),
                   fmt::format("no flit can move any more in cycle {} although packets are in the "
                               "network",
                               now()),
                   now());
  }
}

bool Network::is_dead() const {
  // In a network that is alive, one of the first switches says so.
  return !impl_->scheduled() && counters().in_network > 0;
}

void Network::require_all_can_move() const {
  // A link that fails, and the registers that are updated because of it, may let packets go on.
  if (impl_->config.simulation.watchdog == 0 || !impl_->config.faults.empty()) return;
  WaitGraph graph = impl_->waits(netlist_, &SwitchModel::blocked);
  const std::size_t stuck = graph.keep_stuck();
  if (stuck == 0) return;
  impl_->hop_watch->check();
  throw_deadlock(graph,
                 fmt::format("in cycle {} the packets at the front of {} input channels wait for "
                             "each other and can never move again",
                             now(), stuck),
                 now());
}

NetworkCounters Network::counters() const {
  NetworkCounters sum;
  for (const auto& module : impl_->switches) {
    const SwitchCounters counters = module->model().counters();
    sum.packet_hops += counters.packet_hops;
    sum.flit_hops += counters.flit_hops;
    sum.cut += counters.cut;
    sum.dropped += counters.dropped;
    sum.deviated += counters.deviated;
  }
  for (const HostPlace& place : impl_->injection) {
    const InjectionSide& side = *place.model->injection(place.port);
    sum.generated += side.generated();
    sum.injected += side.injected();
  }
  std::uint64_t reordering = 0;
  for (const HostPlace& place : impl_->ejection) {
    const EjectionSide& side = *place.model->ejection(place.port);
    sum.delivered += side.delivered();
    sum.out_of_order += side.out_of_order();
    sum.cut += side.cut();
    reordering += side.reordering();
  }
  sum.lost = sum.cut + sum.dropped;
  sum.queued_packets = sum.generated - sum.injected;
  sum.in_network = sum.injected - sum.delivered - sum.lost - reordering;
  return sum;
}

std::vector<FaultRecord> Network::fault_records() const {
  std::map<int, FaultRecord> records;  // by number
  for (const LinkFault& fault : impl_->config.faults) {
    if (fault.cycle == 0) continue;  // the registers are programmed for it
    const auto [entry, is_new] = records.try_emplace(fault.fault);
    if (!is_new) continue;
    entry->second.fault = fault.fault;
    entry->second.cycle = fault.cycle;
  }
  if (records.empty()) return {};
  for (const auto& module : impl_->switches) {
    for (const auto& [fault, work] : module->faults()->work()) {
      FaultRecord& record = records.at(fault);
      if (work.detected != FaultWork::kNoCycle) {
        record.detected = std::min(record.detected.value_or(work.detected), work.detected);
      }
      if (work.updated != FaultWork::kNoCycle) {
        record.updated = std::max(record.updated.value_or(work.updated), work.updated);
      }
      record.updates += work.updates;
      record.control_packets += work.control_packets;
      record.stranded += work.stranded;
    }
  }
  std::vector<FaultRecord> result;
  std::vector<CycleSpan> spans;
  for (auto& [fault, record] : records) {
    const Cycle known = record.cycle + static_cast<Cycle>(impl_->config.fault_handling.detection);
    spans.push_back({record.cycle, std::max(known, record.updated.value_or(known))});
    result.push_back(std::move(record));
  }
  const std::vector<Overlaps> overlaps = overlaps_of(spans, FaultRecord::kMostOverlaps);
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (const std::size_t other : overlaps[i].first) {
      result[i].overlaps.push_back(result[other].fault);
    }
    result[i].overlaps_left_out = overlaps[i].count - overlaps[i].first.size();
  }
  return result;
}

std::vector<LinkUse> Network::Impl::use(const Netlist& netlist) const {
  std::vector<LinkUse> result;
  result.reserve(netlist.links.size());
  for (const Link& link : netlist.links) {
    LinkUse entry;
    entry.vcs.resize(index(vcs_of(netlist, link)));
    for (int vc = 0; vc < static_cast<int>(entry.vcs.size()); ++vc) {
      ChannelUse& channel = entry.vcs[index(vc)];
      if (link.from.type == Endpoint::Type::kSwitch) {
        channel.phits = switches[link.from.index]->model().channel_sent(link.from.port, vc);
      } else {
        channel.phits = switches[link.to.index]->model().channel_injected(link.to.port, vc);
      }
      if (link.to.type == Endpoint::Type::kSwitch) {
        channel.occupancy = switches[link.to.index]->model().channel_occupancy(link.to.port, vc);
      }
    }
    result.push_back(std::move(entry));
  }
  return result;
}

void Network::begin_measurement() {
  impl_->use_begin = impl_->use(netlist_);
  impl_->measuring = true;
}

void Network::end_measurement() {
  impl_->use_end = impl_->use(netlist_);
  impl_->measuring = false;
}

std::vector<LinkUse> Network::link_use() const {
  std::vector<LinkUse> result = impl_->measuring ? impl_->use(netlist_) : impl_->use_end;
  for (std::size_t i = 0; i < result.size() && i < impl_->use_begin.size(); ++i) {
    for (std::size_t vc = 0; vc < result[i].vcs.size(); ++vc) {
      result[i].vcs[vc].phits -= impl_->use_begin[i].vcs[vc].phits;
      result[i].vcs[vc].occupancy -= impl_->use_begin[i].vcs[vc].occupancy;
    }
  }
  return result;
}

bool Network::empty() const {
  const NetworkCounters sum = counters();
  return sum.generated == sum.delivered + sum.lost;
}

Conservation Network::check_conservation() const {
  Conservation result;
  std::uint64_t generated = 0, queued = 0, delivered = 0, inside = 0, lost = 0;
  std::uint64_t difference = 0;  // of the fingerprints
  for (const HostPlace& place : impl_->injection) {
    const InjectionSide& side = *place.model->injection(place.port);
    generated += side.generated();
    queued += side.queued();
    difference += side.generated_fingerprint() - side.queued_fingerprint();
  }
  for (const HostPlace& place : impl_->ejection) {
    const EjectionSide& side = *place.model->ejection(place.port);
    delivered += side.delivered();
    inside += side.reordering();
    lost += side.cut();
    difference -=
        side.delivered_fingerprint() + side.reordering_fingerprint() + side.cut_fingerprint();
  }
  for (const auto& module : impl_->switches) {
    std::uint64_t packets = 0, fingerprint = 0;
    module->model().contents(packets, fingerprint);
    inside += packets;
    const SwitchCounters counters = module->model().counters();
    lost += counters.cut + counters.dropped;
    difference -= fingerprint + counters.lost_fingerprint;
  }
  if (generated != queued + delivered + inside + lost) {
    result.message = fmt::format(
        "{} packets were generated, but {} are queued, {} in the network, {} delivered and {} lost",
        generated, queued, inside, delivered, lost);
    return result;
  }
  if (difference != 0) {
    result.message =
        "the packets that are queued, in the network or delivered are not those that "
        "were generated";
    return result;
  }
  for (const Link& link : netlist_.links) {
    if (link.to.type != Endpoint::Type::kSwitch) continue;
    const SwitchModel& receiver = impl_->switches[link.to.index]->model();
    const int size = impl_->config.switches.input_buffer[index(link.kind)];
    for (int vc = 0; vc < impl_->vcs_of(netlist_, link); ++vc) {
      int accounted = receiver.buffered_phits(link.to.port, vc);
      if (link.from.type == Endpoint::Type::kSwitch) {
        const SwitchModel& sender = impl_->switches[link.from.index]->model();
        accounted +=
            sender.credits(link.from.port, vc) + sender.credits_in_flight(link.from.port, vc);
      } else {
        const HostPlace& place = impl_->injection[link.from.index];
        accounted += place.model->injection(place.port)->credits(vc) +
                     receiver.injection_credits_in_flight(link.to.port, vc);
      }
      if (accounted != size) {
        result.message = fmt::format(
            "link {} -> {}, VC {}: buffer, credits and credits on their way sum to {} of "
            "{} phits",
            endpoint_name(netlist_, link.from), endpoint_name(netlist_, link.to), vc, accounted,
            size);
        return result;
      }
    }
  }
  result.holds = true;
  return result;
}

RegisterFile& Network::registers(SwitchId switch_id) {
  return impl_->switches.at(switch_id)->registers();
}

void Network::observe(SwitchId switch_id, SwitchObserver& observer) {
  impl_->switches.at(switch_id)->observe(observer);
}

std::uint32_t Network::next_packet_number(NodeId source, NodeId destination) const {
  const HostPlace& place = impl_->injection.at(source);
  return place.model->injection(place.port)->next_number(destination);
}

std::uint64_t Network::memory() const {
  return impl_->arena.used();
}

}  // namespace netloom
