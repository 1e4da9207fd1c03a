#pragma once

#include <deque>
#include <vector>

#include "hw/structural/kind/output_port.h"
#include "hw/structural/part/arbiter.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// An output port that counts credits, with a buffer for each VC if the configuration has some.
class CreditOutputPort : public OutputPort {
 public:
  CreditOutputPort(sc_core::sc_module_name name, SwitchParameters& of, int port);

  int credits(int vc) const override { return at(vc).credits; }
  std::uint64_t sent(int vc) const override { return at(vc).sent; }
  int crossing(int vc) const override { return at(vc).crossing; }
  std::vector<const Flit*> buffered_flits(int vc) const override;
  bool link_busy() const override { return sending_ > 0 || freed_ > 0; }

 private:
  struct Channel {
    int credits = 0;   ///< phits
    int reserved = 0;  ///< phits for which heads have reserved room
    int space = 0;     ///< phits, of the output buffer
    int crossing = 0;
    std::deque<Flit> buffer;
    int coming = 0;  ///< phits of the last flit for it that have not come out of the crossbar
    bool owned = false;
    std::uint64_t sent = 0;
  };

  void reset() override;
  void take_credits();
  void run_link();
  void take_grants();

  LinkPins from_crossbar(int vc, const Crossing& crossing);
  void store(int vc, const Crossing& crossing);
  LinkPins from_buffer();
  /// The pins with a phit of the flit that the link sends.
  LinkPins phit(int vc, bool head, bool tail) const;
  int pick();
  void start(int vc);
  void show();
  void tell_sent(int vc) const;
  bool buffered() const { return switch_.shape(port_).output_buffer > 0; }
  bool endless() const { return switch_.endless(port_); }
  Channel& at(int vc) { return vcs_[static_cast<std::size_t>(vc)]; }
  const Channel& at(int vc) const { return vcs_[static_cast<std::size_t>(vc)]; }

  int port_;
  std::vector<Channel> vcs_;
  Arbiter arbiter_;  ///< of the link
  Flit on_link_;     ///< that the link sends, or the last one
  int link_vc_ = 0;  ///< of it
  int sending_ = 0;  ///< phits of it that the link has not sent yet, from the buffer
  int freed_ = 0;    ///< phits of the buffer that are free again in the next cycle
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
