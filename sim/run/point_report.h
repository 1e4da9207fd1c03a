#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/network/network.h"
#include "routing/base/types.h"
#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/run/fabric.h"
#include "sim/run/point.h"
#include "sim/statistics/measurement.h"

namespace netloom {
inline namespace sim {

/// A deadlock that the watchdog found in a run, and that ended it.
struct ObservedDeadlock {
  Cycle cycle = 0;                    ///< in which it was found
  std::vector<std::string> channels;  ///< that wait for each other
};

/// What happened in a run, besides what was measured per packet.
struct RunOutcome {
  bool closed = false;
  Cycle interval = 0;             ///< cycles that were measured
  Cycle cycles = 0;               ///< cycles that were simulated
  NetworkCounters before, after;  ///< at the begin and the end of the measured interval
  NetworkCounters counters;       ///< at the end of the run
  std::optional<ObservedDeadlock> deadlock;
  std::optional<Cycle> completion_cycle;
  std::optional<bool> settled;  ///< of a judged run, which is not judged by its halves
  std::string failure_kind;     ///< empty: none
  std::string failure_message;
  std::string failure_packet;  ///< that it is about, as --explain takes it; empty: none
  std::string failure_switch;  ///< where its RTL and its model differ; empty: nowhere
  double run_seconds = 0;
};

/// The point's object of the result contract, without performance.wall_s and peak_rss_bytes.
Json point_report(const Config& config, const PointRequest& request, const Measurement& measurement,
                  const Fabric& fabric, const RunOutcome& outcome);

}  // namespace sim
}  // namespace netloom
