#include "rtl/selector_shadow.h"

#include <utility>

#include "routing/error.h"
#include "rtl/channel_text.h"

namespace netloom {
ShadowPortSelector::ShadowPortSelector(RtlIdentity identity, int vc_shift,
                                       std::unique_ptr<PortSelector> rtl,
                                       RtlBlockCounters& counters)
    : identity_(std::move(identity)),
      vc_shift_(vc_shift),
      rtl_(std::move(rtl)),
      counters_(counters) {}

int ShadowPortSelector::select(const SelectionQuery& query) {
  const int selected = rtl_->select(query);
  ++counters_.decisions;
  if (selected == query.selected) return selected;
  ++counters_.mismatches;
  throw Error(identity_.rtl() + " differs from the reference in " + identity_.place(query.cycle) +
              ", for " + packet_of(query) + "; channels to select from: " +
              channels_text(query.qualifying, query.words, vc_shift_) + ", preferred port " +
              std::to_string(query.preferred_port) + "; the reference says " +
              channel_text(query.selected, vc_shift_) + ", the RTL says " +
              channel_text(selected, vc_shift_));
}

ReplacingPortSelector::ReplacingPortSelector(RtlIdentity identity, int vc_shift,
                                             std::unique_ptr<PortSelector> rtl,
                                             RtlBlockCounters& counters)
    : identity_(std::move(identity)),
      vc_shift_(vc_shift),
      rtl_(std::move(rtl)),
      counters_(counters) {}

int ReplacingPortSelector::select(const SelectionQuery& query) {
  const int selected = rtl_->select(query);
  ++counters_.decisions;
  if (has_channel(query.qualifying, query.words, selected)) return selected;
  throw Error(
      identity_.rtl() + " selects a channel that does not qualify, in " +
      identity_.place(query.cycle) + ", for " + packet_of(query) +
      "; channels to select from: " + channels_text(query.qualifying, query.words, vc_shift_) +
      "; the RTL says " + channel_text(selected, vc_shift_));
}

}  // namespace netloom
