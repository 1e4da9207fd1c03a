#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw/structural/structural_switch.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// A number that a port of a part shows, or all that it would have: a field of its signal.
struct PortNumber {
  std::string name;  ///< as the pin in RTL: "flit_vc"; empty: the port is this number
  int width;         ///< bits; numbers that may be negative are in two's complement
  bool mask;         ///< each bit has a meaning of its own
  std::vector<std::uint64_t> value;  ///< the lowest bits first
};

/// A port of a part of a structural switch, to be watched.
struct WatchedPort {
  std::string name;  ///< with the parts that it is in: "input_port_0.head_o_1"
  /// Tells the numbers of its signal now: always the same ones, in the same order.
  std::function<void(const std::function<void(PortNumber)>& tell)> numbers;
};

/// All ports of all parts that are elaborated, also of parts of one's own, whose signals are of a
/// type of hw/structural/base/signals.h, bool, int or an unsigned number. The clock is not
/// among them.
std::vector<WatchedPort> watched_ports(const StructuralSwitch& of);

}  // namespace structural
}  // namespace hw
}  // namespace netloom
