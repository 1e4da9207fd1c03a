#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/link/flit.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

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

/// What switches have sent to neighbours that they cannot write into, until it is handed over: by
/// then the cycles have passed in which nobody looks for it.
class Mailbox {
 public:
  void add_flit(MailReceiver& to, const Flit& flit, Cycle arrival, int channel) {
    flits_.push_back(flit);
    flits_.back().arrival = static_cast<std::uint32_t>(arrival);
    places_.push_back({&to, channel});
  }
  void add_credit(MailReceiver& to, Cycle cycle, int channel, std::uint32_t phits) {
    credits_.push_back({&to, cycle, channel, phits});
  }

  /// Hands over everything.
  void deliver() {
    for (std::size_t i = 0; i < flits_.size(); ++i) {
      places_[i].to->receive(flits_[i], places_[i].channel);
    }
    for (const SentCredit& sent : credits_) {
      sent.to->receive_credit(sent.channel, sent.phits, sent.cycle);
    }
    flits_.clear();
    places_.clear();
    credits_.clear();
  }

  void swap(Mailbox& other) {
    flits_.swap(other.flits_);
    places_.swap(other.places_);
    credits_.swap(other.credits_);
  }

 private:
  struct Place {
    MailReceiver* to;
    int channel;
  };
  struct SentCredit {
    MailReceiver* to;
    Cycle cycle;
    int channel;
    std::uint32_t phits;
  };

  std::vector<Flit> flits_;
  std::vector<Place> places_;  ///< of each flit
  std::vector<SentCredit> credits_;
};

/// Whom a link leads to that the sender cannot write into, and the box for it.
struct MailRoute {
  MailReceiver* to = nullptr;
  Mailbox* box = nullptr;
};

/// How two switches are connected that may not be able to write into each other.
struct LinkMail {
  Mailbox* there = nullptr;  ///< for flits
  Mailbox* back = nullptr;   ///< for their credits
  bool always = false;       ///< even if they could: they are in different regions
};

}  // namespace hw
}  // namespace netloom
