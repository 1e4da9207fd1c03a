#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/decision.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// How an arbiter chooses among those that request.
enum class ArbiterKind : std::uint8_t { kRoundRobin, kLeastRecentlyServed, kAge, kRandom };

/// Which arbiter of a switch.
enum class ArbiterPlace : std::uint8_t {
  kInput,   ///< of an input port: among its VCs
  kOutput,  ///< of a crossbar output: among input channels
  kLink,    ///< of an output port with output buffers: among its VCs, for the link
};

/// An arbiter grants one of several channels (port << vc_shift | vc).
struct ArbitrationQuery {
  ArbiterPlace place = ArbiterPlace::kInput;
  int arbiter = 0;  ///< port; kOutput: crossbar output, a channel
  /// Channels that request, as a bit vector; not empty.
  const std::uint64_t* requests = nullptr;
  int words = 0;    ///< of `requests`
  int granted = 0;  ///< channel that the switch's own arbiter grants
  Cycle cycle = 0;
};

/// What arbitrates in a switch in place of, or beside, the switch's own arbiters: the interface
/// that Verilated arbiters and their comparison with the model share. A switch with them is
/// modelled by the general core; one without pays nothing.
class SwitchArbiters : public Decision {
 public:
  /// The channel that is granted.
  virtual int grant(const ArbitrationQuery& query) = 0;

  /// The arbiter's grant to this channel is used: its state moves.
  virtual void used(ArbiterPlace place, int arbiter, int channel) = 0;
};

/// What straps tell arbiters about their switch.
struct ArbiterStraps {
  ArbiterKind kind = ArbiterKind::kRoundRobin;
  int ports = 0;
  int vc_shift = 0;         ///< channel = port << vc_shift | vc
  bool by_channel = false;  ///< each input channel has a crossbar input of its own, not each port
};

/// The switch's own arbiters: the reference of others.
class OwnArbiters final : public SwitchArbiters {
 public:
  explicit OwnArbiters(const ArbiterStraps& straps) : straps_(straps) {}

  const ArbiterStraps& straps() const { return straps_; }
  int grant(const ArbitrationQuery& query) override { return query.granted; }
  void used(ArbiterPlace /*place*/, int /*arbiter*/, int /*channel*/) override {}

 private:
  ArbiterStraps straps_;
};

/// Makes the arbiters of one switch.
using SwitchArbitersHook =
    std::function<std::unique_ptr<SwitchArbiters>(SwitchId switch_id, int ports, int vc_shift)>;

}  // namespace routing
}  // namespace netloom
