#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "routing/port_matcher.h"
#include "routing/registry.h"

namespace netloom {

/// A Verilated implementation of an RTL block. Several may implement one block: Netloom's own, in
/// one or more forms, and a user's (CMake function netloom_rtl_block).
struct RtlBlockEntry {
  static constexpr const char* kKind = "RTL block implementation";

  std::string block;    ///< the decision it makes: "interval"
  std::string summary;  ///< one line for `netloom list`
  /// Whether it makes the same decision as this C++ model, so that it can take its place.
  std::function<bool(const PortMatcher& reference)> implements;
  /// Makes the instances that decide for one switch with so many ports, in their reset state.
  std::function<std::unique_ptr<PortMatcher>(int ports)> make_port_matcher;
};

using RtlBlockRegistry = Registry<RtlBlockEntry>;

/// Names of the implementations of one block, sorted.
std::vector<std::string> rtl_implementations(const std::string& block);

}  // namespace netloom
