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
  // The longest that the view allows.
  overrides.push_back({"simulation.quantum", "0", "--views"});
  // What is looked at, one thread runs; and pins allow no more.
  overrides.push_back({"simulation.threads", "1", "--views"});
  return {view, load_config(path, overrides)};
}

std::string event_lines(const LockstepDifference& difference, const std::string& first,
                        const std::string& second, const Netlist& netlist, int vc_shift) {
  const auto lacking = [&]() -> std::string {
    const std::string none = "no such event in this cycle";
    if (difference.next) {
      return none + "; the next one at this port: " + difference.next->text(netlist, vc_shift);
    }
    return none + fmt::format(", and none at this port in the {} cycles after it",
                              LockstepDifference::kLookAhead);
  };
  const std::string event = difference.event.text(netlist, vc_shift);
  return fmt::format("first difference in cycle {} at {}:\n  {}: {}\n  {}: {}\n",
                     difference.cycle(), difference.event.place(netlist, vc_shift), first,
                     difference.of_first ? event : lacking(), second,
                     difference.of_first ? lacking() : event);
}

std::string difference_text(const LockstepSide& first, const LockstepSide& second,
                            const PointRequest& request, const LockstepDifference& difference) {
  const Config& config = first.config;
  std::string text = event_lines(difference, first.name, second.name, config.netlist,
                                 vc_shift_of(config.vcs, config.network.nic.injection_vcs));
  const std::string& name = config.netlist.switches[difference.switch_id()].name;
  for (const LockstepSide* side : {&first, &second}) {
    text += fmt::format("{}, {}:\n{}", name, side->name,
                        switch_state(*side, request, difference.switch_id(), difference.cycle()));
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
