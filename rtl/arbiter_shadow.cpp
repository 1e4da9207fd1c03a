#include "rtl/arbiter_shadow.h"

#include <string>
#include <utility>

#include "routing/base/error.h"
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

RtlSwitchArbiters::RtlSwitchArbiters(RtlMode mode, RtlIdentity identity, int vc_shift,
                                     std::unique_ptr<SwitchArbiters> rtl,
                                     RtlBlockCounters& counters)
    : mode_(mode),
      identity_(std::move(identity)),
      vc_shift_(vc_shift),
      rtl_(std::move(rtl)),
      counters_(counters) {}

int RtlSwitchArbiters::grant(const ArbitrationQuery& query) {
  const int granted = rtl_->grant(query);
  ++counters_.decisions;
  const auto where = [&] {
    return identity_.place(query.cycle) + ", " + requests_text(query, vc_shift_);
  };
  if (mode_ == RtlMode::kReplace) {
    if (has_channel(query.requests, query.words, granted)) return granted;
    throw Error(identity_.rtl() + " grants a channel that does not request, in " + where() +
                "; the RTL grants " + channel_text(granted, vc_shift_));
  }
  if (granted == query.granted) return granted;
  ++counters_.mismatches;
  throw Error(identity_.rtl() + " differs from the reference in " + where() +
              "; the reference grants " + channel_text(query.granted, vc_shift_) +
              ", the RTL grants " + channel_text(granted, vc_shift_));
}

}  // namespace netloom
