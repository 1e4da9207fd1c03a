#include "rtl/selector_shadow.h"

#include <utility>

#include "routing/error.h"

namespace netloom {
namespace {

/// "port 5, VC 0".
std::string channel_text(int channel, int vc_shift) {
  if (channel == PortSelector::kNone) return "none";
  return "port " + std::to_string(channel >> vc_shift) + ", VC " +
         std::to_string(channel & ((1 << vc_shift) - 1));
}

bool qualifies(const SelectionQuery& query, int channel) {
  return channel >= 0 && channel < query.words * 64 &&
         (query.qualifying[channel / 64] >> channel % 64 & 1) != 0;
}

std::string qualifying_text(const SelectionQuery& query, int vc_shift) {
  std::string result;
  for (int channel = 0; channel < query.words * 64; ++channel) {
    if (!qualifies(query, channel)) continue;
    result += (result.empty() ? "" : "; ") + channel_text(channel, vc_shift);
  }
  return "{" + result + "}";
}

}  // namespace

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
              ", for " + packet_of(query) +
              "; channels to select from: " + qualifying_text(query, vc_shift_) +
              ", preferred port " + std::to_string(query.preferred_port) + "; the reference says " +
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
  if (qualifies(query, selected)) return selected;
  throw Error(identity_.rtl() + " selects a channel that does not qualify, in " +
              identity_.place(query.cycle) + ", for " + packet_of(query) +
              "; channels to select from: " + qualifying_text(query, vc_shift_) +
              "; the RTL says " + channel_text(selected, vc_shift_));
}

}  // namespace netloom
