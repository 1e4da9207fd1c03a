#include "rtl/decision/route_deciding.h"

#include <fmt/format.h>

#include "rtl/decision/channel_text.h"

namespace netloom {
inline namespace rtl {

std::string RouteDeciding::difference(const Compared<RouteDeciding>& compared) {
  if (compared.expected == compared.found) return {};
  const auto text = [](const Routed& routed) {
    return fmt::format("ports {}, VCs {}, of which VCs {} come into a ring",
                       set_text(routed.ports.data(), static_cast<int>(routed.ports.size())),
                       set_text(routed.vcs), set_text(routed.entering));
  };
  return fmt::format(", for {}; the reference says {}; the RTL says {}", packet_of(compared.query),
                     text(compared.expected), text(compared.found));
}

}  // namespace rtl
}  // namespace netloom
