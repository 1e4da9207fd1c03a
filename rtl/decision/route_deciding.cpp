#include "rtl/decision/route_deciding.h"

#include <fmt/format.h>

#include <cstdint>

#include "rtl/decision/channel_text.h"

namespace netloom {
inline namespace rtl {
namespace {

std::string text_of(const Routed& routed) {
  return fmt::format("ports {}, VCs {}, of which VCs {} come into a ring",
                     set_text(routed.ports.data(), static_cast<int>(routed.ports.size())),
                     set_text(routed.vcs), set_text(routed.entering));
}

}  // namespace

std::string RouteDeciding::difference(const Compared<RouteDeciding>& compared) {
  if (compared.expected == compared.found) return {};
  return fmt::format(", for {}; the reference says {}; the RTL says {}",
                     packet_of(compared.query.head), text_of(compared.expected),
                     text_of(compared.found));
}

std::string RouteDeciding::no_answer(const RtlIdentity& rtl, const Query& query,
                                     const Routed& routed) {
  if (silent(routed)) return {};
  const auto vcs_of = [&](int port) { return port < rtl.ports ? query.model.vcs_of(port) : 0; };
  std::uint64_t existing = 0;
  bool each_has_one = true;
  routed.for_each_port([&](int port) {
    const std::uint64_t vcs = vcs_of(port);
    existing |= vcs;
    each_has_one = each_has_one && (vcs & routed.vcs) != 0;
  });
  if (each_has_one && (routed.vcs & ~existing) == 0) return {};
  std::string ports;
  routed.for_each_port([&](int port) {
    const std::uint64_t vcs = vcs_of(port);
    ports +=
        fmt::format("; output port {} has {}", port, vcs == 0 ? "no link" : "VCs " + set_text(vcs));
  });
  return fmt::format(" offers channels that do not exist, in {}, for {}; the RTL says {}{}",
                     rtl.place(query.head.cycle), packet_of(query.head), text_of(routed), ports);
}

}  // namespace rtl
}  // namespace netloom
