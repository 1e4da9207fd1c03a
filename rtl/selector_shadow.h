#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/port_selector.h"
#include "rtl/rtl_counters.h"
#include "rtl/rtl_identity.h"

namespace netloom {

/// Lets the switch select, and RTL beside it: every selection is compared.
class ShadowPortSelector final : public PortSelector {
 public:
  /// `counters` outlives the selector.
  ShadowPortSelector(RtlIdentity identity, int vc_shift, std::unique_ptr<PortSelector> rtl,
                     RtlBlockCounters& counters);

  /// Error: the RTL selects another channel than the switch. The message says when, where, for
  /// which packet, from what and both answers.
  int select(const SelectionQuery& query) override;
  void used(int port) override { rtl_->used(port); }

 private:
  RtlIdentity identity_;
  int vc_shift_;
  std::unique_ptr<PortSelector> rtl_;
  RtlBlockCounters& counters_;
};

/// Lets the RTL select alone.
class ReplacingPortSelector final : public PortSelector {
 public:
  /// `counters` outlives the selector.
  ReplacingPortSelector(RtlIdentity identity, int vc_shift, std::unique_ptr<PortSelector> rtl,
                        RtlBlockCounters& counters);

  /// Error: what the RTL selects is none of the channels that qualify.
  int select(const SelectionQuery& query) override;
  void used(int port) override { rtl_->used(port); }

 private:
  RtlIdentity identity_;
  int vc_shift_;
  std::unique_ptr<PortSelector> rtl_;
  RtlBlockCounters& counters_;
};

}  // namespace netloom
