#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "hw/switch/switch_core.h"

namespace netloom {
inline namespace hw {

// How a switch is connected, and what it brings into the cache before it runs.

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::connect(int port, SwitchModel& receiver, int input_port,
                                           int latency) {
  auto* const same_type = dynamic_cast<SwitchCore*>(&receiver);
  if (same_type == nullptr) {
    throw BrokenInvariant(
        fmt::format("{} cannot be connected to {}: their switch cores are of two types, {} and "
                    "{}",
                    name(), receiver.name(), core().text(), receiver.core().text()));
  }
  TheCore& other = same_type->core_;
  auto& link = core_.outputs.link(port);
  link.calendar = &other.calendar;
  link.channel = static_cast<std::uint16_t>(other.numbers.first(input_port));
  link.latency = static_cast<std::uint32_t>(latency);
  link.by_outbox = core_.by_outbox && same_type != this;
  for (int vc = 0; vc < core_.output_vcs(port); ++vc) {
    const auto& input = other.inputs[other.numbers.of(input_port, vc)];
    OutputChannel& output = core_.outputs[channel(port, vc)];
    output.ring = input.ring;
    output.ring_bits = input.ring_bits;
  }
  auto& credits = other.inputs.link(input_port);
  credits.calendar = &core_.calendar;
  credits.kind = EventKind::kCredit;
  credits.channel = static_cast<std::uint16_t>(core_.numbers.first(port));
  credits.latency = static_cast<std::uint32_t>(latency);
  credits.by_outbox = link.by_outbox;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::attach(int port, std::unique_ptr<InjectionSide> injection,
                                          int latency) {
  core_.hosts.attach(port, std::move(injection), latency);
  auto& credits = core_.inputs.link(port);
  credits.calendar = &core_.calendar;
  credits.kind = EventKind::kInjectCredit;
  credits.channel = static_cast<std::uint16_t>(core_.numbers.first(port));
  credits.latency = static_cast<std::uint32_t>(latency);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::attach(int port, std::unique_ptr<EjectionSide> ejection,
                                          int latency) {
  core_.hosts.attach(port, std::move(ejection));
  auto& link = core_.outputs.link(port);
  link.calendar = &core_.calendar;
  link.channel = static_cast<std::uint16_t>(core_.numbers.first(port));
  link.latency = static_cast<std::uint32_t>(latency);
  link.host = true;
  // Flits that can be on their way at once: one per link time, and those still in the crossbar.
  const int flits = latency + static_cast<int>(core_.crossbar_delay) + 3;
  for (int vc = 0; vc < core_.output_vcs(port); ++vc) {
    const int number = channel(port, vc);
    OutputChannel& output = core_.outputs[number];
    output.ring_bits = ring_bits(flits);
    output.ring = arena_.array<Flit>(output.slots());
    output.credits = std::numeric_limits<std::int32_t>::max();
    if (!core_.outputs.has_buffer(number)) core_.outputs.set_room(number, output.credits);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::acknowledge_host(int port, NodeId destination, Cycle cycle) {
  core_.hosts.injection(port)->acknowledge(destination, cycle);
  core_.calendar.post(cycle, Event(EventKind::kAcknowledge, core_.numbers.first(port)));
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::registers_written() {
  if (core_.misrouting.held_back.none()) return;
  core_.wakeup.awake |= std::exchange(core_.misrouting.held_back, Mask());
  core_.calendar.activate(core_.quantum_end);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::prefetch_channels(Cycle from, Cycle to) const {
  if (!core_.runs(from, to)) return;
  // What is granted meanwhile lets go of its ports later; beyond so many cycles it is too far away.
  constexpr std::int32_t kFarthest = 64;
  core_.calendar.prefetch(from, to,
                          to + static_cast<Cycle>(std::min(core_.largest_flit, kFarthest)));
  core_.routing_units.prefetch();
  core_.allocator.prefetch(core_.numbers);
  core_.inputs.prefetch(core_.numbers);
  if (core_.triggers()) core_.misrouting.prefetch();
  core_.outputs.prefetch(core_.numbers);
  core_.wakeup.prefetch(core_.numbers);
  core_.hosts.prefetch_ports();
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::prefetch_flits(Cycle from, Cycle to) const {
  if (!core_.runs(from, to)) return;
  const bool buffers = TheCore::has(kOutputBuffers) && core_.outputs.any_buffer();
  Mask fronts = core_.inputs.occupied;
  Mask staged = core_.outputs.staged;
  core_.calendar.for_active(from, to, [&](Cycle now) {
    fronts |= core_.calendar.at(now).arrived;
    if (!buffers) return;
    core_.calendar.for_events(now, [&](Event event) {
      if (event.kind() == EventKind::kOutputStage) staged.set(event.channel());
    });
  });
  for (; fronts.any(); fronts.remove_first()) core_.inputs[fronts.first()].prefetch_front();
  for (; buffers && staged.any(); staged.remove_first()) {
    core_.outputs.buffer(staged.first()).prefetch_front();
  }
  core_.hosts.prefetch_sides(core_);
}

}  // namespace hw
}  // namespace netloom
