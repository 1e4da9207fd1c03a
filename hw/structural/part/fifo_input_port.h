#pragma once

#include <deque>
#include <vector>

#include "hw/structural/base/phit_watch.h"
#include "hw/structural/kind/input_port.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// An input port with a FIFO for each VC, that is read out into the crossbar phit by phit.
class FifoInputPort : public InputPort {
 public:
  FifoInputPort(sc_core::sc_module_name name, SwitchParameters& of, int port);

  std::vector<HeldFlit> flits(int vc) const override;
  std::uint64_t occupancy(int vc) const override {
    return vcs_[static_cast<std::size_t>(vc)].occupancy;
  }

 private:
  struct Stored {
    Flit flit;
    int arrived = 0;  ///< phits
    int left = 0;     ///< phits
    bool leaves = false;
    int output = -1;  ///< … for this channel; -1: it waits, or is dropped
  };
  struct Channel {
    std::deque<Stored> queue;
    std::uint64_t occupancy = 0;
  };

  void reset() override;
  void arrive();
  void store(const LinkPins& pins);
  void cross();
  void begin_to_leave(int vc, Stored& stored, const Grant& grant);
  void begin_to_cross(int vc, Stored& stored, int output);
  void begin_to_drop(int vc, const Stored& stored);
  void note_occupancy(int vc, const Flit& flit, Cycle last);
  /// The last phit of a flit leaves the buffer.
  void release(int vc, const Flit& flit);
  Crossing advance(Stored& stored) const;
  void show_head(int vc);

  std::deque<Stored>& queue(int vc) { return vcs_[static_cast<std::size_t>(vc)].queue; }
  const std::deque<Stored>& queue(int vc) const { return vcs_[static_cast<std::size_t>(vc)].queue; }
  int phits_in(int vc) const;

  int port_;
  PhitWatch watch_;
  std::vector<Channel> vcs_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
