#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/decision/switch_arbiters.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {

/// One Verilated arbiter among numbered requesters, with the ports that all arbiters have. At an
/// edge, only used_i counts, and with it used_index_i: the other inputs are random then.
class VerilatedArbiter : public ClockedBlocks {
 public:
  static constexpr int kNone = -1;

  /// In its reset state.
  VerilatedArbiter(const SharedBlock& block, const netloom_module& module, std::uint64_t seed);

  /// To set its straps.
  const Instance& instance() const { return instance_; }

  void reset() override;
  /// The requester that is granted; kNone: none. Error: the two forms of the answer, one-hot and
  /// number, contradict each other.
  int grant(const std::uint64_t* requests, int words, Cycle now);
  /// In the cycle of the last grant.
  void used(int requester);

 private:
  Instance instance_;
  Pin requests_, used_index_, grant_, index_, valid_, used_;
  SwitchClock clock_;
};

/// Sets the straps of an arbiter with so many requesters, of which groups of 2^group_shift belong
/// together.
using StrapArbiter = std::function<void(const Instance& arbiter, int requesters, int group_shift)>;

/// All arbiters of one switch, each made when it is first asked. Those of input ports and links
/// have the VCs of their port as requesters, those of crossbar outputs all channels.
class VerilatedSwitchArbiters final : public SwitchArbiters, public ClockedBlocks {
 public:
  VerilatedSwitchArbiters(SharedBlock block, const ArbiterStraps& straps, std::uint64_t seed,
                          StrapArbiter strap);

  void reset() override;
  int grant(const ArbitrationQuery& query) override;
  void used(ArbiterPlace place, int arbiter, int channel) override;

 private:
  /// The channel that is requester 0.
  int first_of(ArbiterPlace place, int arbiter) const {
    return place == ArbiterPlace::kOutput ? 0 : arbiter << straps_.vc_shift;
  }
  VerilatedArbiter& arbiter(ArbiterPlace place, int number);

  SharedBlock block_;
  ArbiterStraps straps_;
  std::uint64_t seed_;
  StrapArbiter strap_;
  std::array<std::vector<std::unique_ptr<VerilatedArbiter>>, 3> arbiters_;  ///< by place
};

/// What arbiters of both kinds share. The VCs of a port are in one word.
RtlBlockEntry arbiter_block(const SharedBlock& block, ArbiterKind kind,
                            const std::string& kind_name, const StrapArbiter& strap);

}  // namespace rtl
}  // namespace netloom
