#pragma once

#include <cstdint>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/decision.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Sizes of the traffic counters of one switch in a dragonfly with the arrangement palmtree. Groups
/// are told apart by their offset, 1 … offsets: destination group minus own group, modulo groups.
struct TrafficCounterShape {
  int offsets = 1;             ///< g - 1
  int global_links = 1;        ///< h, of a switch
  int window = 200;            ///< cycles, a multiple of bucket
  int bucket = 1;              ///< cycles that are counted together
  bool extended = true;        ///< counts stored packets, and has remote counters (LIA)
  std::vector<int> connected;  ///< offsets of the groups behind the switch's own global links

  int buckets() const { return window / bucket; }
  /// Remote counters on each side: R_1 … R_k and R_-1 … R_-k.
  int remote_each() const { return ((offsets + 1) / 2 + global_links - 1) / global_links; }
};

/// What the counters say about traffic to a group.
enum class TrafficLevel : std::uint8_t { kBenign, kMixed, kAdversarial };
struct TrafficReading {
  TrafficLevel level = TrafficLevel::kBenign;
  /// Hops of path A of a Valiant path that are needed: the local one in the source group, and that
  /// in the intermediate group.
  bool first_local = false;
  bool second_local = false;

  friend bool operator==(const TrafficReading& a, const TrafficReading& b) {
    return a.level == b.level && a.first_local == b.first_local && a.second_local == b.second_local;
  }
  friend bool operator!=(const TrafficReading& a, const TrafficReading& b) { return !(a == b); }
};

/// The extended traffic counters of a switch: per remote group, the packets that left the injection
/// queues within a window, and those that are in them now. The interface that the C++ model and the
/// Verilated block share.
///
/// Cycles never go back. A window at the end of a cycle covers that cycle and those before it, as
/// whole buckets: bucket number cycle / bucket, and the window / bucket - 1 buckets before.
/// Source: [LIA 2025], sections 4.2 and 4.3.
class TrafficCounters : public Decision {
 public:
  virtual const TrafficCounterShape& shape() const = 0;
  /// A packet to a group at this offset comes into an injection queue in this cycle.
  virtual void stored(int offset, Cycle now) = 0;
  /// It leaves the queue.
  virtual void injected(int offset, Cycle now) = 0;
  /// At the end of a cycle, for a packet to a group at this offset.
  virtual TrafficReading read(int offset, Cycle now) = 0;
  /// The same for an explanation: no decision, so that it is neither counted nor compared.
  virtual TrafficReading peek(int offset, Cycle now) { return read(offset, now); }

  /// Registers at the end of a cycle: packets injected to an offset in the bucket of the window
  /// whose number is `bucket` modulo the buckets, in the whole window, and stored.
  virtual std::uint32_t in_bucket(int offset, int bucket, Cycle now) = 0;
  virtual std::uint32_t injected_packets(int offset, Cycle now) = 0;
  virtual std::uint32_t stored_packets(int offset, Cycle now) = 0;
  /// Counters in hundredths of a packet, at the end of a cycle: the extended counter of an offset,
  /// and h times the remote counter R_k, with k = -remote_each … -1, 1 … remote_each.
  virtual std::uint32_t extended(int offset, Cycle now) = 0;
  virtual std::uint32_t remote(int k, Cycle now) = 0;
};

}  // namespace routing
}  // namespace netloom
