#pragma once

#include <string>
#include <vector>

#include "sim/config/config.h"
#include "sim/run/point.h"

namespace netloom {
inline namespace sim {

struct LockstepDifference;

/// In the place of a view: every other switch is structural, and the others are fast.
inline constexpr const char* kMixedViews = "mixed";

/// A network in one view, which is compared with the same network in another.
struct LockstepSide {
  std::string name;  ///< "fast"
  Config config;
};

/// The configuration of a file with all switches in a view, or kMixedViews, and with the longest
/// quantum. Error: as load_config(), and where the view cannot be in it.
LockstepSide lockstep_side(const std::string& path, std::vector<Override> overrides,
                           const std::string& view);

/// The first difference of two sides, and what each of them does there: three lines.
std::string event_lines(const LockstepDifference& difference, const std::string& first,
                        const std::string& second, const Netlist& netlist, int vc_shift);

/// event_lines(), and how the switch stood in each side; runs both once more, up to there.
std::string difference_text(const LockstepSide& first, const LockstepSide& second,
                            const PointRequest& request, const LockstepDifference& difference);

}  // namespace sim
}  // namespace netloom
