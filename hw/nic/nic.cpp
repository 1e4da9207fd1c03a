#include "hw/nic/nic.h"

#include <fmt/format.h>

#include <algorithm>

#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace {

/// Keeps the generators of NICs apart from those of switches and sources.
constexpr std::uint64_t kStream = 0x6e6963;

/// Whether somebody takes packets out of a bounded buffer of this NIC.
bool is_bounded(const NicShared& shared, NodeId host) {
  return shared.bounded != nullptr && (*shared.bounded)[host] != 0;
}

VcClasses injection_classes(const NicConfig& config) {
  return VcClasses::of(config.injection_vcs, config.classes);
}

std::uint64_t packet_id(NodeId source, std::uint32_t number) {
  return std::uint64_t{source} << 32 | number;
}

[[noreturn]] __attribute__((noinline)) void throw_impossible(NodeId host, const Message& message,
                                                             std::uint32_t hosts) {
  throw BrokenInvariant(fmt::format(
      "host {} sends a message of {} phits to host {}; allowed: at least 1 phit, another host "
      "below {}",
      host, message.phits, message.destination, hosts));
}

[[noreturn]] __attribute__((noinline)) void throw_too_small(NodeId host, std::uint32_t phits,
                                                            int smallest) {
  throw BrokenInvariant(fmt::format(
      "host {} sends a packet of {} phits; allowed: at least {} (smallest_packet of the "
      "network's configuration)",
      host, phits, smallest));
}

}  // namespace

InjectionSide::InjectionSide(const NicShared& shared, NodeId host, int credits)
    : shared_(shared),
      host_(host),
      channels_(*shared.arena, static_cast<std::size_t>(shared.config->injection_vcs)),
      reorders_(shared.config->reorders()),
      acknowledges_(shared.config->acknowledges()),
      tells_(shared.config->injection_vcs > 1 || is_bounded(shared, host)),
      random_(Random::mix(shared.seed) + kStream, host) {
  for (Channel& channel : channels_) channel.credits = credits;
  if (reorders_) pair_number_.assign(shared.hosts, 0);
  if (acknowledges_) {
    pair_started_.assign(shared.hosts, 0);
    outstanding_.assign(shared.hosts, 0);
  }
  next_generation_ = shared.traffic->first(host);
}

void InjectionSide::require_possible_control(const Message& message) const {
  if (!shared_.traffic->sends_control()) {
    throw BrokenInvariant(fmt::format(
        "host {} sends a control packet, but its traffic source says that there are none", host_));
  }
  if (shared_.wormhole && message.phits > static_cast<std::uint32_t>(shared_.flit_phits)) {
    throw BrokenInvariant(
        fmt::format("host {} sends a control packet of {} phits; with wormhole switching it "
                    "must fit into one flit of {}",
                    host_, message.phits, shared_.flit_phits));
  }
}

inline void InjectionSide::require_possible(const Message& message) const {
  if (message.destination >= shared_.hosts || message.destination == host_ || message.phits == 0) {
    throw_impossible(host_, message, shared_.hosts);
  }
  if (message.control) require_possible_control(message);
}

void InjectionSide::send(const Message& message, Cycle cycle) {
  require_possible(message);
  const auto largest = static_cast<std::uint32_t>(shared_.config->packet_phits);
  Packet packet;
  packet.destination = message.destination;
  packet.generated = static_cast<std::uint32_t>(cycle);
  packet.control = message.control;
  packet.response = message.response;
  for (std::uint32_t left = message.phits; left > 0;) {
    const std::uint32_t phits = std::min(left, largest);
    left -= phits;
    if (__builtin_expect(phits < static_cast<std::uint32_t>(shared_.smallest_packet), 0)) {
      throw_too_small(host_, phits, shared_.smallest_packet);
    }
    packet.phits = static_cast<std::uint16_t>(phits);
    packet.number = reorders_ ? pair_number_[packet.destination]++ : number_++;
    ++generated_;
    ++queued_;
    fingerprint_ += packet.fingerprint(host_);
    queue_packet(packet);
  }
}

void InjectionSide::generate(Cycle cycle) {
  while (!wakes_.empty() && wakes_.top() <= cycle) {
    wakes_.pop();
    const Cycle next = shared_.traffic->generate(host_, cycle, *this);
    if (next != kNever) wakes_.push(next);
  }
  if (next_generation_ <= cycle) {
    next_generation_ = shared_.traffic->generate(host_, cycle, *this);
  }
}

void InjectionSide::queue_packet(const Packet& packet) {
  if (channels_.size() == 1) {
    channels_[0].queue.push(packet);
  } else {
    const int at = packet.response ? shared_.config->classes - 1 : VcClasses::of_requests();
    queues_[static_cast<std::size_t>(at)].source.push(packet);
    admit(at);
  }
}

