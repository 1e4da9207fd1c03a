#include "rtl/decision/port_selecting.h"

#include <fmt/format.h>

#include "rtl/decision/channel_text.h"

namespace netloom {
inline namespace rtl {
namespace {

std::string choice_text(const RtlIdentity& rtl, const SelectionQuery& query) {
  return fmt::format(", for {}; channels to select from: {}", packet_of(query),
                     channels_text(query.qualifying, query.words, rtl.vc_shift));
}

}  // namespace

std::string PortSelecting::difference(const Compared<PortSelecting>& compared) {
  if (compared.expected == compared.found) return {};
  const RtlIdentity& rtl = compared.rtl_identity;
  return fmt::format("{}, preferred port {}; the reference says {}, the RTL says {}",
                     choice_text(rtl, compared.query), compared.query.preferred_port,
                     channel_text(compared.expected, rtl.vc_shift),
                     channel_text(compared.found, rtl.vc_shift));
}

std::string PortSelecting::no_answer(const RtlIdentity& rtl, const SelectionQuery& query,
                                     int channel) {
  if (has_channel(query.qualifying, query.words, channel)) return {};
  return fmt::format(" selects a channel that does not qualify, in {}{}; the RTL says {}",
                     rtl.place(query.cycle), choice_text(rtl, query),
                     channel_text(channel, rtl.vc_shift));
}

}  // namespace rtl
}  // namespace netloom
