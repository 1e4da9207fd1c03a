#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// A view of a switch, and what it does not do.
struct ViewInfo {
  const char* name;
  const char* summary;
  std::vector<const char*> excluded;  ///< from it, and so from lockstep with it
};
const std::vector<ViewInfo>& view_infos();

/// A value of `views`: every other switch in the structural view, the others in the fast one.
std::string mixed_views(const Netlist& netlist);

/// Whether any switch is in the RTL view.
bool has_rtl_view(const Config& config);

/// Why the RTL view of a switch cannot be in the network of a configuration, and what is allowed;
/// none: it can.
std::optional<std::string> rtl_refusal(const Config& config);
/// What it leaves out, in words.
std::vector<const char*> rtl_exclusions();

/// Why the structural view of a switch cannot be in the network of a configuration; none: it can.
std::optional<std::string> structural_refusal(const Config& config);

}  // namespace sim
}  // namespace netloom
