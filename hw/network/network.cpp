#include "hw/network/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hw/network/network_impl.h"
#include "routing/base/error.h"

namespace netloom {
inline namespace hw {

CoreDescription Network::core() const {
  for (const auto& module : impl_->switches) {
    if (module) return module->model().core();
  }
  throw BrokenInvariant("a rank has no switch");
}

const Partition& Network::partition() const {
  return impl_->partition;
}

Cycle Network::now() const {
  return impl_->clock->end();
}

bool Network::has(SwitchId switch_id) const {
  return impl_->has(switch_id);
}

bool Network::failed() const {
  return impl_->clock->failed();
}

std::optional<Cycle> Network::failed_in() const {
  const QuantumClock& clock = *impl_->clock;
  return clock.failed_before(now()) ? std::optional(clock.failed_in()) : std::nullopt;
}

Cycle Network::known_until() const {
  const std::optional<Cycle> failed = failed_in();
  return failed ? *failed + 1 : now();
}

void Network::at_window_end(std::function<void()> work) {
  impl_->at_window_end.push_back(std::move(work));
}

Ranks& Network::ranks() const {
  return impl_->ranks;
}

std::uint64_t Network::Impl::progress() const {
  std::uint64_t sum = 0;
  each_switch([&](Switch& module) {
    const SwitchCounters counters = module.model().counters();
    sum += counters.flit_hops + counters.link_flits;
  });
  each_ejection([&](const EjectionSide& side) { sum += side.delivered(); });
  return ranks.sum(sum);
}

bool Network::Impl::scheduled() const {
  return ranks.any(std::any_of(switches.begin(), switches.end(), [](const auto& module) {
    return module && module->model().scheduled();
  }));
}

bool Network::Impl::writes_wait() const {
  return std::any_of(regions.begin(), regions.end(), [](const auto& region) {
    return region && !region->register_writes().empty();
  });
}

WaitGraph Network::Impl::waits(const Netlist& netlist,
                               std::vector<WaitEdge> (SwitchModel::*edges)() const) {
  std::vector<WaitGraph::Edge> mine;
  for (SwitchId id = 0; id < switches.size(); ++id) {
    if (!switches[id]) continue;
    for (const WaitEdge& edge : (switches[id]->model().*edges)()) mine.push_back({id, edge});
  }
  const VcClasses injected = VcClasses::of(config.nic.injection_vcs, config.nic.classes);
  return {netlist, *ports, vc_shift, std::move(mine), {&bounded, injected}};
}

WaitGraph Network::Impl::of_all_ranks(const Netlist& netlist, const WaitGraph& mine) {
  if (ranks.alone()) return mine;
  return {netlist, *ports, vc_shift, gathered(ranks, "waiting channels", mine.edges())};
}

void Network::run(Cycle cycles) {
  const Cycle end = now() + cycles;
  if (end > kLongestRun) {
    throw Error(fmt::format("a run of {} cycles is too long; allowed: up to {}", end, kLongestRun));
  }
  while (now() < end) {
    const Cycle look_at = next_look();
    impl_->clock->run_until(std::min(end, look_at));
    impl_->take_all_mail();
    if (now() >= look_at) look();
  }
  impl_->hop_watch->check();
  // Where nothing is scheduled, nothing will be: that needs no second look.
  if (impl_->config.simulation.watchdog > 0 && is_dead()) {
    throw_dead(
        fmt::format("no flit can move any more in cycle {} although packets are in the "
                    "network",
                    now()));
  }
}

Cycle Network::next_look() const {
  const Cycle watchdog = impl_->config.simulation.watchdog;
  return watchdog == 0 ? kNever : impl_->looked + watchdog;
}

void Network::look() {
  impl_->looked = now();
  const std::uint64_t moved = impl_->progress();
  if (moved != impl_->moved) {
    impl_->moved = moved;
    impl_->moved_by = now();
    require_all_can_move();
  } else if (is_dead()) {
    impl_->hop_watch->check();
    throw_dead(
        fmt::format("no flit has moved from cycle {} to cycle {} although packets are in "
                    "the network",
                    impl_->moved_by, now()));
  }
}

void Network::throw_dead(const std::string& message) const {
  throw_deadlock(impl_->of_all_ranks(netlist_, impl_->waits(netlist_, &SwitchModel::waits)),
                 message, now());
}

void Network::run_freely(std::function<bool()> idle, std::function<bool()> hosts_may_go_on) {
  if (!impl_->ranks.alone()) {
    throw Error("a network that several ranks run cannot run whenever a simulation does");
  }
  impl_->hosts_may_go_on = std::move(hosts_may_go_on);
  impl_->clock->run_freely(
      kLongestRun, [this, idle = std::move(idle)] { return has_nothing_to_do() && idle(); });
}

bool Network::has_nothing_to_do() {
  impl_->take_all_mail();
  if (now() >= next_look()) {
    look();
    impl_->hop_watch->check();
  }
  if (impl_->pin_clock || impl_->scheduled() || impl_->writes_wait()) return false;
  if (impl_->config.simulation.watchdog > 0 && is_dead()) {
    throw_dead(
        fmt::format("no flit can move any more in cycle {} although packets are in the "
                    "network",
                    now()));
  }
  return true;
}

Cycle Network::cycle() const {
  return impl_->clock->cycle();
}

const QuantumClock& Network::clock() const {
  return *impl_->clock;
}

void Network::wake_host(NodeId host, Cycle cycle) {
  const HostPlace& place = impl_->hosts.at(host);
  place.stepped_by->wake_host(place.port, cycle);
  impl_->clock->wake();
}

void Network::take_from_host_buffer(NodeId host, int vc, std::uint32_t phits, Cycle cycle) {
  const Link& link = netlist_.links[index(impl_->ports->ejection(host))];
  impl_->switches.at(link.from.index)
      ->model()
      .credit_from_host(link.from.port, vc, phits, cycle + static_cast<Cycle>(link.latency));
  impl_->clock->wake();
}

void Network::coming_to_host(NodeId host, std::vector<Arrival>& arrivals) const {
  const Endpoint& from = netlist_.links[index(impl_->ports->ejection(host))].from;
  model(from.index).coming_to_host(from.port, arrivals);
}

const SwitchRouter& Network::router(SwitchId switch_id) const {
  return impl_->switches.at(switch_id)->router();
}

const FaultUnit* Network::fault_unit(SwitchId switch_id) const {
  return impl_->switches.at(switch_id)->faults();
}

std::uint64_t Network::register_writes() const {
  return impl_->register_writes.load(std::memory_order_relaxed);
}

const NetworkConfig& Network::config() const {
  return impl_->config;
}

bool Network::is_dead() const {
  // In a network that is alive, one of the first switches says so.
  if (impl_->scheduled() || counters().in_network == 0) return false;
  return !impl_->hosts_may_go_on || !impl_->hosts_may_go_on();
}

void Network::require_all_can_move() const {
  // A link that fails, and the registers that are updated because of it, may let packets go on.
  if (impl_->config.simulation.watchdog == 0 || !impl_->config.faults.empty()) return;
  WaitGraph mine = impl_->waits(netlist_, &SwitchModel::blocked);
  mine.keep_stuck([this](SwitchId id) { return has(id); });
  // Mostly, a rank alone sees that all can move.
  if (!impl_->ranks.any(mine.size() > 0)) return;
  WaitGraph graph = impl_->of_all_ranks(netlist_, mine);
  graph.keep_stuck([](SwitchId /*id*/) { return true; });
  if (graph.size() == 0) return;
  impl_->hop_watch->check();
  throw_deadlock(graph,
                 fmt::format("in cycle {} the packets at the front of {} input channels wait for "
                             "each other and can never move again",
                             now(), graph.size()),
                 now());
}

bool Network::empty() const {
  const NetworkCounters sum = counters();
  return sum.generated == sum.delivered + sum.lost;
}

const SwitchModel& Network::model(SwitchId switch_id) const {
  return impl_->switches.at(switch_id)->model();
}

RegisterFile& Network::registers(SwitchId switch_id) {
  return impl_->switches.at(switch_id)->registers();
}

RegisterBus Network::register_bus(SwitchId switch_id) {
  // Switches with pins step through the cycles as time passes.
  if (impl_->config.view(switch_id) != SwitchView::kFast) return {registers(switch_id)};
  Region& region = *impl_->regions[index(impl_->partition.region_of[switch_id])];
  return {registers(switch_id), switch_id, *impl_->clock, region.register_writes()};
}

void Network::announce_write(SwitchId switch_id, Cycle from, const RegisterWrite& write) {
  const std::uint64_t address = registers(switch_id).address(write.name, write.index, write.word);
  impl_->switches.at(switch_id)->model().will_be_written(from, address, write.value);
}

void Network::observe(SwitchId switch_id, SwitchObserver& observer) {
  impl_->switches.at(switch_id)->observe(observer);
}

void Network::observe(SwitchObserver& observer) {
  impl_->each_switch([&](Switch& module) { module.observe(observer); });
}

std::uint32_t Network::next_packet_number(NodeId source, NodeId destination) const {
  const auto& side = impl_->injection.at(source);
  return static_cast<std::uint32_t>(impl_->ranks.sum(side ? side->next_number(destination) : 0));
}

std::uint64_t Network::memory() const {
  std::uint64_t sum = 0;
  for (const auto& share : impl_->shares) sum += share->arena.used();
  return impl_->ranks.sum(sum);
}

std::uint64_t Network::rank_bytes() const {
  return impl_->ranks.sum(impl_->rank_mail ? impl_->rank_mail->sent_bytes() : 0);
}

}  // namespace hw
}  // namespace netloom