void InjectionSide::admit(int message_class) {
  ClassQueue& from = queues_[static_cast<std::size_t>(message_class)];
  while (!from.source.empty()) {
    const Packet& packet = from.source.front();
    if (from.injection_phits + packet.phits > shared_.config->injection_buffer) return;
    from.injection_phits += packet.phits;
    channels_[choose_channel(message_class, packet.destination)].queue.push(packet);
    from.source.pop();
  }
}

std::size_t InjectionSide::choose_channel(int message_class, NodeId destination) {
  const VcClasses classes = injection_classes(*shared_.config);
  const auto first = static_cast<std::size_t>(classes.first(message_class));
  const auto count = static_cast<std::uint32_t>(classes.of_each);
  switch (shared_.config->injection_vc_choice) {
    case InjectionVcChoice::kDestination:
      return first + destination % count;
    case InjectionVcChoice::kRandom:
      return first + random_.below(count);
    case InjectionVcChoice::kRoundRobin:
      break;
  }
  std::uint32_t& next = queues_[static_cast<std::size_t>(message_class)].next_admission;
  const std::uint32_t chosen = next;
  next = (next + 1) % count;
  return first + chosen;
}

void InjectionSide::packet_left(int vc, std::uint32_t number, int phits, Cycle cycle) {
  if (channels_.size() > 1) {
    const int at = injection_classes(*shared_.config).class_of(vc);
    queues_[static_cast<std::size_t>(at)].injection_phits -= phits;
    admit(at);
  }
  if (is_bounded(shared_, host_)) shared_.traffic->sent(host_, number, cycle);
}

bool InjectionSide::may_start(const Channel& channel) const {
  if (channel.queue.empty()) return false;
  const Packet& packet = channel.queue[0];
  const int left = packet.phits - static_cast<int>(channel.sent);
  const int needed = shared_.wormhole ? std::min(left, shared_.flit_phits) : left;
  if (channel.credits < needed) return false;
  if (!acknowledges_ || channel.sent > 0) return true;
  // In order within the pair: else packets of other VCs could fill the reorder buffer while they
  // wait for this one, and leave no room for it.
  return packet.number == pair_started_[packet.destination] &&
         outstanding_[packet.destination] < shared_.config->reorder_buffer;
}

int InjectionSide::pick_channel() const {
  const int count = static_cast<int>(channels_.size());
  if (count == 1) return may_start(channels_[0]) ? 0 : -1;
  int picked = -1;
  for (int i = 0; i < count; ++i) {
    int vc = next_vc_ + i;
    if (vc >= count) vc -= count;
    const Channel& channel = channels_[static_cast<std::size_t>(vc)];
    if (!may_start(channel)) continue;
    if (!shared_.control_priority || channel.queue[0].control) return vc;
    if (picked < 0) picked = vc;
  }
  return picked;
}

bool InjectionSide::start_flit(Cycle cycle, Flit& flit, int& vc) {
  vc = pick_channel();
  if (vc < 0) return false;
  Channel& channel = channels_[static_cast<std::size_t>(vc)];
  const Packet& packet = channel.queue.front();
  const std::uint32_t left = packet.phits - channel.sent;
  const std::uint32_t phits =
      shared_.wormhole ? std::min(left, static_cast<std::uint32_t>(shared_.flit_phits)) : left;
  flit.begin(packet.word(host_), channel.sent == 0, phits == left);
  flit.destination = packet.destination;
  flit.tag = {packet.number, packet.generated};
  flit.packet_phits = packet.phits;
  flit.phits = static_cast<std::uint16_t>(phits);
  if (channel.sent == 0) {
    channel.injected = static_cast<std::uint32_t>(cycle);
    ++injected_;
    if (acknowledges_) {
      ++outstanding_[packet.destination];
      ++pair_started_[packet.destination];
    }
  }
  flit.set_injected(channel.injected);
  channel.credits -= static_cast<int>(phits);
  channel.sent += phits;
  channel.total_sent += phits;
  if (phits == left) {
    channel.sent = 0;
    channel.queue.pop();
    --queued_;
    if (tells_) packet_left(vc, flit.tag.number, flit.packet_phits, cycle);
  }
  next_vc_ = vc + 1 == static_cast<int>(channels_.size()) ? 0 : vc + 1;
  return true;
}

void InjectionSide::take_acknowledgements(Cycle cycle) {
  const auto due = [&](const Acknowledgement& entry) {
    if (entry.cycle > cycle) return false;
    --outstanding_[entry.destination];
    return true;
  };
  acknowledgements_.erase(std::remove_if(acknowledgements_.begin(), acknowledgements_.end(), due),
                          acknowledgements_.end());
}

