#include "rtl/decision/arbitrating.h"

#include <fmt/format.h>

#include "rtl/decision/channel_text.h"

namespace netloom {
inline namespace rtl {
namespace {

std::string arbiter_text(const ArbitrationQuery& query, int vc_shift) {
  switch (query.place) {
    case ArbiterPlace::kInput:
      return fmt::format("the arbiter of input port {}", query.arbiter);
    case ArbiterPlace::kLink:
      return fmt::format("the arbiter of the link of output port {}", query.arbiter);
    case ArbiterPlace::kOutput:
      break;
  }
  return "the arbiter of the crossbar output " + channel_text(query.arbiter, vc_shift);
}

std::string requests_text(const RtlIdentity& rtl, const ArbitrationQuery& query) {
  return fmt::format(", {}; channels that request: {}", arbiter_text(query, rtl.vc_shift),
                     channels_text(query.requests, query.words, rtl.vc_shift));
}

}  // namespace

std::string Arbitrating::difference(const Compared<Arbitrating>& compared) {
  if (compared.expected == compared.found) return {};
  const RtlIdentity& rtl = compared.rtl_identity;
  return fmt::format(
      "{}; the reference grants {}, the RTL grants {}", requests_text(rtl, compared.query),
      channel_text(compared.expected, rtl.vc_shift), channel_text(compared.found, rtl.vc_shift));
}

std::string Arbitrating::no_answer(const RtlIdentity& rtl, const ArbitrationQuery& query,
                                   int channel) {
  if (has_channel(query.requests, query.words, channel)) return {};
  return fmt::format(" grants a channel that does not request, in {}{}; the RTL grants {}",
                     rtl.place(query.cycle), requests_text(rtl, query),
                     channel_text(channel, rtl.vc_shift));
}

}  // namespace rtl
}  // namespace netloom
