#pragma once

#include <cstdint>
#include <vector>

#include "hw/link/flit.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/congestion_view.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/switch_random.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

class SwitchModel;

/// The switch that an observer is told about. Channels are port << vc_shift | vc.
struct ObservedSwitch {
  SwitchId id = 0;
  int vc_shift = 0;
  const SwitchModel* model = nullptr;
  const SwitchRouter* router = nullptr;
  const RegisterFile* registers = nullptr;

  int port(int channel) const { return channel >> vc_shift; }
  int vc(int channel) const { return channel & ((1 << vc_shift) - 1); }
};

/// What keeps a head from an output channel that it may take.
enum class Obstacle : std::uint8_t {
  kNone,
  kBusy,          ///< the crossbar output is taken
  kNoRoom,        ///< too few credits, or too little space in the output buffer
  kOwned,         ///< wormhole: another packet holds the VC
  kBubble,        ///< bubble flow control: no room for two packets in the ring that it would enter
  kMinimalFirst,  ///< misrouting: a minimal output can be taken
  kTrigger,       ///< misrouting: the trigger does not allow it
  kStalled,       ///< random stalls for tests
  kFailed,        ///< the link has failed
};

/// How an output channel stands.
struct OutputStatus {
  int channel = 0;
  Obstacle obstacle = Obstacle::kNone;  ///< for the head that it was asked for
  bool minimal = true;     ///< a candidate on a minimal path; true without a misrouting trigger
  bool link_busy = false;  ///< the link sends from an output buffer
  int room = 0;            ///< phits: credits, or space of the output buffer
  int credits = 0;         ///< phits
  int behind = 0;          ///< phits that wait behind it, as the misrouting trigger counts them
  int capacity = 0;        ///< phits of the buffers behind it
};

/// How the head of an input channel stands.
struct HeadStatus {
  bool ready = false;       ///< the result of the routing counts
  bool input_busy = false;  ///< the crossbar input is taken
  int search_from = 0;      ///< port from which a cyclic search begins
  std::vector<OutputStatus> candidates;
};

/// What can be told what happens in a switch, for explanations and waveforms. It must not change
/// anything. Events come in the order of the cycles of each switch; with a quantum of several
/// cycles, those of different switches do not. Only the general switch core tells
/// (SimulationConfig::specialised = false); others have no trace of it.
class SwitchObserver {
 public:
  virtual ~SwitchObserver() = default;

  /// The NIC at the port starts a flit on the injection link.
  virtual void injected(const ObservedSwitch& /*at*/, int /*input*/, const Flit& /*flit*/,
                        Cycle /*now*/) {}
  /// The first phit of a flit is in the input channel.
  virtual void arrived(const ObservedSwitch& /*at*/, int /*input*/, const Flit& /*flit*/,
                       Cycle /*now*/) {}
  /// The flit is at the front of its channel.
  virtual void at_front(const ObservedSwitch& /*at*/, int /*input*/, const Flit& /*flit*/,
                        Cycle /*now*/) {}
  /// SwitchRouter::decide() answers `state` to these arguments, which is not that of the flit.
  virtual void decided(const ObservedSwitch& /*at*/, int /*input*/, const Flit& /*flit*/,
                       const RouteQuery& /*query*/, const CongestionView& /*view*/,
                       const Draw& /*draw*/, std::uint32_t /*state*/) {}
  /// The routing unit works on the head from `begin`, and its result counts from `ready`. Again
  /// for a head that waits if the router decides_again() and otherwise.
  virtual void routed(const ObservedSwitch& /*at*/, int /*input*/, const Flit& /*flit*/,
                      const RouteQuery& /*query*/, Cycle /*begin*/, Cycle /*ready*/) {}
  /// Before the allocation of each cycle in which the switch does anything.
  virtual void allocating(const ObservedSwitch& /*at*/, Cycle /*now*/) {}
  /// The head selects an output and requests it.
  virtual void selected(const ObservedSwitch& /*at*/, int /*input*/, int /*output*/,
                        Cycle /*now*/) {}
  /// The flit is granted the output; its last phit leaves the input buffer in `last`.
  virtual void granted(const ObservedSwitch& /*at*/, int /*input*/, int /*output*/,
                       const Flit& /*flit*/, Cycle /*now*/, Cycle /*last*/) {}
  /// The flit leaves the input buffer, granted or discarded; its last phit does in `last`.
  virtual void released(const ObservedSwitch& /*at*/, int /*input*/, const Flit& /*flit*/,
                        Cycle /*last*/) {}
  /// The first phit of a flit leaves on the link in `start`.
  virtual void sent(const ObservedSwitch& /*at*/, int /*output*/, const Flit& /*flit*/,
                    Cycle /*start*/) {}
  /// A credit for so many phits has come to the output, which may use it from now on.
  virtual void credited(const ObservedSwitch& /*at*/, int /*output*/, int /*phits*/,
                        Cycle /*now*/) {}
  /// … to the NIC that injects into the input.
  virtual void nic_credited(const ObservedSwitch& /*at*/, int /*input*/, int /*phits*/,
                            Cycle /*now*/) {}
  /// The tail of a flit is at the NIC behind the output.
  virtual void delivered(const ObservedSwitch& /*at*/, int /*output*/, const Flit& /*flit*/,
                         Cycle /*now*/) {}
  /// The packet is discarded: failed links have cut it, or left it no way.
  virtual void lost(const ObservedSwitch& /*at*/, int /*input*/, const Flit& /*flit*/,
                    Cycle /*now*/) {}
  /// After the allocation of a cycle in which the switch does anything.
  virtual void cycle_done(const ObservedSwitch& /*at*/, Cycle /*now*/) {}
};

}  // namespace hw
}  // namespace netloom