std::uint64_t InjectionSide::queued_fingerprint() const {
  std::uint64_t sum = 0;
  for (const ClassQueue& from : queues_) {
    for (std::size_t i = 0; i < from.source.size(); ++i) sum += from.source[i].fingerprint(host_);
  }
  for (const Channel& channel : channels_) {
    for (std::size_t i = 0; i < channel.queue.size(); ++i) {
      sum += channel.queue[i].fingerprint(host_);
    }
  }
  return sum;
}

void EjectionSide::take(const Flit& flit, Cycle cycle, Outcome& outcome) {
  if (flit.destination != host_) {
    throw BrokenInvariant(
        fmt::format("cycle {}: packet {} from host {} to host {} was delivered at host {}", cycle,
                    flit.tag.number, flit.source(), flit.destination, host_));
  }
  if (flit.cut()) {
    ++cut_;
    cut_fingerprint_ += flit.fingerprint();
    if (const auto partial = partial_of(flit); partial != partial_.end()) partial_.erase(partial);
    return;
  }
  if (flit.head() && flit.tail()) {
    complete(flit, cycle, outcome);
    return;
  }
  auto partial = partial_of(flit);
  if (partial == partial_.end()) {
    Partial begun;
    begun.packet = packet_id(flit.source(), flit.tag.number);
    partial = partial_.insert(partial, begun);
  }
  partial->phits += flit.phits;
  if (flit.head()) partial->state = flit.state();
  if (!flit.tail()) return;
  if (partial->phits != flit.packet_phits) {
    throw BrokenInvariant(fmt::format(
        "cycle {}: packet {} from host {} arrived at host {} with {} of {} phits", cycle,
        flit.tag.number, flit.source(), host_, partial->phits, flit.packet_phits));
  }
  Flit tail = flit;
  tail.set_state(partial->state);
  partial_.erase(partial);
  complete(tail, cycle, outcome);
}

std::vector<EjectionSide::Partial>::iterator EjectionSide::partial_of(const Flit& flit) {
  const std::uint64_t packet = packet_id(flit.source(), flit.tag.number);
  return std::find_if(partial_.begin(), partial_.end(),
                      [packet](const Partial& each) { return each.packet == packet; });
}

void EjectionSide::complete(const Flit& tail, Cycle cycle, Outcome& outcome) {
  check_order(tail);
  if (shared_.config->reorders()) {
    reorder(tail, cycle, outcome);
  } else {
    hand_over(tail, cycle, outcome);
  }
}

void EjectionSide::reorder(const Flit& tail, Cycle cycle, Outcome& outcome) {
  if (pairs_.empty()) pairs_.resize(shared_.hosts);
  Pair& pair = pairs_[tail.source()];
  if (tail.tag.number != pair.expected) {
    early_.emplace(packet_id(tail.source(), tail.tag.number), tail);
    if (++pair.early > static_cast<std::uint32_t>(shared_.config->reorder_buffer)) {
      throw BrokenInvariant(
          fmt::format("cycle {}: the reorder buffer of host {} for source {} overflows", cycle,
                      host_, tail.source()));
    }
    return;
  }
  hand_over_in_order(tail, pair, cycle, outcome);
  while (pair.early > 0) {
    const auto next = early_.find(packet_id(tail.source(), pair.expected));
    if (next == early_.end()) return;
    hand_over_in_order(next->second, pair, cycle, outcome);
    early_.erase(next);
    --pair.early;
  }
}

void EjectionSide::hand_over_in_order(const Flit& tail, Pair& pair, Cycle cycle, Outcome& outcome) {
  hand_over(tail, cycle, outcome);
  ++pair.expected;
  if (shared_.config->acknowledges()) outcome.acknowledged.push_back(tail.source());
}

void EjectionSide::check_order(const Flit& tail) {
  std::uint32_t& next = next_number_.of(tail.source());
  if (tail.tag.number < next) {
    ++out_of_order_;
  } else {
    next = tail.tag.number + 1;
  }
}

void EjectionSide::hand_over(const Flit& tail, Cycle cycle, Outcome& outcome) {
  ++delivered_;
  delivered_phits_ += tail.packet_phits;
  fingerprint_ += tail.fingerprint();
  DeliveredPacket packet;
  packet.source = tail.source();
  packet.destination = host_;
  packet.number = tail.tag.number;
  packet.phits = tail.packet_phits;
  packet.generated = tail.tag.generated;
  packet.injected = tail.injected();
  packet.delivered = cycle;
  packet.hops = static_cast<int>(tail.hops());
  packet.state = tail.state();
  packet.deviated = tail.deviated();
  packet.control = tail.control();
  packet.response = tail.response();
  const Cycle wake = shared_.traffic->delivered(packet);
  if (wake != kNever) outcome.wakes.push_back(wake);
}

std::uint64_t EjectionSide::reordering_fingerprint() const {
  std::uint64_t sum = 0;
  for (const auto& [id, flit] : early_) sum += flit.fingerprint();
  return sum;
}

}  // namespace hw
}  // namespace netloom
