#pragma once

#include <cstdint>

#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// What a switch knows of the queues when it decides on a packet's way. All values are those at the
/// end of a cycle, so that nothing depends on the order in which switches or events of one cycle
/// are worked on.
class CongestionView {
 public:
  virtual ~CongestionView() = default;

  /// The cycle at whose end this is.
  virtual Cycle cycle() const = 0;

  /// Phits behind an output port of this switch, over all its VCs: in its output buffers, and those
  /// for which no credit has come back (on the link, in the buffer behind it, or gone from there
  /// for less than the link's latency). At the end of this cycle. Ports to switches only.
  virtual int phits_behind(int port) const = 0;
  /// Those of one VC.
  virtual int phits_behind(int port, int vc) const = 0;

  /// What another switch published (SwitchRouter::publish) at the end of the cycle `delay` cycles
  /// ago: StatusBroadcast::words words; all 0 before the start of the run. `delay` lies between
  /// the least and the most of the StatusBroadcast.
  virtual const std::uint32_t* status(SwitchId other, int delay) const = 0;
};

/// What the switches of a network tell each other beside the packets, over channels of their own.
struct StatusBroadcast {
  int words = 0;        ///< 32-bit words that each switch publishes; 0 = nothing
  int least_delay = 1;  ///< cycles after which others know; no quantum may be longer
  int most_delay = 1;
  /// Only switches of one area read each other's words: n switches whose numbers follow each other,
  /// from a multiple of n on. 0: all may.
  std::uint32_t area = 0;
};

}  // namespace routing
}  // namespace netloom
