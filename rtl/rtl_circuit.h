#pragma once

#include <string>
#include <utility>
#include <vector>

#include "routing/base/visible.h"
#include "routing/davc/rule.h"
#include "routing/registers/register_table.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A switch whose circuit is asked for.
struct CircuitRequest {
  std::string set = kNoRegisters;
  SwitchShape shape;
  int complete_ports = 1;  ///< of a switch with all its ports: 2k in a fat-tree, also for a root
  DavcFunction davc = DavcFunction::kNodePort;  ///< with SwitchShape::davc
  // In a dragonfly.
  int local_ports = 1;
  int local_vcs = 3;
  int global_vcs = 2;
  // In a mesh or torus.
  int dimensions = 1;
  int coordinate_bits = 1;
};

/// The SystemVerilog that makes a block's decision in one switch, for synthesis.
struct RtlCircuit {
  std::string module = {};
  std::vector<std::pair<std::string, int>> parameters = {};
  std::vector<std::pair<std::string, std::string>> defines = {};
  /// The registers of the register table that it holds.
  std::vector<std::string> registers = {};
  bool one_of_each = false;  ///< of which it holds one element each: a switch has several of it
  /// Its flip-flops beside these, and what they are; 0 and empty: none.
  int more_flip_flops = 0;
  std::string more_meaning = {};

  /// "Ports=4 Width=12".
  std::string parameters_text() const {
    std::string text;
    for (const auto& [name, value] : parameters) {
      text += (text.empty() ? "" : " ") + name + '=' + std::to_string(value);
    }
    return text;
  }
};

}  // namespace rtl
}  // namespace netloom
