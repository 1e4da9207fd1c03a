#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw/network/switch_hooks.h"
#include "rtl/view/rtl_view.h"
#include "rtl/view/switch_kind.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// What the RTL views of a configuration are made from, but for who makes their models. The
/// configuration outlives it.
RtlViewPlan rtl_view_plan(const Config& config);

/// What makes the switches of a configuration that are in the RTL view; empty: there are none. Each
/// kind of switch is Verilated and compiled when it is first asked for, and kept for the next time
/// (switch_object_folder()). The configuration outlives it.
RtlViewHook rtl_view_hook(const Config& config);

/// The kinds of switches of a network that does not run: with all of them known to fit RTL, each is
/// Verilated and compiled. The configuration outlives it.
class RtlKinds {
 public:
  explicit RtlKinds(const Config& config);
  /// For a network that this outlives, in which structural models stand for RTL. It throws what
  /// RTL does not do.
  RtlViewHook hook();
  /// The names of their objects, which other names have if anything has changed that they are made
  /// from. Error: a switch of one's own is not as it has to be.
  std::vector<std::string> build();
  /// Whether those that are built show heads, room and grants (has_watch_pins()).
  bool watched() const { return watched_; }

 private:
  const Config& config_;
  std::map<std::string, SwitchKind> kinds_;  ///< by name
  bool watched_ = true;
};

/// Where shared objects of switches are kept: the folder netloom/switches of XDG_CACHE_HOME, or of
/// ~/.cache.
std::string switch_object_folder();

}  // namespace sim
}  // namespace netloom
