#include "rtl/decision/port_matching.h"

#include <fmt/format.h>

#include "rtl/decision/channel_text.h"

namespace netloom {
inline namespace rtl {
namespace {

bool has(const PortMatching::Answer& ports, int port) {
  return (ports[static_cast<std::size_t>(port / 64)] >> port % 64 & 1) != 0;
}

}  // namespace

std::string PortMatching::difference(const Compared<PortMatching>& compared) {
  if (compared.expected == compared.found) return {};
  int port = 0;
  while (has(compared.expected, port) == has(compared.found, port)) ++port;
  const bool expected = has(compared.expected, port);
  const std::string registers = compared.registers.of_port(port);
  const auto ports = [](const Answer& answer) {
    return set_text(answer.data(), static_cast<int>(answer.size()));
  };
  return fmt::format(
      ", output port {}, for {}{}; the reference says {}, the RTL says {}; all allowed ports: "
      "reference {}, RTL {}",
      port, packet_of(compared.query),
      registers.empty() ? "" : "; registers of the output port: " + registers,
      expected ? "allowed" : "not allowed", expected ? "not allowed" : "allowed",
      ports(compared.expected), ports(compared.found));
}

}  // namespace rtl
}  // namespace netloom
