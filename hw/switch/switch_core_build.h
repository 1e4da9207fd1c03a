#pragma once

#include <limits>

#include "hw/switch/switch_core_faults.h"
#include "hw/switch/switch_core_observe.h"

namespace netloom {
inline namespace hw {

template <int kBits, Features kFeatures>
SwitchCore<kBits, kFeatures>::SwitchCore(const SwitchPlan& plan, Arena& arena)
    : vc_shift_(plan.vc_shift),
      largest_flit_(plan.largest_flit),
      check_(kAlwaysChecks || plan.check_invariants),
      router_(plan.router),
      preferred_(plan.preferred),
      selector_(plan.selector),
      arbiters_(plan.arbiters),
      id_(plan.id),
      name_(plan.name),
      ports_(static_cast<int>(plan.ports.size())),
      shapes_(plan.ports),
      injections_(plan.ports.size()),
      ejections_(plan.ports.size()),
      hosts_(plan.hosts),
      arena_(arena) {
  const SwitchConfig& config = plan.config->switches;
  const SimulationConfig& simulation = plan.config->simulation;
  routing_delay_ = static_cast<std::uint32_t>(config.routing_delay);
  crossbar_delay_ = static_cast<std::uint32_t>(config.crossbar_delay);
  idle_skipping_ = simulation.idle_skipping;
  by_outbox_ = plan.beyond_cache;
  store_and_forward_ = config.switching == Switching::kStoreAndForward;
  shares_routing_unit_ = config.routing_units == RoutingUnits::kSwitch && config.routing_delay > 0;
  commits_ = config.selection_time == SelectionTime::kRouting;
  picking_ = plan.picking;
  prefers_ = picking_ == Picking::kPreferred && selector_ == nullptr;
  wormhole_ = config.switching == Switching::kWormhole;
  full_crossbar_ = config.crossbar == CrossbarKind::kFull;
  mixed_sizes_ = plan.smallest_flit != plan.largest_flit;
  one_size_ = !mixed_sizes_ && plan.faults == nullptr;
  control_priority_ = config.control_priority;
  speedup_ = config.speedup;
  iterations_ = config.iterations;
  allocator_ = config.allocator;
  stall_probability_ = simulation.stall_probability;
  seed_ = simulation.seed;
  random_ = SwitchRandom(simulation.seed, id_);

  const int channels = ports_ << vc_shift_;
  inputs_.build(arena, ports_, vc_shift_);
  outputs_.build(arena, ports_, vc_shift_);
  ports_state_ = arena.array<PortState>(plan.ports.size());
  requests_ = &Requests::of_this_thread();
  hop_watch_ = plan.hop_watch;
  if (hop_watch_ != nullptr) hop_limit_ = FlitHeader::limit_word(hop_watch_->limit());
  decides_again_ = router_->decides_again();
  changes_state_ = router_->changes_state() || decides_again_;
  if (decides_again_) drawn_.resize(static_cast<std::size_t>(channels));
  board_ = plan.board;
  decides_ = router_->decides() || board_ != nullptr;
  counter_ = router_->injection_counter();
  if (counter_ != nullptr) counted_.resize(static_cast<std::size_t>(channels));
  if (board_ != nullptr) status_.assign(board_->words(), 0);
  trigger_ = router_->trigger();
  if (trigger_ != nullptr) minimal_ = arena.array<Mask>(static_cast<std::size_t>(channels));
  if (plan.bubble) entering_ = arena.array<Mask>(static_cast<std::size_t>(channels));
  if constexpr (has(kAnyAllocator)) {
    const int step = full_crossbar_ ? 1 : 1 << vc_shift_;
    bank(ArbiterPlace::kInput) = ArbiterBank(config.arbiter, ports_, channels, 1);
    bank(ArbiterPlace::kOutput) = ArbiterBank(config.arbiter, channels, channels, step);
    bank(ArbiterPlace::kLink) = ArbiterBank(config.arbiter, ports_, channels, 1);
  }
  calendar_.build(arena, plan.active_cycles, plan.calendar_length, plan.timers_length);
  any_buffered_ = std::any_of(shapes_.begin(), shapes_.end(),
                              [](const PortShape& shape) { return shape.output_buffer > 0; });
  if (any_buffered_) outputs_.build_buffers(arena, static_cast<std::size_t>(channels));

  const auto flits_in = [&](int phits) { return std::max(1, phits / plan.smallest_flit); };
  for (int port = 0; port < ports_; ++port) {
    const PortShape& shape = at(shapes_, port);
    for (int vc = 0; vc < shape.input_vcs; ++vc) {
      inputs_.build_channel(arena, channel(port, vc), flits_in(shape.input_buffer));
    }
    for (int vc = 0; vc < shape.output_vcs; ++vc) {
      const int x = channel(port, vc);
      outputs_[x].credits = shape.credits;
      outputs_[x].capacity = shape.credits;
      if (shape.output_buffer > 0) {
        outputs_.build_buffer(arena, x, flits_in(shape.output_buffer), shape.output_buffer);
        update_room(x, shape.output_buffer);
      } else {
        update_room(x, shape.credits);
      }
    }
  }
  if (plan.faults != nullptr) build_faults(plan);
}

template <int kBits, Features kFeatures>
SwitchCore<kBits, kFeatures>::~SwitchCore() = default;

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::connect(int port, SwitchModel& receiver, int input_port,
                                           int latency) {
  auto* const same_type = dynamic_cast<SwitchCore*>(&receiver);
  if (same_type == nullptr) {
    throw BrokenInvariant(
        fmt::format("{} cannot be connected to {}: their switch cores are of two types, {} and "
                    "{}",
                    name_, receiver.name(), core().text(), receiver.core().text()));
  }
  SwitchCore& other = *same_type;
  auto& target = outputs_.target(port);
  target.calendar = &other.calendar_;
  target.channel = static_cast<std::uint16_t>(other.channel(input_port, 0));
  target.latency = static_cast<std::uint32_t>(latency);
  target.by_outbox = by_outbox_ && &other != this;
  for (int vc = 0; vc < at(shapes_, port).output_vcs; ++vc) {
    const auto& input = other.inputs_[other.channel(input_port, vc)];
    outputs_[channel(port, vc)].ring = input.ring;
    outputs_[channel(port, vc)].ring_bits = input.ring_bits;
  }
  auto& credit_target = other.inputs_.target(input_port);
  credit_target.calendar = &calendar_;
  credit_target.kind = EventKind::kCredit;
  credit_target.channel = static_cast<std::uint16_t>(channel(port, 0));
  credit_target.latency = static_cast<std::uint32_t>(latency);
  credit_target.by_outbox = target.by_outbox;
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::attach(int port, std::unique_ptr<InjectionSide> injection,
                                          int latency) {
  InjectionPort& host = at(injections_, port);
  host.side = std::move(injection);
  host.latency = static_cast<std::uint32_t>(latency);
  auto& credit_target = inputs_.target(port);
  credit_target.calendar = &calendar_;
  credit_target.kind = EventKind::kInjectCredit;
  credit_target.channel = static_cast<std::uint16_t>(channel(port, 0));
  credit_target.latency = static_cast<std::uint32_t>(latency);
  next_generation_ = std::min(next_generation_, host.side->next_generation());
  host_ports_.push_back(port);
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::attach(int port, std::unique_ptr<EjectionSide> ejection,
                                          int latency) {
  at(ejections_, port) = std::move(ejection);
  auto& target = outputs_.target(port);
  target.calendar = &calendar_;
  target.channel = static_cast<std::uint16_t>(channel(port, 0));
  target.latency = static_cast<std::uint32_t>(latency);
  target.host = true;
  // Flits that can be on their way at once: one per link time, and those still in the crossbar.
  const int flits = latency + static_cast<int>(crossbar_delay_) + 3;
  for (int vc = 0; vc < at(shapes_, port).output_vcs; ++vc) {
    OutputChannel& output = outputs_[channel(port, vc)];
    output.ring_bits = ring_bits(flits);
    output.ring = arena_.array<Flit>(output.slots());
    output.credits = std::numeric_limits<std::int32_t>::max();
    if (!outputs_.buffered.test(channel(port, vc))) update_room(channel(port, vc), output.credits);
  }
}

template <int kBits, Features kFeatures>
void SwitchCore<kBits, kFeatures>::contents(std::uint64_t& packets,
                                            std::uint64_t& fingerprint) const {
  packets = 0;
  fingerprint = 0;
  const auto add = [&](const Flit* ring, std::uint32_t slots) {
    if (ring == nullptr) return;
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      if (ring[slot].arrival == Flit::kEmpty || !ring[slot].tail()) continue;
      if (ring[slot].for_switches()) continue;
      ++packets;
      fingerprint += ring[slot].fingerprint();
    }
  };
  for (int x = 0; x < ports_ << vc_shift_; ++x) {
    add(inputs_[x].ring, inputs_[x].slots());
    if (any_buffered_) add(outputs_.buffer(x).ring, outputs_.buffer(x).slots());
    if (outputs_.leads_to_host(x >> vc_shift_)) add(outputs_[x].ring, outputs_[x].slots());
  }
}

template <int kBits, Features kFeatures>
std::vector<WaitEdge> SwitchCore<kBits, kFeatures>::waits() const {
  std::vector<WaitEdge> edges;
  for (Mask ready = inputs_.ready; ready.any(); ready.remove_first()) {
    const int input = ready.first();
    if constexpr (has(kFaults)) {
      if (faults_ && input == faults_->control_input) continue;  // waits as nobody's neighbour
    }
    for (Mask outputs = inputs_[input].candidates; outputs.any(); outputs.remove_first()) {
      edges.push_back({input, outputs.first()});
    }
  }
  return edges;
}

template <int kBits, Features kFeatures>
int SwitchCore<kBits, kFeatures>::buffered_phits(int port, int vc) const {
  const auto& input = inputs_[channel(port, vc)];
  int phits = 0;
  if (input.ring == nullptr) return 0;
  for (std::uint32_t slot = 0; slot < input.slots(); ++slot) {
    if (input.ring[slot].arrival != Flit::kEmpty) phits += input.ring[slot].phits;
  }
  return phits;
}

template <int kBits, Features kFeatures>
int SwitchCore<kBits, kFeatures>::in_flight(EventKind kind, int channel_index) const {
  int phits = 0;
  calendar_.visit([&](Event event) {
    if (event.kind() == kind && event.channel() == channel_index) phits += event.phits();
  });
  return phits;
}

}  // namespace hw
}  // namespace netloom
