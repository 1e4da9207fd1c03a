#pragma once

#include <memory>

#include "routing/decision/switch_arbiters.h"
#include "rtl/rtl_counters.h"
#include "rtl/rtl_identity.h"
#include "rtl/rtl_mode.h"

namespace netloom {

/// Lets the RTL grant, in shadow mode beside the switch's arbiters: every grant is compared.
class RtlSwitchArbiters final : public SwitchArbiters {
 public:
  /// `counters` outlives the arbiters.
  RtlSwitchArbiters(RtlMode mode, RtlIdentity identity, int vc_shift,
                    std::unique_ptr<SwitchArbiters> rtl, RtlBlockCounters& counters);

  /// Error: the RTL grants another channel than the switch (shadow), or one that does not request
  /// (replace). The message says when, where, which arbiter, among which channels and the answers.
  int grant(const ArbitrationQuery& query) override;
  void used(ArbiterPlace place, int arbiter, int channel) override {
    rtl_->used(place, arbiter, channel);
  }

 private:
  RtlMode mode_;
  RtlIdentity identity_;
  int vc_shift_;
  std::unique_ptr<SwitchArbiters> rtl_;
  RtlBlockCounters& counters_;
};

}  // namespace netloom
