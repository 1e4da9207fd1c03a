#include "sim/traffic/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "routing/base/error.h"
#include "sim/traffic/text_table.h"

namespace netloom {
inline namespace sim {

namespace {

std::uint64_t phits_of(std::uint64_t bytes, int bytes_per_phit) {
  const auto phit = static_cast<std::uint64_t>(bytes_per_phit);
  return (bytes + phit - 1) / phit;
}

}  // namespace

std::vector<TraceMessage> read_trace(const std::string& path, NodeId nodes,
                                     const TraceLimits& limits) {
  // A vector that grows is there twice, when it is moved; so are messages and events, when a Trace
  // is made.
  constexpr std::uint64_t kMessageBytes = 2 * sizeof(TraceMessage);
  static_assert(sizeof(Trace::Event) <= sizeof(TraceMessage));
  const std::uint64_t last_node = nodes - 1;
  TextTable table(path, {{"cycle", limits.last_cycle},
                         {"source", last_node},
                         {"destination", last_node},
                         {"bytes", kLongestMessage}});
  std::vector<TraceMessage> messages;
  std::vector<std::uint64_t> node_phits(nodes);
  for (std::vector<std::uint64_t> values; table.next(values);) {
    if (values[1] == values[2]) table.fail(fmt::format("node {} sends to itself", values[1]));
    if (values[3] == 0) table.fail("a message has 1 byte or more, not 0");
    std::uint64_t& phits = node_phits[values[1]];
    phits += phits_of(values[3], limits.bytes_per_phit);
    if (phits > limits.node_phits) {
      table.fail(
          fmt::format("up to here node {} has {} phits to send, one a cycle; allowed: up to "
                      "simulation.completion_limit ({})",
                      values[1], phits, limits.node_phits));
    }
    if (messages.size() >= limits.memory / kMessageBytes) {
      table.fail(
          fmt::format("{} messages take {} bytes of memory; allowed: up to "
                      "simulation.memory_limit ({} bytes)",
                      messages.size() + 1, (messages.size() + 1) * kMessageBytes, limits.memory));
    }
    messages.push_back(
        {values[0], static_cast<NodeId>(values[1]), static_cast<NodeId>(values[2]), values[3]});
  }
  if (messages.empty()) throw Error(fmt::format("{}: the trace has no messages", path));
  return messages;
}

std::string trace_text(const std::vector<TraceMessage>& messages,
                       const std::function<void(double share)>& told) {
  constexpr std::size_t kBetween = 100000;
  std::string text;
  std::size_t done = 0;
  for (const TraceMessage& each : messages) {
    if (told && ++done % kBetween == 0) {
      told(static_cast<double>(done) / static_cast<double>(messages.size()));
    }
    fmt::format_to(std::back_inserter(text), "{} {} {} {}\n", each.cycle, each.source,
                   each.destination, each.bytes);
  }
  return text;
}

Trace::Trace(const std::vector<TraceMessage>& messages, NodeId nodes, int bytes_per_phit) {
  first_.assign(std::size_t{nodes} + 1, 0);
  for (const TraceMessage& each : messages) {
    ++first_[each.source + 1];
    last_cycle_ = std::max(last_cycle_, each.cycle);
  }
  for (std::size_t node = 0; node < nodes; ++node) first_[node + 1] += first_[node];
  events_.resize(messages.size());
  std::vector<std::size_t> next = first_;
  for (const TraceMessage& each : messages) {
    events_[next[each.source]++] = {
        each.cycle, each.destination,
        static_cast<std::uint32_t>(phits_of(each.bytes, bytes_per_phit))};
  }
  for (std::size_t node = 0; node < nodes; ++node) {
    const auto at = [&](std::size_t index) {
      return events_.begin() + static_cast<std::ptrdiff_t>(index);
    };
    std::stable_sort(at(first_[node]), at(first_[node + 1]),
                     [](const Event& a, const Event& b) { return a.cycle < b.cycle; });
  }
}

TrafficBounds Trace::bounds(int packet_phits) const {
  const auto largest = static_cast<std::uint32_t>(packet_phits);
  std::uint32_t smallest = largest;
  TrafficBounds result;
  for (std::size_t node = 0; node + 1 < first_.size(); ++node) {
    std::uint64_t phits = 0, packets = 0;
    Cycle cycle = 0;
    for (std::size_t i = first_[node]; i < first_[node + 1]; ++i) {
      const Event& event = events_[i];
      const std::uint32_t rest = event.phits % largest;
      if (rest != 0) smallest = std::min(smallest, rest);
      if (event.cycle != cycle) packets = 0;
      cycle = event.cycle;
      packets += event.phits / largest + (rest != 0 ? 1 : 0);
      phits += event.phits;
      result.queued_packets = std::max(result.queued_packets, packets);
    }
    result.most_phits = std::max(result.most_phits, phits);
  }
  result.smallest_packet = static_cast<int>(smallest);
  result.trace_bytes = events_.size() * sizeof(Event);
  return result;
}

TraceSource::TraceSource(std::shared_ptr<const Trace> trace, NodeId nodes)
    : trace_(std::move(trace)) {
  next_.reserve(nodes);
  for (NodeId node = 0; node < nodes; ++node) next_.push_back(trace_->begin(node));
}

Cycle TraceSource::first(NodeId host) {
  return next_[host] == trace_->end(host) ? kNever : next_[host]->cycle;
}

Cycle TraceSource::generate(NodeId host, Cycle cycle, Injector& injector) {
  const Trace::Event*& next = next_[host];
  for (const Trace::Event* end = trace_->end(host); next != end && next->cycle <= cycle; ++next) {
    Message message;
    message.destination = next->destination;
    message.phits = next->phits;
    injector.send(message, cycle);
  }
  return first(host);
}

}  // namespace sim
}  // namespace netloom
