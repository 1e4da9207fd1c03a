#include "rtl/decision/vc_deciding.h"

#include <fmt/format.h>

#include <cstdint>

#include "rtl/decision/channel_text.h"

namespace netloom {
inline namespace rtl {

std::string VcDeciding::difference(const Compared<VcDeciding>& compared) {
  if (compared.expected == compared.found) return {};
  const auto registers = [](const char* whose, const std::string& text) {
    return text.empty() ? text : fmt::format("; registers of the {}: {}", whose, text);
  };
  const RouteQuery& head = compared.query.head;
  const VcHop& hop = compared.query.hop;
  return fmt::format(
      ", for {}, with header state {:#x}, and a {}hop by output port {}{}{}{}; the reference says "
      "VCs {}, the RTL says {}",
      packet_of(head), head.state, hop.misrouted ? "misrouted " : "", hop.output_port,
      registers("switch", compared.registers.of_switch()),
      registers("input port", compared.registers.of_port(head.input_port)),
      registers("output port", compared.registers.of_port(hop.output_port)),
      set_text(compared.expected), set_text(compared.found));
}

std::string VcDeciding::no_answer(const RtlIdentity& rtl, const Query& query, Answer vcs) {
  const std::uint64_t existing = query.model.vcs_of(query.hop.output_port);
  if ((vcs & ~existing) == 0) return {};
  return fmt::format(
      " offers channels that do not exist, in {}, for {}, and a hop by output port {}; the RTL "
      "says VCs {}; the port has VCs {}",
      rtl.place(query.head.cycle), packet_of(query.head), query.hop.output_port, set_text(vcs),
      set_text(existing));
}

}  // namespace rtl
}  // namespace netloom
