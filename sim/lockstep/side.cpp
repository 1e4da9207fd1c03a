#include "sim/lockstep/side.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "hw/config/network_sizes.h"
#include "sim/config/views.h"
#include "sim/lockstep/lockstep.h"

namespace netloom {
inline namespace sim {

LockstepSide lockstep_side(const std::string& path, std::vector<Override> overrides,
                           const std::string& view) {
  std::string views = "{default: " + view + "}";
  if (view == kMixedViews) views = mixed_views(load_config(path, overrides).netlist);
  overrides.push_back({"views", views, "--views"});
  // The longest that both sides allow.
  overrides.push_back({"simulation.quantum", "0", "--views"});
  return {view, load_config(path, overrides)};
}

std::string difference_text(const LockstepSide& first, const LockstepSide& second,
                            const PointRequest& request, const LockstepDifference& difference) {
  const Config& config = first.config;
  const int vc_shift = vc_shift_of(config.vcs, config.network.nic.injection_vcs);
  const auto event = [&](const std::optional<PortEvent>& each) {
    return each ? each->text(config.netlist, vc_shift) : std::string("nothing more");
  };
  const std::string& name = config.netlist.switches[difference.switch_id()].name;
  std::string text = fmt::format("first difference in cycle {} at {}:\n", difference.cycle(), name);
  text += fmt::format("  {}: {}\n", first.name, event(difference.first));
  text += fmt::format("  {}: {}\n", second.name, event(difference.second));
  for (const LockstepSide* side : {&first, &second}) {
    text += fmt::format("{}, {}:\n{}", name, side->name,
                        switch_state(*side, request, difference.switch_id(), difference.cycle()));
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
