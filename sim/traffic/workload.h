#pragma once

#include <optional>

#include "hw/nic/traffic_source.h"
#include "sim/traffic/traffic_bounds.h"
#include "sim/traffic/traffic_config.h"

namespace netloom {
inline namespace sim {

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
inline bool reacts(TrafficConfig::Kind kind) {
  return kind == TrafficConfig::Kind::kRequestReply || kind == TrafficConfig::Kind::kApplication;
}

}  // namespace sim
}  // namespace netloom
