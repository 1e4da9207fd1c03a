// What a network has counted, and whether nothing of it is lost.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "hw/network/network_impl.h"
#include "hw/network/overlaps.h"

namespace netloom {
inline namespace hw {

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
  for (const auto& side : impl_->injection) {
    sum.generated += side->generated();
    sum.injected += side->injected();
  }
  std::uint64_t reordering = 0;
  for (const auto& side : impl_->ejection) {
    sum.delivered += side->delivered();
    sum.out_of_order += side->out_of_order();
    sum.cut += side->cut();
    reordering += side->reordering();
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
    entry.vcs.resize(index(vcs_of(link)));
    for (int vc = 0; vc < static_cast<int>(entry.vcs.size()); ++vc) {
      ChannelUse& channel = entry.vcs[index(vc)];
      if (link.from.type == Endpoint::Type::kSwitch) {
        channel.phits = switches[link.from.index]->model().channel_sent(link.from.port, vc);
      } else {
        channel.phits = injection[link.from.index]->sent_phits(vc);
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

Conservation Network::check_conservation() const {
  Conservation result;
  std::uint64_t generated = 0, queued = 0, delivered = 0, inside = 0, lost = 0;
  std::uint64_t difference = 0;  // of the fingerprints
  for (const auto& side : impl_->injection) {
    generated += side->generated();
    queued += side->queued();
    difference += side->generated_fingerprint() - side->queued_fingerprint();
  }
  for (const auto& side : impl_->ejection) {
    delivered += side->delivered();
    inside += side->reordering();
    lost += side->cut();
    difference -=
        side->delivered_fingerprint() + side->reordering_fingerprint() + side->cut_fingerprint();
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
    for (int vc = 0; vc < impl_->vcs_of(link); ++vc) {
      int accounted = receiver.buffered_phits(link.to.port, vc);
      if (link.from.type == Endpoint::Type::kSwitch) {
        const SwitchModel& sender = impl_->switches[link.from.index]->model();
        accounted +=
            sender.credits(link.from.port, vc) + sender.credits_in_flight(link.from.port, vc);
      } else {
        accounted += impl_->injection[link.from.index]->credits(vc) +
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

}  // namespace hw
}  // namespace netloom
