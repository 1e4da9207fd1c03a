#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/kernel/ranks.h"
#include "hw/link/mailbox.h"
#include "routing/base/types.h"

namespace netloom {
inline namespace hw {

/// What crosses links between the switches of this rank and those of others. After each window all
/// ranks exchange it, each with those whose switches are its switches' neighbours.
class RankMail {
 public:
  /// What has come for a switch of this rank is put there, in the order in which it was sent.
  struct Receivers {
    std::function<void(SwitchId to, int channel, const Flit& flit)> flit;
    std::function<void(SwitchId to, int channel, std::uint32_t phits, Cycle cycle)> credit;
  };

  /// `threads`: of this rank. `ranks` outlives it.
  RankMail(Ranks& ranks, int threads, Receivers receivers)
      : ranks_(ranks), threads_(threads), receivers_(std::move(receivers)) {}

  /// The route to a switch of another rank, for what switches of a thread of this one send.
  MailRoute route(SwitchId to, int rank, int thread);

  /// What all ranks have to know after each window.
  struct News {
    std::uint64_t failure = ~std::uint64_t{0};  ///< the least of them counts
    std::uint64_t nothing_else = 1;             ///< 0 in one of them: 0 in all
  };

  /// What was sent since the last exchange is on its way, and what others have sent is there. What
  /// they know together.
  News exchange(const News& mine);

  /// Bytes of the messages that this rank has sent.
  std::uint64_t sent_bytes() const { return sent_bytes_; }

 private:
  struct Place {
    SwitchId switch_id;
    std::int32_t channel;
  };
  struct Credit {
    Place place;
    std::uint32_t phits;
    std::uint32_t cycle;  ///< as in flits
  };

  /// What goes to another rank.
  struct Partner {
    std::vector<Mailbox> by_thread;
    std::vector<Flit> flits;
    std::vector<Place> places;  ///< of each flit
    std::vector<Credit> credits;

    std::string message(const News& news);
  };

  /// Stands for a switch of another rank.
  class Remote final : public MailReceiver {
   public:
    Remote(Partner& partner, SwitchId switch_id) : partner_(partner), switch_id_(switch_id) {}
    void receive(const Flit& flit, int channel) override {
      partner_.flits.push_back(flit);
      partner_.places.push_back({switch_id_, channel});
    }
    void receive_credit(int channel, std::uint32_t phits, Cycle cycle) override {
      partner_.credits.push_back({{switch_id_, channel}, phits, static_cast<std::uint32_t>(cycle)});
    }

   private:
    Partner& partner_;
    SwitchId switch_id_;
  };

  /// Whether each rank has all others as partners.
  bool everybody_hears_all();
  News take(const std::string& message) const;

  Ranks& ranks_;
  int threads_;
  Receivers receivers_;
  std::map<int, Partner> partners_;  ///< by rank
  std::map<SwitchId, std::unique_ptr<Remote>> remotes_;
  std::uint64_t sent_bytes_ = 0;
  std::optional<bool> everybody_;  ///< everybody_hears_all(), once it is known
};

}  // namespace hw
}  // namespace netloom
