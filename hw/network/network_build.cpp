// How a network is made from a netlist.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "hw/config/config_check.h"
#include "hw/config/lookahead.h"
#include "hw/network/network_impl.h"
#include "hw/structural/structural_model.h"
#include "hw/switch/switch_shape.h"
#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/decision/made_by_hook.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {
inline namespace hw {
namespace {

/// Ports of a network whose state is about as large as the second-level cache of a processor.
constexpr std::size_t kPortsInCache = 1024;

/// Channels that a thread runs up to which fetching ahead costs as much time as it saves.
constexpr std::size_t kChannelsNearCache = 3500;

/// Cycles of a quantum in which nothing is fetched ahead.
constexpr int kShortQuantum = 3;

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
  if (!config.faults.empty() && routing.register_set() != "ft2ei") {
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

std::size_t total_ports(const Netlist& netlist) {
  std::size_t ports = 0;
  for (const SwitchInfo& info : netlist.switches) ports += index(info.ports);
  return ports;
}

/// The numbers below `count`, with a seed other than 0 in an order that is drawn.
std::vector<std::uint32_t> in_order(std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  if (seed != 0) {
    Random random(seed, 0);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
  }
  return order;
}

/// The switches of a rank in the order in which they are made and run: thread by thread, region by
/// region.
std::vector<SwitchId> running_order(const Partition& partition, const SimulationConfig& simulation,
                                    int rank) {
  std::vector<SwitchId> order = in_order(partition.region_of.size(), simulation.shuffle);
  order.erase(std::remove_if(order.begin(), order.end(),
                             [&](SwitchId id) {
                               return partition.rank_of[index(partition.region_of[id])] != rank;
                             }),
              order.end());
  const std::vector<std::uint32_t> place = in_order(index(partition.regions), simulation.shuffle);
  std::stable_sort(order.begin(), order.end(), [&](SwitchId a, SwitchId b) {
    return place[index(partition.region_of[a])] < place[index(partition.region_of[b])];
  });
  std::stable_sort(order.begin(), order.end(), [&](SwitchId a, SwitchId b) {
    return partition.thread_of[index(partition.region_of[a])] <
           partition.thread_of[index(partition.region_of[b])];
  });
  return order;
}

/// Channels of the thread that runs most, of those of all ranks.
std::size_t largest_share(const Netlist& netlist, const Partition& partition, int vc_shift) {
  std::map<std::pair<int, int>, std::size_t> channels;
  for (SwitchId id = 0; id < netlist.switches.size(); ++id) {
    const std::size_t region = index(partition.region_of[id]);
    channels[{partition.rank_of[region], partition.thread_of[region]}] +=
        index(netlist.switches[id].ports) << vc_shift;
  }
  std::size_t most = 0;
  for (const auto& share : channels) most = std::max(most, share.second);
  return most;
}

}  // namespace

int Network::Impl::vcs_of(const Link& link) const {
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
  result.scratch = &share(id).scratch;
  result.hosts = &hosts;
  result.control_packets = share(id).nic.traffic->sends_control();
  result.beyond_cache = beyond_cache;
  std::tie(result.smallest_flit, result.largest_flit) = flit_sizes(config);
  result.calendar_length = calendar.length;
  result.timers_length = calendar.timers;
  result.active_cycles = active_cycles[id];
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
      shape.input_vcs = vcs_of(link);
      shape.input_buffer = config.switches.input_buffer[index(link.kind)];
    }
    if (const int out = ports->link_out(id, port); out >= 0) {
      const Link& link = netlist.links[index(out)];
      shape.output_vcs = vcs_of(link);
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

void Network::Impl::attach_hosts(const Netlist& netlist, SwitchId id) {
  ThreadShare& share = this->share(id);
  SwitchModel& model = switches[id]->model();
  for (int port = 0; port < ports->ports(id); ++port) {
    const int in = ports->link_in(id, port);
    if (in >= 0 && netlist.links[index(in)].from.type == Endpoint::Type::kHost) {
      const Link& link = netlist.links[index(in)];
      const NodeId host = link.from.index;
      injection[host] = share.arena.make<InjectionSide>(
          share.nic, host, config.switches.input_buffer[index(link.kind)]);
      hosts[host] = {&model, port};
      model.attach(port, *injection[host], link.latency);
    }
    const int out = ports->link_out(id, port);
    if (out >= 0 && netlist.links[index(out)].to.type == Endpoint::Type::kHost) {
      const Link& link = netlist.links[index(out)];
      const NodeId host = link.to.index;
      ejection[host] = share.arena.make<EjectionSide>(share.nic, host);
      model.attach(port, *ejection[host], link.latency);
    }
  }
}

Network::Impl::Impl(const Netlist& netlist, RoutingFunction& routing, const NetworkConfig& wanted,
                    TrafficSource& traffic, Partition parts, int quantum, Ranks& all_ranks)
    : config(wanted),
      partition(std::move(parts)),
      ranks(all_ranks),
      ports(std::make_unique<PortMap>(netlist)),
      clock(std::make_unique<QuantumClock>("quantum_clock_", static_cast<Cycle>(partition.window))),
      hop_watch(std::make_unique<HopWatch>(netlist, hop_limit_of(netlist, routing, wanted),
                                           wanted.nic.reorders())),
      calendar(calendar_size(netlist, wanted, quantum)),
      active_cycles(netlist.switches.size()),
      hosts(netlist.hosts.size()),
      injection(netlist.hosts.size()),
      ejection(netlist.hosts.size()),
      switches(netlist.switches.size()),
      vc_shift(vc_shift_of(wanted.switches.vcs, wanted.nic.injection_vcs)),
      // Fetching ahead costs instructions in every quantum: short ones have too few packets for it,
      // and small networks stay in the cache.
      beyond_cache(largest_share(netlist, partition, vc_shift) > kChannelsNearCache &&
                   quantum > kShortQuantum) {
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
  nic.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
  nic.seed = config.simulation.seed;
  for (int thread = 0; thread < partition.threads; ++thread) {
    ThreadShare& share = *shares[index(thread)];
    share.nic = nic;
    share.nic.traffic = &traffic.for_thread(thread, partition.threads);
    share.nic.arena = &share.arena;
  }
}

void Network::Impl::make_regions(int quantum) {
  if (partition.threads > 1) {
    threads = std::make_unique<RegionThreads>("region_threads_", *clock, partition.threads);
  }
  if (!ranks.alone()) {
    const auto region_of = [this](SwitchId id) -> Region& {
      return *regions[index(partition.region_of[id])];
    };
    rank_mail = std::make_unique<RankMail>(
        ranks, partition.threads,
        RankMail::Receivers{
            [this, region_of](SwitchId to, int channel, const Flit& flit) {
              region_of(to).outside(0).add_flit(switches[to]->model(), flit, flit.arrival, channel);
            },
            [this, region_of](SwitchId to, int channel, std::uint32_t phits, Cycle cycle) {
              region_of(to).outside(0).add_credit(switches[to]->model(), cycle, channel, phits);
            }});
  }
  for (int region = 0; region < partition.regions; ++region) {
    if (partition.rank_of[index(region)] != ranks.rank()) {
      regions.emplace_back();
      continue;
    }
    regions.push_back(std::make_unique<Region>(
        fmt::format("region_{}", region).c_str(), *clock, static_cast<Cycle>(quantum), beyond_cache,
        partition.thread_of[index(region)], partition.threads));
    if (threads) threads->add(*regions.back());
  }
  clock->at_window_end([this] { end_window(); });
}

void Network::Impl::place_active_cycles(const std::vector<SwitchId>& order) {
  const std::size_t words = calendar.length / 64;
  std::vector<std::size_t> counts(index(partition.threads));
  for (const SwitchId id : order) ++counts[index(thread_of(id))];
  std::vector<std::uint64_t*> next;
  for (int thread = 0; thread < partition.threads; ++thread) {
    next.push_back(
        shares[index(thread)]->arena.array<std::uint64_t>(counts[index(thread)] * words));
  }
  for (const SwitchId id : order) {
    active_cycles[id] = next[index(thread_of(id))];
    next[index(thread_of(id))] += words;
  }
}

void Network::Impl::make_switches(const Netlist& netlist, RoutingFunction& routing,
                                  const PortSelectorHook& selector,
                                  const SwitchArbitersHook& arbiters) {
  const SelectionEntry& selection = SelectionRegistry::instance().find(config.switches.selection);
  if (selector && !selection.searches_cyclically()) {
    throw Error(fmt::format("selection '{}' is none that a port selector can stand for",
                            config.switches.selection));
  }
  const std::vector<PreferredPort> preferred = preferred_ports(config.switches.selection, netlist);
  const int largest = most_ports(netlist, config);
  if (std::count(config.views.begin(), config.views.end(), SwitchView::kStructural) > 0) {
    structural_clock = std::make_unique<structural::Clock>("structural_clock_", *clock);
  }
  const std::vector<SwitchId> order = running_order(partition, config.simulation, ranks.rank());
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
        selector ? made_by_hook(selector(id, shape.ports, vc_shift), "selector", netlist, id)
                 : nullptr,
        // The port by which control packets enter the crossbar takes part.
        arbiters ? made_by_hook(arbiters(id, static_cast<int>(plan.ports.size()), vc_shift),
                                "arbiters", netlist, id)
                 : nullptr,
        std::move(registers), std::move(faults), std::move(plan),
        [this](const SwitchPlan& each) { return make_model(each); });
    attach_hosts(netlist, id);
    if (config.view(id) != SwitchView::kFast) continue;
    regions[index(partition.region_of[id])]->add(id, switches[id]->model());
  }
}

LinkMail Network::Impl::mail_between(SwitchId from, SwitchId to) {
  Region& sender = *regions[index(partition.region_of[from])];
  Region& receiver = *regions[index(partition.region_of[to])];
  const auto fast = [this](SwitchId id) { return config.view(id) == SwitchView::kFast; };
  // Switches of other views take their mail whenever it comes.
  if (&sender == &receiver || !fast(from) || !fast(to)) {
    return {&sender.inside(), &receiver.inside(), false};
  }
  return {&receiver.outside(sender.thread()), &sender.outside(receiver.thread()), true};
}

Network::Impl::~Impl() {
  for (auto each = switches.rbegin(); each != switches.rend(); ++each) {
    if (*each) (*each)->model().disconnect();
  }
  while (!switches.empty()) switches.pop_back();
}

SwitchModelPtr Network::Impl::make_model(const SwitchPlan& plan) {
  if (config.view(plan.id) == SwitchView::kStructural) {
    return share(plan.id).arena.make<structural::StructuralModel>(plan, *structural_clock);
  }
  return make_switch_model(plan, share(plan.id).arena);
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
                 const NetworkConfig& config, TrafficSource& traffic,
                 const PortSelectorHook& selector, const SwitchArbitersHook& arbiters, Ranks& ranks)
    : sc_core::sc_module(name), netlist_(netlist) {
  // That of the first rank, so that all make the same partition.
  Machine machine = gathered(ranks, "machines", std::vector<Machine>{this_machine()}).front();
  machine.ranks = ranks.count();
  validate(netlist);
  validate(config, netlist.kinds);
  check_faults(netlist, routing, config);
  if (routing.uses_bubble()) {
    if (const auto problem = find_bubble_problem(config, netlist.kinds)) {
      throw Error(problem->key + ": " + problem->message);
    }
  }
  const Lookahead lookahead(netlist, config, routing.status_broadcast(), traffic.reacts());
  const int longest = lookahead.quantum();
  quantum_ = config.simulation.quantum == 0 ? longest : config.simulation.quantum;
  if (quantum_ < 1 || quantum_ > longest) {
    throw Error(fmt::format("quantum is {} cycles; this network allows 1 to {}",
                            config.simulation.quantum, longest));
  }
  impl_ = std::make_unique<Impl>(netlist, routing, config, traffic,
                                 make_partition(netlist, config, lookahead, quantum_, machine),
                                 quantum_, ranks);
  impl_->make_switches(netlist, routing, selector, arbiters);
  impl_->connect(netlist);
}

Network::~Network() = default;

}  // namespace hw
}  // namespace netloom
