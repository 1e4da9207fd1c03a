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
  for (const NotedUpdate& update : updates) {
    if (update.cycle >= clock->end()) continue;
    FaultWork work;
    work.updated = update.cycle;
    work.updates = 1;
    result.push_back({update.fault, work});
  }
  return gathered(ranks, "faults", result);
}

void Network::note_update(int fault, Cycle cycle) {
  impl_->updates.push_back({fault, cycle});
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

bool Network::Impl::begins_here(const Link& link) const {
  const std::uint32_t from = link.from.index;
  return link.from.type == Endpoint::Type::kSwitch ? switches[from] != nullptr
                                                   : injection[from] != nullptr;
}

bool Network::Impl::ends_here(const Link& link) const {
  return link.to.type == Endpoint::Type::kSwitch && switches[link.to.index] != nullptr;
}

std::vector<ChannelUse> Network::Impl::use(const Netlist& netlist) const {
  std::vector<ChannelUse> result;
  for (const Link& link : netlist.links) {
    const bool begins = begins_here(link), ends = ends_here(link);
    if (!begins && !ends) continue;
    for (int vc = 0; vc < vcs_of(link); ++vc) {
      ChannelUse channel;
      if (begins) {
        channel.phits = link.from.type == Endpoint::Type::kSwitch
                            ? switches[link.from.index]->model().channel_sent(link.from.port, vc)
                            : injection[link.from.index]->sent_phits(vc);
      }
      if (ends) {
        channel.occupancy = switches[link.to.index]->model().channel_occupancy(link.to.port, vc);
      }
      result.push_back(channel);
    }
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

LinkUses Network::link_use() const {
  if (!impl_->measuring && impl_->use_end.empty()) return {};
  const std::vector<ChannelUse>& begin = impl_->use_begin;
  const std::vector<ChannelUse> mine = impl_->measuring ? impl_->use(netlist_) : impl_->use_end;
  LinkUses result;
  std::size_t known = 0;
  for (std::size_t i = 0; i < netlist_.links.size(); ++i) {
    const Link& link = netlist_.links[i];
    const std::size_t vcs = index(impl_->vcs_of(link));
    result.add_link(vcs);
    if (!impl_->begins_here(link) && !impl_->ends_here(link)) continue;
    for (std::size_t vc = 0; vc < vcs; ++vc, ++known) {
      result.set(
          i, vc,
          {mine[known].phits - begin[known].phits, mine[known].occupancy - begin[known].occupancy});
    }
  }
  // Phits are known at one end of a link, and occupancy at the other.
  impl_->ranks.sum(result.numbers());
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
