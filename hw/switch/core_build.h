#pragma once

#include <algorithm>

#include "hw/switch/core.h"
#include "hw/switch/part/fault_handler.h"

namespace netloom {
inline namespace hw {

// How a switch is made from its plan.

template <int kBits, Features kFeatures>
Core<kBits, kFeatures>::Core(const SwitchPlan& plan, Arena& arena)
    : numbers(static_cast<int>(plan.ports.size()), plan.vc_shift),
      largest_flit(plan.largest_flit),
      check(kAlwaysChecks || plan.check_invariants),
      router(plan.router),
      id(plan.id),
      name(plan.name),
      shapes(plan.ports) {
  const SwitchConfig& config = plan.config->switches;
  const SimulationConfig& simulation = plan.config->simulation;
  const bool mixed_sizes = plan.smallest_flit != plan.largest_flit;
  idle_skipping = simulation.idle_skipping;
  fetching = plan.fetching;
  changes_state = router->changes_state() || router->decides_again();
  all_of_one_size = !mixed_sizes && plan.faults == nullptr;
  random_bits = SwitchRandom(simulation.seed, id);
  hop_watch = plan.hop_watch;
  if (hop_watch != nullptr) hop_limit = FlitHeader::limit_word(hop_watch->limit());

  const bool any_buffer = std::any_of(
      shapes.begin(), shapes.end(), [](const PortShape& shape) { return shape.output_buffer > 0; });
  lines = arena.array<PortLine<Mask>>(plan.ports.size());
  inputs.build(arena, numbers, lines, config.switching == Switching::kStoreAndForward);
  outputs.build(arena, numbers, lines, largest_flit, mixed_sizes, plan.bubble, any_buffer);
  wakeup.build(lines);
  routing_units.build(lines, config.routing_delay, config.routing_units == RoutingUnits::kSwitch);
  crossbar.build(config);
  allocator.build(lines, numbers, config, crossbar.full() ? 1 : numbers.vcs(), plan.arbiters,
                  plan.scratch->of<Requests<Mask>>());
  selection.build(plan.picking, plan.preferred, plan.selector);
  misrouting.build(arena, numbers, router->trigger());
  ownership.build(arena, numbers, config.switching == Switching::kWormhole, plan.bubble);
  reservations.build(config.selection_time == SelectionTime::kRouting);
  random_stalls.build(simulation.stall_probability, simulation.seed, id);
  source_decision.build(numbers, *router, plan.board);
  hosts.build(arena, numbers.ports(), plan.hosts);
  calendar.build(arena, plan.active_cycles, plan.calendar_length, plan.timers_length);

  const auto flits_in = [&](int phits) { return std::max(1, phits / plan.smallest_flit); };
  for (int port = 0; port < numbers.ports(); ++port) {
    const PortShape& shape = shapes[static_cast<std::size_t>(port)];
    for (int vc = 0; vc < shape.input_vcs; ++vc) {
      inputs.build_channel(arena, numbers.of(port, vc), flits_in(shape.input_buffer));
    }
    for (int vc = 0; vc < shape.output_vcs; ++vc) {
      outputs.build_channel(arena, numbers.of(port, vc), shape.credits, shape.output_buffer,
                            flits_in(shape.output_buffer));
    }
  }
  if (plan.faults != nullptr) faults = arena.make<FaultHandler<Core>>(*this, plan);
}

template <int kBits, Features kFeatures>
Core<kBits, kFeatures>::~Core() = default;

}  // namespace hw
}  // namespace netloom
