#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/decision/port_matcher.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/block_registry.h"

namespace netloom {

/// The allowed ports of a decision.
using Ports = std::array<std::uint64_t, kMaxPorts / 64>;

inline Ports ask(PortMatcher& matcher, const RouteQuery& query) {
  Ports ports{};
  matcher.match(query, ports.data());
  return ports;
}

/// What claims to implement the block: all but the wrong ones of these tests. One's own RTL, in a
/// folder of NETLOOM_RTL_PATH, is checked here too.
inline std::vector<std::string> right_implementations(const std::string& block) {
  std::vector<std::string> result;
  for (const std::string& name : rtl_implementations(block)) {
    if (name.rfind("broken", 0) != 0 && name != "forgetful") result.push_back(name);
  }
  return result;
}

/// The RTL that stands for this model.
inline std::unique_ptr<PortMatcher> make_rtl(const std::string& implementation,
                                             const PortMatcher& reference, int ports,
                                             std::uint64_t seed = 1) {
  return RtlBlockRegistry::instance()
      .find(implementation)
      .make_as<PortMatcher>(reference, ports, seed);
}

/// Resets an implementation that has a clock.
template <class Decision>
void reset(Decision& rtl) {
  dynamic_cast<ClockedBlocks&>(rtl).reset();
}

}  // namespace netloom
