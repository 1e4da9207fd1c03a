#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hw/traffic_source.h"
#include "routing/netlist.h"
#include "sim/config/config.h"
#include "sim/config/traffic_bounds.h"
#include "sim/traffic/trace_message.h"

namespace netloom {

class Trace;

/// What the hosts do in one run.
class Workload : public TrafficSource {
 public:
  /// Closed workloads end by themselves: when the last message that was generated, in this cycle or
  /// before, or in answer to others, has arrived. None: an open workload, which ends when its
  /// measured interval does.
  virtual std::optional<Cycle> last_generation() const { return std::nullopt; }

  /// Closed workloads whose messages depend on what arrives: whether some are still to come. It is
  /// asked between stretches of the run, for all hosts at once.
  virtual bool awaits_deliveries() const { return false; }

  /// Messages are cut into packets of at most so many phits.
  virtual TrafficBounds bounds(int /*packet_phits*/) const { return {}; }
};

/// Whether workloads of a kind send because of what is delivered: TrafficSource::reacts().
bool reacts(TrafficConfig::Kind kind);

/// What is known of the traffic before a point of a sweep is run; `trace`: the shared one, or
/// nullptr.
TrafficBounds known_bounds(const Config& config, const Trace* trace);

/// The messages of a trace, from its file, or generated with the seed of a point. The
/// configuration's traffic is a trace. Error: FILE:LINE and what is wrong; the trace goes on after
/// simulation.completion_limit.
std::vector<TraceMessage> trace_messages(const Config& config, std::uint64_t seed);

/// The trace that all points of a sweep share, or nullptr: there is none, or every point has its
/// own. Error: as trace_messages().
std::shared_ptr<const Trace> load_trace(const Config& config);

/// The workload of one point. `load` is in phits/(node·cycle); none for closed workloads. Open
/// workloads generate nothing from the end of the measured interval on, if the run drains.
/// `trace`: the shared one. The configuration outlives the workload. Error: as trace_messages().
std::unique_ptr<Workload> make_workload(const Config& config, std::optional<double> load,
                                        std::uint64_t seed, std::shared_ptr<const Trace> trace);

}  // namespace netloom
