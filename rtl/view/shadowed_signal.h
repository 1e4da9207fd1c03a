#pragma once

#include <string>

#include "routing/base/visible.h"
#include "rtl/view/bit_vector.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A pin or a register of a switch in RTL, and what the model has in its place, in a cycle.
struct ShadowedSignal {
  std::string name;       ///< "credit_valid_o"; of a register as in the register table
  int port = -1;          ///< -1: of the whole switch
  int vc = -1;            ///< -1: of all VCs of the port
  std::string part;       ///< of the model that it comes from: "input_port_1"
  int width = 1;          ///< bits
  bool mask = false;      ///< a bit for each channel
  bool compared = false;  ///< it has a meaning in this cycle
  BitVector model, rtl;

  bool differs() const { return compared && model != rtl; }
  /// Behind the name of the switch: ".p1.vc0"; empty: the whole switch.
  std::string place() const {
    return (port < 0 ? "" : ".p" + std::to_string(port)) +
           (vc < 0 ? "" : ".vc" + std::to_string(vc));
  }
};

}  // namespace rtl
}  // namespace netloom
