// How a network is made from a netlist.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/config/config_check.h"
#include "hw/config/lookahead.h"
#include "hw/network/network_impl.h"
#include "hw/switch/switch_shape.h"
#include "routing/base/error.h"
#include "routing/decision/made_by_hook.h"

namespace netloom {
inline namespace hw {
namespace {

/// Ports of a network whose state is about as large as the second-level cache of a processor.
constexpr std::size_t kPortsInCache = 1024;

static_assert(kLongestRun + 65536 == Flit::kEmpty, "times in flits stay below that");

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
  if (!config.faults.empty() && !routing.words_per_fault()) {
    throw Error("faults: this routing function does not tolerate any; allowed: none");
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

bool any_pins(const NetworkConfig& config) {
  return std::any_of(config.views.begin(), config.views.end(),
                     [](SwitchView view) { return view != SwitchView::kFast; });
}

/// Cycles that a switch may be ahead of one that it writes to. What has pins has run through a
/// window before the regions do.
int ahead(const NetworkConfig& config, const Partition& partition, int quantum) {
  return any_pins(config) ? std::max(quantum, partition.window) : quantum;
}

std::size_t total_ports(const Netlist& netlist) {
  std::size_t ports = 0;
  for (const SwitchInfo& info : netlist.switches) ports += index(info.ports);
  return ports;
}

}  // namespace

Network::Impl::Impl(const Netlist& netlist, RoutingFunction& routing, const NetworkConfig& wanted,
                    TrafficSource& traffic, Partition parts, int quantum, Ranks& all_ranks)
    : config(wanted),
      partition(std::move(parts)),
      ranks(all_ranks),
      ports(std::make_unique<PortMap>(netlist)),
      clock(std::make_unique<QuantumClock>("quantum_clock_", static_cast<Cycle>(partition.window))),
      hop_watch(std::make_unique<HopWatch>(netlist, hop_limit_of(netlist, routing, wanted),
                                           wanted.nic.reorders())),
      calendar(calendar_size(netlist, wanted, ahead(wanted, partition, quantum))),
      active_cycles(netlist.switches.size()),
      hosts(netlist.hosts.size()),
      injection(netlist.hosts.size()),
      ejection(netlist.hosts.size()),
      switches(netlist.switches.size()),
      vc_shift(vc_shift_of(wanted.switches.vcs, wanted.nic.injection_vcs)),
      bounded(netlist.hosts.size(), 0),
      fetching(fetching_of(netlist, quantum)) {
  const int largest = most_ports(netlist, config);
  if (largest << vc_shift > kMaxChannels) {
    throw Error(fmt::format("a switch of {} ports with {} VCs has {} channels; allowed: up to {}",
                            largest, 1 << vc_shift, largest << vc_shift, kMaxChannels));
  }
  for (int thread = 0; thread < partition.threads; ++thread) {
    // Large networks take memory in large pieces, which get huge pages.
    const bool large = total_ports(netlist) > kPortsInCache;
    shares.push_back(std::make_unique<ThreadShare>(std::size_t{large ? 64u : 2u} << 20));
  }
  if (wanted.nic.ejection_buffer > 0) {
    for (const NodeId host : traffic.told_in_time()) bounded[host] = 1;
  }
  share_nic(netlist, traffic);
  const StatusBroadcast broadcast = routing.status_broadcast();
  if (broadcast.words > 0) {
    board = std::make_unique<StatusBoard>(netlist.switches.size(), broadcast,
                                          std::max(quantum, partition.window));
  }
  make_regions(quantum);
}

void Network::Impl::share_nic(const Netlist& netlist, TrafficSource& traffic) {
  NicShared nic;
  nic.config = &config.nic;
  nic.smallest_packet = smallest_packet(config);
  nic.wormhole = config.switches.switching == Switching::kWormhole;
  nic.flit_phits = config.switches.flit_phits;
  nic.control_priority = config.switches.control_priority;
  nic.bounded = &bounded;
  nic.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
  nic.seed = config.simulation.seed;
  for (int thread = 0; thread < partition.threads; ++thread) {
    ThreadShare& share = *shares[index(thread)];
    share.nic = nic;
    share.nic.traffic = &traffic.for_thread(thread, partition.threads);
    share.nic.arena = &share.arena;
  }
}

void Network::Impl::make_switches(const Netlist& netlist, RoutingFunction& routing,
                                  const SwitchHooks& hooks) {
  const SelectionEntry& selection = SelectionRegistry::instance().find(config.switches.selection);
  if (hooks.selector && !selection.searches_cyclically()) {
    throw Error(fmt::format("selection '{}' is none that a port selector can stand for",
                            config.switches.selection));
  }
  const std::vector<PreferredPort> preferred = preferred_ports(config.switches.selection, netlist);
  const int largest = most_ports(netlist, config);
  if (any_pins(config)) {
    pin_clock = std::make_unique<structural::Clock>("structural_clock_", *clock);
    first_channel = std::make_unique<sc_core::sc_signal<bool>>("first_channel_");
  }
  const std::vector<SwitchId> order = running_order();
  place_active_cycles(order);
  for (const SwitchId id : order) {
    SwitchPlan plan = this->plan(netlist, id, largest);
    plan.picking = selection.picking;
    plan.preferred = preferred[id];
    plan.board = board.get();
    plan.hop_watch = hop_watch.get();
    plan.bubble = routing.uses_bubble();
    const SwitchShape shape = switch_shape(netlist, config, routing, id);
    auto registers = std::make_unique<RegisterFile>(routing.register_set(), shape);
    auto faults = fault_unit(netlist, id, *registers, plan);
    switches[id] = std::make_unique<Switch>(
        module_name(netlist.switches[id].name, id).c_str(), *clock, routing.make_router(id),
        hooks.selector
            ? made_by_hook(hooks.selector(id, shape.ports, vc_shift), "selector", netlist, id)
            : nullptr,
        // The port by which control packets enter the crossbar takes part.
        hooks.arbiters
            ? made_by_hook(hooks.arbiters(id, static_cast<int>(plan.ports.size()), vc_shift),
                           "arbiters", netlist, id)
            : nullptr,
        std::move(registers), std::move(faults), std::move(plan),
        [&](const SwitchPlan& each) { return make_model(each, hooks.rtl_view); }, register_writes);
    attach_hosts(netlist, id);
    if (config.view(id) != SwitchView::kFast) continue;
    regions[index(partition.region_of[id])]->add(id, switches[id]->model());
  }
}

Network::Impl::~Impl() {
  // SystemC looks for a channel that goes from the first one on, and puts the last one in its
  // place: behind this one, channels that go in the order opposite to that in which they came are
  // found at once, and a network with a million of them goes in no time.
  first_channel.reset();
  for (auto each = switches.rbegin(); each != switches.rend(); ++each) {
    if (*each) (*each)->model().disconnect();
  }
  while (!switches.empty()) switches.pop_back();
}

void Network::Impl::connect(const Link& link) {
  const SwitchId from = link.from.index, to = link.to.index;
  const auto route_to = [this](SwitchId there, SwitchId here) {
    return rank_mail->route(there, partition.rank_of[index(partition.region_of[there])],
                            thread_of(here));
  };
  if (has(from) && has(to)) {
    switches[from]->model().connect(link.from.port, switches[to]->model(), link.to.port,
                                    link.latency, mail_between(from, to));
  } else if (has(from)) {
    switches[from]->model().connect_output(link.from.port, route_to(to, from), link.to.port,
                                           link.latency);
  } else if (has(to)) {
    switches[to]->model().connect_input(link.to.port, route_to(from, to), link.from.port,
                                        link.latency);
  }
}

void Network::Impl::connect(const Netlist& netlist) {
  for (const Link& link : netlist.links) {
    if (link.from.type == Endpoint::Type::kHost || link.to.type == Endpoint::Type::kHost) continue;
    connect(link);
  }
  bool shakes_hands = false;
  std::vector<RegisterFile*> files;
  for (const auto& module : switches) {
    files.push_back(module ? &module->registers() : nullptr);
    shakes_hands = shakes_hands || (module && module->registers().shape().davc);
  }
  if (shakes_hands) {
    link_up = std::make_unique<LinkUp>("link_up_", netlist, std::move(files), ranks);
  }
}

Network::Network(sc_core::sc_module_name name, const Netlist& netlist, RoutingFunction& routing,
                 const NetworkConfig& config, TrafficSource& traffic, const SwitchHooks& hooks,
                 Ranks& ranks)
    : sc_core::sc_module(name), netlist_(netlist) {
  // The same for all ranks, so that all make the same partition.
  const Machine machine =
      shared_machine(gathered(ranks, "machines", std::vector<Machine>{this_machine()}));
  validate(netlist);
  validate(config, netlist.kinds);
  check_faults(netlist, routing, config);
  if (routing.uses_bubble()) {
    if (const auto problem = find_bubble_problem(config, netlist.kinds)) {
      throw Error(problem->key + ": " + problem->message);
    }
  }
  const Lookahead lookahead(netlist, config, routing.status_broadcast(), traffic.reacts(),
                            traffic.told_in_time());
  const int longest = lookahead.quantum();
  quantum_ = config.simulation.quantum == 0 ? longest : config.simulation.quantum;
  if (quantum_ < 1 || quantum_ > longest) {
    throw Error(fmt::format("quantum is {} cycles; this network allows 1 to {}",
                            config.simulation.quantum, longest));
  }
  impl_ = std::make_unique<Impl>(netlist, routing, config, traffic,
                                 make_partition(netlist, config, lookahead, quantum_, machine),
                                 quantum_, ranks);
  impl_->make_switches(netlist, routing, hooks);
  impl_->connect(netlist);
}

Network::~Network() = default;

}  // namespace hw
}  // namespace netloom
