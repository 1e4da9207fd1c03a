#pragma once

#include <memory>

#include "routing/switch_arbiters.h"
#include "rtl/rtl_counters.h"
#include "rtl/rtl_identity.h"

namespace netloom {

/// Lets the switch's arbiters grant, and RTL beside them: every grant is compared.
class ShadowSwitchArbiters final : public SwitchArbiters {
 public:
  /// `counters` outlives the arbiters.
  ShadowSwitchArbiters(RtlIdentity identity, int vc_shift, std::unique_ptr<SwitchArbiters> rtl,
                       RtlBlockCounters& counters);

  /// Error: the RTL grants another channel than the switch. The message says when, where, which
  /// arbiter, among which channels and both answers.
  int grant(const ArbitrationQuery& query) override;
  void used(ArbiterPlace place, int arbiter, int channel) override {
    rtl_->used(place, arbiter, channel);
  }

 private:
  RtlIdentity identity_;
  int vc_shift_;
  std::unique_ptr<SwitchArbiters> rtl_;
  RtlBlockCounters& counters_;
};

/// Lets the RTL grant alone.
class ReplacingSwitchArbiters final : public SwitchArbiters {
 public:
  /// `counters` outlives the arbiters.
  ReplacingSwitchArbiters(RtlIdentity identity, int vc_shift, std::unique_ptr<SwitchArbiters> rtl,
                          RtlBlockCounters& counters);

  /// Error: what the RTL grants does not request.
  int grant(const ArbitrationQuery& query) override;
  void used(ArbiterPlace place, int arbiter, int channel) override {
    rtl_->used(place, arbiter, channel);
  }

 private:
  RtlIdentity identity_;
  int vc_shift_;
  std::unique_ptr<SwitchArbiters> rtl_;
  RtlBlockCounters& counters_;
};

}  // namespace netloom
