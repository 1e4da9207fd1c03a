#pragma once

#include <cstdint>
#include <optional>

#include "hw/nic/traffic_source.h"
#include "routing/base/visible.h"
#include "sim/traffic/traffic_bounds.h"
#include "sim/traffic/traffic_config.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// What the hosts do in one run.
class Workload : public TrafficSource {
 public:
  /// Closed workloads end by themselves: when the last message that was generated, in this cycle or
  /// before, or in answer to others, has arrived. None: an open workload, which ends when its
  /// measured interval does.
  virtual std::optional<Cycle> last_generation() const { return std::nullopt; }

  /// Closed workloads whose messages depend on what arrives: the packets that arrive in all, and
  /// those that have arrived at hosts that have asked this workload. The latter is asked between
  /// stretches of the run, for all hosts at once.
  virtual std::uint64_t expected_deliveries() const { return 0; }
  virtual std::uint64_t seen_deliveries() const { return 0; }

  /// Messages are cut into packets of at most so many phits.
  virtual TrafficBounds bounds(int /*packet_phits*/) const { return {}; }
};

/// Whether workloads of a kind send because of what is delivered: TrafficSource::reacts().
inline bool reacts(TrafficConfig::Kind kind) {
  return kind == TrafficConfig::Kind::kRequestReply || kind == TrafficConfig::Kind::kApplication;
}

}  // namespace sim
}  // namespace netloom
