#pragma once

#include <cstdint>
#include <vector>

#include "hw/link/flit.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// A switch as the other end of a link, for a neighbour that cannot write into its buffers and
/// calendar. Channels are port << vc_shift | VC, the same way in all switches of a network.
class MailReceiver {
 public:
  /// A flit, whose `arrival` says when its first phit comes to an input VC: that cycle is still to
  /// come. Its credit guarantees room for it.
  virtual void receive(const Flit& flit, int channel) = 0;
  /// In `cycle`, which is still to come, the credit for a flit of so many phits comes to an output
  /// VC.
  virtual void receive_credit(int channel, std::uint32_t phits, Cycle cycle) = 0;

 protected:
  ~MailReceiver() = default;
};

/// What a switch has sent to neighbours of another kind, until it is handed to them: nobody looks
/// for it in the quantum in which it was sent.
class Mailbox {
 public:
  void add_flit(MailReceiver& to, const Flit& flit, Cycle arrival, int channel) {
    flits_.push_back({flit, &to, channel});
    flits_.back().flit.arrival = static_cast<std::uint32_t>(arrival);
  }
  void add_credit(MailReceiver& to, Cycle cycle, int channel, std::uint32_t phits) {
    credits_.push_back({&to, cycle, channel, phits});
  }

  /// Hands over everything.
  void deliver() {
    for (const SentFlit& sent : flits_) sent.to->receive(sent.flit, sent.channel);
    for (const SentCredit& sent : credits_) {
      sent.to->receive_credit(sent.channel, sent.phits, sent.cycle);
    }
    flits_.clear();
    credits_.clear();
  }

 private:
  struct SentFlit {
    Flit flit;
    MailReceiver* to;
    int channel;
  };
  struct SentCredit {
    MailReceiver* to;
    Cycle cycle;
    int channel;
    std::uint32_t phits;
  };

  std::vector<SentFlit> flits_;
  std::vector<SentCredit> credits_;
};

}  // namespace hw
}  // namespace netloom
