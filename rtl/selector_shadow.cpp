#include "rtl/selector_shadow.h"

#include <string>
#include <utility>

#include "routing/base/error.h"
#include "rtl/channel_text.h"

namespace netloom {

RtlPortSelector::RtlPortSelector(RtlMode mode, RtlIdentity identity, int vc_shift,
                                 std::unique_ptr<PortSelector> rtl, RtlBlockCounters& counters)
    : mode_(mode),
      identity_(std::move(identity)),
      vc_shift_(vc_shift),
      rtl_(std::move(rtl)),
      counters_(counters) {}

int RtlPortSelector::select(const SelectionQuery& query) {
  const int selected = rtl_->select(query);
  ++counters_.decisions;
  const auto where = [&] {
    return identity_.place(query.cycle) + ", for " + packet_of(query) +
           "; channels to select from: " + channels_text(query.qualifying, query.words, vc_shift_);
  };
  if (mode_ == RtlMode::kReplace) {
    if (has_channel(query.qualifying, query.words, selected)) return selected;
    throw Error(identity_.rtl() + " selects a channel that does not qualify, in " + where() +
                "; the RTL says " + channel_text(selected, vc_shift_));
  }
  if (selected == query.selected) return selected;
  ++counters_.mismatches;
  throw Error(identity_.rtl() + " differs from the reference in " + where() + ", preferred port " +
              std::to_string(query.preferred_port) + "; the reference says " +
              channel_text(query.selected, vc_shift_) + ", the RTL says " +
              channel_text(selected, vc_shift_));
}

}  // namespace netloom
