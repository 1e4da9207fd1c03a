#pragma once

#include <string>
#include <vector>

#include "hw/config/config.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// A key of the configuration that a part does not do, or not with every value.
struct PartLimit {
  std::string key;           ///< below `switch`: "allocator.iterations"
  std::string reason;        ///< what the part does instead: "matches once a cycle"
  std::string allowed = {};  ///< the only value; empty: it has none, and the key may not be named
};

/// Those of a part in switches with this configuration.
using PartLimits = std::vector<PartLimit> (*)(const SwitchConfig& config);

}  // namespace structural
}  // namespace hw
}  // namespace netloom
