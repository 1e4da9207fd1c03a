#pragma once

#include <deque>
#include <vector>

#include "hw/structural/base/part.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// An input port: a FIFO for each VC, and the read-out into the crossbar (docs/timing.md, rules 1,
/// 5 and 8).
class InputPort : public Part {
 public:
  InputPort(sc_core::sc_module_name name, SwitchParameters& of, int port);

  sc_core::sc_in<LinkPins> flit_i{"flit_i"};
  sc_core::sc_out<CreditPins> credit_o{"credit_o"};
  // Per VC.
  sc_core::sc_vector<sc_core::sc_out<Head>> head_o;
  sc_core::sc_vector<sc_core::sc_in<Request>> request_i;
  sc_core::sc_vector<sc_core::sc_in<Grant>> grant_i;
  sc_core::sc_vector<sc_core::sc_out<Crossing>> crossing_o;  ///< what of the VC crosses

  /// Calls use(flit, phits) for each flit whose last phit has not left, with the phits of the
  /// buffer that it takes, and whether it has begun to cross.
  template <class Use>
  void for_each_flit(int vc, Use use) const {
    for (const Stored& stored : queue(vc)) use(stored.flit, stored.output >= 0);
  }
  /// Phits times cycles of the flits that have been granted.
  std::uint64_t occupancy(int vc) const { return vcs_[static_cast<std::size_t>(vc)].occupancy; }

 private:
  struct Stored {
    Flit flit;
    int arrived = 0;  ///< phits
    int left = 0;     ///< phits
    int output = -1;  ///< channel to which it crosses; -1: it waits
  };
  struct Channel {
    std::deque<Stored> queue;
    std::uint64_t occupancy = 0;
  };

  void arrive();
  void cross();
  void begin_to_cross(int vc, Stored& stored, int output);
  /// In which the last phit of a flit leaves the buffer that is granted now.
  Cycle last_cycle(const Flit& flit, int output) const;
  /// Phits per cycle through the crossbar.
  int speed(int output) const;
  /// For the hop through this switch.
  void rewrite_header(Flit& flit, int input, int output);
  Crossing advance(Stored& stored) const;
  void show_head(int vc);

  std::deque<Stored>& queue(int vc) { return vcs_[static_cast<std::size_t>(vc)].queue; }
  const std::deque<Stored>& queue(int vc) const { return vcs_[static_cast<std::size_t>(vc)].queue; }
  int phits_in(int vc) const;

  int port_;
  std::vector<Channel> vcs_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
