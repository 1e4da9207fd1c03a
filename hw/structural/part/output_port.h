#pragma once

#include <deque>
#include <vector>

#include "hw/structural/base/part.h"
#include "hw/structural/part/arbiter.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// An output port: the credits of its VCs, their buffers if it has some, and the link
/// (docs/timing.md, rules 6 to 8).
class OutputPort : public Part {
 public:
  OutputPort(sc_core::sc_module_name name, SwitchParameters& of, int port);

  sc_core::sc_in<CreditPins> credit_i{"credit_i"};
  sc_core::sc_out<LinkPins> flit_o{"flit_o"};
  // Per VC.
  sc_core::sc_vector<sc_core::sc_in<Taking>> taking_i;
  sc_core::sc_vector<sc_core::sc_in<Crossing>> crossing_i;
  sc_core::sc_vector<sc_core::sc_out<OutputState>> state_o;

  int credits(int vc) const { return at(vc).credits; }
  /// Phits sent since cycle 0.
  std::uint64_t sent(int vc) const { return at(vc).sent; }
  /// Phits of flits whose head has not come to the link yet, without an output buffer.
  int crossing(int vc) const { return at(vc).crossing; }
  /// The flits in the output buffer whose link has not started.
  const std::deque<Flit>& buffer(int vc) const { return at(vc).buffer; }
  bool link_busy() const { return sending_ > 0; }

 private:
  struct Channel {
    int credits = 0;   ///< phits
    int reserved = 0;  ///< phits for which heads have reserved room
    int space = 0;     ///< phits, of the output buffer
    int crossing = 0;
    std::deque<Flit> buffer;
    bool owned = false;
    std::uint64_t sent = 0;
  };

  void take_credits();
  void run_link();
  void take_grants();

  LinkPins from_crossbar(int vc, const Crossing& crossing);
  int pick();
  void start(int vc);
  void show();
  void tell_sent(int vc) const;
  bool buffered() const { return switch_.shape(port_).output_buffer > 0; }
  bool to_host() const { return switch_.leads_to_host[static_cast<std::size_t>(port_)] != 0; }
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
