#include "routing/davc/davc_vcs.h"

#include <fmt/format.h>

namespace netloom {
inline namespace routing {

std::string DavcVcs::explain(const RouteQuery& head, const VcHop& hop,
                             const RegisterFile& registers) const {
  const std::uint32_t in = registers.value("NEIGHBOUR_PORT", head.input_port);
  const std::uint32_t out = registers.value("PORT_ID", hop.output_port);
  const std::uint32_t node = registers.value("NODE_ID", 0);
  const std::uint32_t next = registers.value("NEIGHBOUR_ID", hop.output_port);
  const std::string by_node =
      fmt::format("NEIGHBOUR_ID {} {} NODE_ID {}", next, next <= node ? "<=" : ">", node);
  const std::string by_port = fmt::format("PORT_ID {} {} NEIGHBOUR_PORT {}", out,
                                          out < in ? "<" : (out == in ? "=" : ">"), in);
  std::string compared;
  switch (rule_.function()) {
    case DavcFunction::kNode:
      compared = "F_N: " + by_node;
      break;
    case DavcFunction::kPort:
      compared = "F_P: " + by_port;
      break;
    case DavcFunction::kNodePort:
      compared = "F_NP: " + by_port + (out == in ? ", " + by_node : "");
      break;
  }
  const int vc = rule_.next_vc(head.input_vc, in, out, node, next);
  return fmt::format("{}: {} VC {}", compared, vc > head.input_vc ? "up to" : "stays on", vc);
}

}  // namespace routing
}  // namespace netloom
