#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "hw/traffic_source.h"
#include "routing/netlist.h"
#include "sim/config/config.h"

namespace netloom {

class Trace;

/// What the hosts do in one run.
class Workload : public TrafficSource {
 public:
  /// Closed workloads end by themselves: when the last message that was generated, in this cycle or
  /// before, has arrived. None: an open workload, which ends when its measured interval does.
  virtual std::optional<Cycle> last_generation() const { return std::nullopt; }
};

/// The trace that the configuration names, or nullptr; read once for all points of a sweep.
/// Error: FILE:LINE and what is wrong.
std::shared_ptr<const Trace> load_trace(const Config& config);

/// The workload of one point. `load` is in phits/(node·cycle); none for closed workloads. Open
/// workloads generate nothing from the end of the measured interval on, if the run drains.
/// The configuration outlives the workload.
std::unique_ptr<Workload> make_workload(const Config& config, std::optional<double> load,
                                        std::uint64_t seed, std::shared_ptr<const Trace> trace);

}  // namespace netloom
