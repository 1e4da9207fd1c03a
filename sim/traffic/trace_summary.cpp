#include "sim/traffic/trace_summary.h"

#include <algorithm>

namespace netloom {
inline namespace sim {
namespace {

TraceSummary::Busiest busiest(const std::vector<std::uint64_t>& phits, Cycle cycles) {
  const auto most = std::max_element(phits.begin(), phits.end());
  return {static_cast<NodeId>(most - phits.begin()),
          static_cast<double>(*most) / static_cast<double>(cycles)};
}

}  // namespace

TraceSummary summarise_trace(const std::vector<TraceMessage>& messages, NodeId nodes,
                             int bytes_per_phit, int packet_phits) {
  TraceSummary result;
  std::vector<std::uint64_t> sent(nodes);
  std::vector<std::uint64_t> received(nodes);
  const auto phit = static_cast<std::uint64_t>(bytes_per_phit);
  const auto packet = static_cast<std::uint64_t>(packet_phits);
  for (const TraceMessage& each : messages) {
    const std::uint64_t phits = (each.bytes + phit - 1) / phit;
    ++result.messages;
    result.packets += (phits + packet - 1) / packet;
    result.phits += phits;
    result.cycles = std::max(result.cycles, each.cycle + 1);
    sent[each.source] += phits;
    received[each.destination] += phits;
  }
  result.load = static_cast<double>(result.phits) / static_cast<double>(result.cycles * nodes);
  result.sender = busiest(sent, result.cycles);
  result.receiver = busiest(received, result.cycles);
  return result;
}

}  // namespace sim
}  // namespace netloom
