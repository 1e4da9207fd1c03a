#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "hw/structural/pin_switch.h"
#include "routing/base/visible.h"
#include "rtl/view/switch_instance.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A Verilated switch between pins.
///
/// Beside it is a list of the flits that are in it, with what no hardware carries of them, by which
/// every phit that leaves is checked. BrokenInvariant: one leaves that should not, or with other
/// bits; a grant or a credit for a flit that is not there; what has been granted does not come to
/// its link, or its credit does not leave, patience() cycles later than the contract says.
class RtlSwitch : public structural::PinSwitch {
 public:
  sc_core::sc_in<bool> rst_ni{"rst_ni"};

  RtlSwitch(sc_core::sc_module_name name, const SwitchPlan& plan, structural::Clock& clock,
            const SharedBlock& object, const SwitchKind& kind, const SwitchStraps& straps);

  void registers_written() { rtl_.registers_written(); }

  struct StoredFlit {
    Flit flit;
    bool leaves = false;  ///< it was granted an output, or is dropped
    Cycle gone = 0;       ///< … when its last phit leaves the buffer
  };
  /// Of an input channel, in their order, until their last phit has left.
  const std::deque<StoredFlit>& stored(int input) const { return at(stored_, input); }
  /// The first of these that does not leave; null: there is none.
  const StoredFlit* front(int input) const;
  struct CrossingFlit {
    Flit flit;
    Cycle staged;  ///< in which its first phit comes to the output stage
    Cycle whole;   ///< … its last
  };
  /// For an output channel: granted, and their head has not come to the link, in their order.
  const std::deque<CrossingFlit>& crossing(int output) const { return at(crossing_, output); }
  /// Phits times cycles of the flits that an input channel was granted.
  std::uint64_t occupancy(int input) const { return at(occupancy_, input); }
  /// Whether a packet has taken an output channel, of which not all flits have been granted.
  bool owned(int output) const { return owned_[static_cast<std::size_t>(output)]; }
  /// Phits that an output channel was granted, or that have started on the link behind its buffer.
  std::uint64_t sent(int output) const { return at(sent_, output); }
  /// The first cycle in which no flit crosses from the crossbar input of an input channel, or to
  /// the crossbar output of an output channel.
  Cycle input_free_from(int input) const {
    return at(input_free_, parameters_.crossbar_input(input));
  }
  Cycle output_free_from(int output) const {
    return at(output_free_, parameters_.crossbar_output(output));
  }
  /// So many cycles a switch that does what the contract says may be without an arrival, a grant, a
  /// phit on a link and a credit although something will happen by itself; and a margin, for one
  /// that is late.
  Cycle patience() const { return patience_; }
  /// Nothing of these has been for as long.
  bool stands_still() const { return parameters_.clock->cycle() - moved_ > patience_; }
  /// Behind output buffers: the first cycle in which the link of a port can start a flit.
  Cycle link_free_from(int port) const { return at(link_free_, port); }

  /// What the pins for who looks say, behind the last cycle.
  bool ready(int input) const { return rtl_.ready(input); }
  bool may_take(int input, int output) const { return rtl_.may_take(input, output); }
  /// … and comes into a ring by it.
  bool enters(int input, int output) const { return rtl_.enters(input, output); }
  /// … and goes on on a minimal path by it; all without in-transit misrouting.
  bool is_minimal(int input, int output) const { return rtl_.is_minimal(input, output); }
  /// … less those of a flit that starts from the output buffer, while a cycle is allocated.
  int credits(int output) const { return rtl_.credits(output) - at(started_, output); }
  /// Phits that may be granted: credits, or space of the output buffer.
  int room(int output) const { return rtl_.room(output); }
  /// Whether there is a flit to the link behind an output channel, and credits for it.
  bool may_start(int output) const;
  /// A word of the registers, over APB (SwitchInstance::read_register()).
  std::uint32_t read_register(std::uint64_t address) const { return rtl_.read_register(address); }

 private:
  /// Phits of a flit that leaves on a link.
  struct OnLink {
    Flit flit;
    int phits = 0;  ///< that have been there
  };

  void before_end_of_elaboration() override;
  void reset();
  void step();
  void take_arrivals();
  void note_arrival(int input, const Flit& flit);
  void note_grants();
  void note_grant(int input, int output);
  void note_drops();
  void note_drop(int input);
  /// The first flit that waits in an input channel leaves it for an output; -1: it is dropped.
  StoredFlit& leave(int input, int output);
  /// … its last phit in this cycle.
  void note_left(int input, StoredFlit& stored, Cycle last);
  structural::LinkPins leaving(int port);
  void note_start(int output, const Flit& flit);
  structural::CreditPins credits_of(int port);
  void release(int input, int phits);
  void require_nothing_lost();
  void require_credits();
  void require_starts();
  /// The flit at the front of an input channel has come there.
  void tell_front(int input);
  [[noreturn]] void fail(const std::string& what);

  SwitchInstance rtl_;
  const Cycle patience_;
  Cycle moved_ = 0;                                 ///< see stands_still()
  std::vector<OnLink> going_;                       ///< per port
  std::vector<std::deque<StoredFlit>> stored_;      ///< per input channel
  std::vector<std::deque<CrossingFlit>> crossing_;  ///< per output channel
  std::vector<int> started_;  ///< per output channel: phits of the flit that starts from its buffer
  std::vector<bool> owned_;   ///< per output channel
  std::vector<std::uint64_t> occupancy_, sent_;  ///< per channel
  std::vector<Cycle> input_free_, output_free_;  ///< per channel that names an end of the crossbar
  std::vector<Cycle> link_free_;                 ///< per port
  /// Per port: when a flit last started on its link, or it was last seen to have none to send.
  std::vector<Cycle> busy_at_;
};

}  // namespace rtl
}  // namespace netloom
