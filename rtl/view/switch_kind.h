#pragma once

#include <string>
#include <vector>

#include "hw/switch/base/switch_model.h"
#include "routing/base/visible.h"
#include "routing/registers/packet_header.h"
#include "rtl/view/switch_route.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// What netloom_switch (rtl/switch/netloom_switch.sv) is elaborated with for a switch: two switches
/// with the same parameters differ in straps and registers only, and are Verilated once.
struct SwitchKind {
  HeaderShape header;
  int phit_bits = 0;   ///< width of flit_data of a port
  int most_phits = 1;  ///< of any output: credits, or space of its buffer
  /// NAME=VALUE, as SystemVerilog has them.
  std::vector<std::string> parameters;

  /// A name for it that no other kind has: "netloom_switch_1f0c…".
  std::string name() const;
};

/// Error, with what RTL does instead: the plan has something that no module of rtl/switch/ does.
SwitchKind switch_kind(const SwitchPlan& plan, const SwitchRoute& route);

}  // namespace rtl
}  // namespace netloom
