#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/decision/port_selector.h"
#include "rtl/rtl_counters.h"
#include "rtl/rtl_identity.h"
#include "rtl/rtl_mode.h"

namespace netloom {

/// Lets the RTL select, in shadow mode beside the switch: every selection is compared.
class RtlPortSelector final : public PortSelector {
 public:
  /// `counters` outlives the selector.
  RtlPortSelector(RtlMode mode, RtlIdentity identity, int vc_shift,
                  std::unique_ptr<PortSelector> rtl, RtlBlockCounters& counters);

  /// Error: the RTL selects another channel than the switch (shadow), or none of those that qualify
  /// (replace). The message says when, where, for which packet, from what and the answers.
  int select(const SelectionQuery& query) override;
  void used(int port) override { rtl_->used(port); }

 private:
  RtlMode mode_;
  RtlIdentity identity_;
  int vc_shift_;
  std::unique_ptr<PortSelector> rtl_;
  RtlBlockCounters& counters_;
};

}  // namespace netloom
