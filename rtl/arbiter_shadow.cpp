#include "rtl/arbiter_shadow.h"

#include <string>
#include <utility>

#include "routing/error.h"
#include "rtl/channel_text.h"

namespace netloom {
namespace {

std::string arbiter_text(const ArbitrationQuery& query, int vc_shift) {
  switch (query.place) {
    case ArbiterPlace::kInput:
      return "the arbiter of input port " + std::to_string(query.arbiter);
    case ArbiterPlace::kLink:
      return "the arbiter of the link of output port " + std::to_string(query.arbiter);
    case ArbiterPlace::kOutput:
      break;
  }
  return "the arbiter of the crossbar output " + channel_text(query.arbiter, vc_shift);
}

std::string requests_text(const ArbitrationQuery& query, int vc_shift) {
  return arbiter_text(query, vc_shift) +
         "; channels that request: " + channels_text(query.requests, query.words, vc_shift);
}

}  // namespace

ShadowSwitchArbiters::ShadowSwitchArbiters(RtlIdentity identity, int vc_shift,
                                           std::unique_ptr<SwitchArbiters> rtl,
                                           RtlBlockCounters& counters)
    : identity_(std::move(identity)),
      vc_shift_(vc_shift),
      rtl_(std::move(rtl)),
      counters_(counters) {}

int ShadowSwitchArbiters::grant(const ArbitrationQuery& query) {
  const int granted = rtl_->grant(query);
  ++counters_.decisions;
  if (granted == query.granted) return granted;
  ++counters_.mismatches;
  throw Error(identity_.rtl() + " differs from the reference in " + identity_.place(query.cycle) +
              ", " + requests_text(query, vc_shift_) + "; the reference grants " +
              channel_text(query.granted, vc_shift_) + ", the RTL grants " +
              channel_text(granted, vc_shift_));
}

ReplacingSwitchArbiters::ReplacingSwitchArbiters(RtlIdentity identity, int vc_shift,
                                                 std::unique_ptr<SwitchArbiters> rtl,
                                                 RtlBlockCounters& counters)
    : identity_(std::move(identity)),
      vc_shift_(vc_shift),
      rtl_(std::move(rtl)),
      counters_(counters) {}

int ReplacingSwitchArbiters::grant(const ArbitrationQuery& query) {
  const int granted = rtl_->grant(query);
  ++counters_.decisions;
  if (has_channel(query.requests, query.words, granted)) return granted;
  throw Error(identity_.rtl() + " grants a channel that does not request, in " +
              identity_.place(query.cycle) + ", " + requests_text(query, vc_shift_) +
              "; the RTL grants " + channel_text(granted, vc_shift_));
}

}  // namespace netloom
