#include "sim/traffic/trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "routing/error.h"
#include "sim/traffic/text_table.h"

namespace netloom {
namespace {

constexpr std::uint64_t kLongestMessage = std::uint64_t{1} << 32;  // bytes

}  // namespace

Trace::Trace(const std::string& path, NodeId nodes, int bytes_per_phit, Cycle last_cycle) {
  struct Line {
    NodeId source;
    Event event;
  };
  const std::uint64_t last_node = nodes - 1;
  TextTable table(path, {{"cycle", last_cycle},
                         {"source", last_node},
                         {"destination", last_node},
                         {"bytes", kLongestMessage}});
  const auto phit = static_cast<std::uint64_t>(bytes_per_phit);
  std::vector<Line> lines;
  for (std::vector<std::uint64_t> values; table.next(values);) {
    if (values[1] == values[2]) table.fail(fmt::format("node {} sends to itself", values[1]));
    if (values[3] == 0) table.fail("a message has 1 byte or more, not 0");
    const std::uint64_t phits = (values[3] + phit - 1) / phit;
    if (phits > 0xffffffffu) table.fail(fmt::format("a message of {} phits is too long", phits));
    lines.push_back(
        {static_cast<NodeId>(values[1]),
         {values[0], static_cast<NodeId>(values[2]), static_cast<std::uint32_t>(phits)}});
    last_cycle_ = std::max(last_cycle_, values[0]);
  }
  if (lines.empty()) throw Error(fmt::format("{}: the trace has no messages", path));
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return a.source != b.source ? a.source < b.source : a.event.cycle < b.event.cycle;
  });
  first_.assign(std::size_t{nodes} + 1, 0);
  events_.reserve(lines.size());
  for (const Line& line : lines) {
    ++first_[line.source + 1];
    events_.push_back(line.event);
  }
  for (std::size_t node = 0; node < nodes; ++node) first_[node + 1] += first_[node];
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

}  // namespace netloom
