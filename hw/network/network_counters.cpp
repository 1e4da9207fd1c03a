// What a network has counted, and whether nothing of it is lost.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "hw/network/network_impl.h"
#include "hw/network/overlaps.h"

namespace netloom {
inline namespace hw {

NetworkCounters Network::counters() const {
  enum : std::size_t {
    kPacketHops,
    kFlitHops,
    kCut,
    kDropped,
    kDeviated,
    kGenerated,
    kInjected,
    kDelivered,
    kOutOfOrder,
    kReordering,
    kCounters
  };
  std::array<std::uint64_t, kCounters> sums{};
  impl_->each_switch([&](Switch& module) {
    const SwitchCounters counters = module.model().counters();
    sums[kPacketHops] += counters.packet_hops;
    sums[kFlitHops] += counters.flit_hops;
    sums[kCut] += counters.cut;
    sums[kDropped] += counters.dropped;
    sums[kDeviated] += counters.deviated;
  });
  impl_->each_injection([&](const InjectionSide& side) {
    sums[kGenerated] += side.generated();
    sums[kInjected] += side.injected();
  });
  impl_->each_ejection([&](const EjectionSide& side) {
    sums[kDelivered] += side.delivered();
    sums[kOutOfOrder] += side.out_of_order();
    sums[kCut] += side.cut();
    sums[kReordering] += side.reordering();
  });
  impl_->ranks.sum(sums.data(), sums.size());
  NetworkCounters result;
  result.packet_hops = sums[kPacketHops];
  result.flit_hops = sums[kFlitHops];
  result.cut = sums[kCut];
  result.dropped = sums[kDropped];
  result.deviated = sums[kDeviated];
  result.generated = sums[kGenerated];
  result.injected = sums[kInjected];
  result.delivered = sums[kDelivered];
  result.out_of_order = sums[kOutOfOrder];
  result.lost = result.cut + result.dropped;
  result.queued_packets = result.generated - result.injected;
  result.in_network = result.injected - result.delivered - result.lost - sums[kReordering];
  return result;
}

std::vector<NumberedFaultWork> Network::Impl::fault_work() const {
  std::vector<NumberedFaultWork> result;
  each_switch([&](const Switch& module) {
    for (const auto& [fault, work] : module.faults()->work()) result.push_back({fault, work});
  });
  return gathered(ranks, "faults", result);
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
  for (const auto& [fault, work] : impl_->fault_work()) {
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
    entry.vcs.resize(index(vcs_of(link)));
    for (int vc = 0; vc < static_cast<int>(entry.vcs.size()); ++vc) {
      ChannelUse& channel = entry.vcs[index(vc)];
      const std::uint32_t from = link.from.index, to = link.to.index;
      if (link.from.type != Endpoint::Type::kSwitch) {
        if (injection[from]) channel.phits = injection[from]->sent_phits(vc);
      } else if (switches[from]) {
        channel.phits = switches[from]->model().channel_sent(link.from.port, vc);
      }
      if (link.to.type == Endpoint::Type::kSwitch && switches[to]) {
        channel.occupancy = switches[to]->model().channel_occupancy(link.to.port, vc);
      }
    }
    result.push_back(std::move(entry));
  }
  return result;
}

void Network::Impl::add_ranks(std::vector<LinkUse>& use) const {
  if (ranks.alone()) return;
  // Phits are known at one end of a link, and occupancy at the other.
  std::vector<std::uint64_t> numbers;
  const auto each = [&use](const auto& visit) {
    for (LinkUse& link : use) {
      for (ChannelUse& channel : link.vcs) {
        visit(channel.phits);
        visit(channel.occupancy);
      }
    }
  };
  each([&](std::uint64_t number) { numbers.push_back(number); });
  ranks.sum(numbers);
  auto next = numbers.begin();
  each([&](std::uint64_t& number) { number = *next++; });
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
  impl_->add_ranks(result);
  return result;
}

namespace {

/// What check_conservation() compares of packets.
enum PacketSum : std::size_t {
  kGenerated,
  kQueued,
  kDelivered,
  kInside,
  kLost,
  kDifference,
  kSums
};

}  // namespace

std::string Network::Impl::lost_packets() const {
  std::array<std::uint64_t, kSums> sums{};
  std::uint64_t& difference = sums[kDifference];  // of the fingerprints
  each_injection([&](const InjectionSide& side) {
    sums[kGenerated] += side.generated();
    sums[kQueued] += side.queued();
    difference += side.generated_fingerprint() - side.queued_fingerprint();
  });
  each_ejection([&](const EjectionSide& side) {
    sums[kDelivered] += side.delivered();
    sums[kInside] += side.reordering();
    sums[kLost] += side.cut();
    difference -=
        side.delivered_fingerprint() + side.reordering_fingerprint() + side.cut_fingerprint();
  });
  each_switch([&](const Switch& module) {
    std::uint64_t packets = 0, fingerprint = 0;
    module.model().contents(packets, fingerprint);
    sums[kInside] += packets;
    const SwitchCounters counters = module.model().counters();
    sums[kLost] += counters.cut + counters.dropped;
    difference -= fingerprint + counters.lost_fingerprint;
  });
  ranks.sum(sums.data(), sums.size());
  if (sums[kGenerated] != sums[kQueued] + sums[kDelivered] + sums[kInside] + sums[kLost]) {
    return fmt::format(
        "{} packets were generated, but {} are queued, {} in the network, {} delivered and {} lost",
        sums[kGenerated], sums[kQueued], sums[kInside], sums[kDelivered], sums[kLost]);
  }
  if (difference != 0) {
    return "the packets that are queued, in the network or delivered are not those that were "
           "generated";
  }
  return "";
}

int Network::Impl::accounted_by_sender(const Link& link, int vc) const {
  const std::uint32_t from = link.from.index;
  if (link.from.type != Endpoint::Type::kSwitch) {
    return injection[from] ? injection[from]->credits(vc) : 0;
  }
  if (!switches[from]) return 0;
  const SwitchModel& sender = switches[from]->model();
  return sender.credits(link.from.port, vc) + sender.credits_in_flight(link.from.port, vc);
}

int Network::Impl::accounted_by_receiver(const Link& link, int vc) const {
  if (!switches[link.to.index]) return 0;
  const SwitchModel& receiver = switches[link.to.index]->model();
  const int buffered = receiver.buffered_phits(link.to.port, vc);
  if (link.from.type == Endpoint::Type::kSwitch) return buffered;
  return buffered + receiver.injection_credits_in_flight(link.to.port, vc);
}

std::string Network::Impl::lost_credits(const Netlist& netlist) const {
  std::vector<std::uint64_t> accounted;
  for (const Link& link : netlist.links) {
    if (link.to.type != Endpoint::Type::kSwitch) continue;
    for (int vc = 0; vc < vcs_of(link); ++vc) {
      accounted.push_back(static_cast<std::uint64_t>(accounted_by_sender(link, vc) +
                                                     accounted_by_receiver(link, vc)));
    }
  }
  ranks.sum(accounted);
  auto next = accounted.begin();
  for (const Link& link : netlist.links) {
    if (link.to.type != Endpoint::Type::kSwitch) continue;
    const int size = config.switches.input_buffer[index(link.kind)];
    for (int vc = 0; vc < vcs_of(link); ++vc) {
      const auto sum = static_cast<int>(*next++);
      if (sum == size) continue;
      return fmt::format(
          "link {} -> {}, VC {}: buffer, credits and credits on their way sum to {} of {} phits",
          endpoint_name(netlist, link.from), endpoint_name(netlist, link.to), vc, sum, size);
    }
  }
  return "";
}

Conservation Network::check_conservation() const {
  Conservation result;
  result.message = impl_->lost_packets();
  if (result.message.empty()) result.message = impl_->lost_credits(netlist_);
  result.holds = result.message.empty();
  return result;
}

}  // namespace hw
}  // namespace netloom
