#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "routing/base/visible.h"
#include "sim/config/config.h"
#include "sim/traffic/trace_message.h"
#include "sim/traffic/traffic_bounds.h"
#include "sim/traffic/workload.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

class Trace;

/// What is known of the traffic before a point of a sweep is run; `trace`: the shared one, or
/// nullptr.
TrafficBounds known_bounds(const Config& config, const Trace* trace);

/// The messages of a trace, from its file, or generated with the seed of a point. The
/// configuration's traffic is a trace. Error: FILE:LINE and what is wrong; the trace goes on after
/// simulation.completion_limit, or takes more than simulation.memory_limit. `told`, if there is
/// one, is told which share of a generated trace there is.
std::vector<TraceMessage> trace_messages(const Config& config, std::uint64_t seed,
                                         const std::function<void(double share)>& told = {});

/// The trace that all points of a sweep share, or nullptr: there is none, or every point has its
/// own. Error: as trace_messages(); a node has more to send than it can until
/// simulation.completion_limit.
std::shared_ptr<const Trace> load_trace(const Config& config);

/// The workload of one point. `load` is in phits/(node·cycle); none for closed workloads. Open
/// workloads generate nothing from the end of the measured interval on, if the run drains.
/// `trace`: the shared one. The configuration outlives the workload. Error: as load_trace().
std::unique_ptr<Workload> make_workload(const Config& config, std::optional<double> load,
                                        std::uint64_t seed, std::shared_ptr<const Trace> trace);

}  // namespace sim
}  // namespace netloom
