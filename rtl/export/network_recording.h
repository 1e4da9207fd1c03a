#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "rtl/view/register_words.h"
#include "rtl/view/switch_kind.h"
#include "rtl/view/switch_straps.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// What crosses a pin of a host in a cycle: a phit, or the credit for a flit.
struct HostEvent {
  Cycle cycle;
  NodeId host;
  bool credit = false;
  int vc = 0;
  int phits = 0;  ///< of a credit
  // Of a phit.
  bool head = false, tail = false, first = false, last = false;
  BitVector data = {};
};

/// What changes in the network while it runs, beside what hosts send.
struct NetworkChange {
  enum class Kind : std::uint8_t {
    kWrite,   ///< the fabric manager begins to write a register of a switch, which takes two cycles
    kDead,    ///< a link moves nothing any more
    kFailed,  ///< … and the switch from which it leads knows it
  };
  Cycle cycle;
  Kind kind;
  SwitchId switch_id = 0;     ///< kWrite
  std::uint64_t address = 0;  ///< of the register, or the number of the link
  std::uint32_t value = 0;    ///< kWrite
};

/// A switch of a network that is recorded.
struct RecordedSwitch {
  struct Value : RegisterWord {
    std::uint32_t value;
  };

  SwitchKind kind;
  SwitchStraps straps;
  /// Its shape: lanes of credits, bits of a VC, of the phits of a flit, and of a phit.
  int ports = 0;
  int lanes = 1;
  int vcs = 1;
  int largest_flit = 1;
  std::vector<Value> registers;   ///< as they are before the first cycle
  std::uint64_t random_word = 0;  ///< that random selections draw from in the first cycle
};

/// What goes into a network from its hosts, and what comes out, at the hosts' ends of their links.
struct NetworkRecording {
  Cycle cycles = 0;                      ///< that are recorded, from 0 on
  std::vector<RecordedSwitch> switches;  ///< by number
  std::vector<HostEvent> in, out;        ///< as they were told
  std::vector<NetworkChange> changes;    ///< as they were told
  /// Packets that failed links have left no way, also those that had been cut before.
  std::uint64_t dropped = 0;
};

}  // namespace rtl
}  // namespace netloom
