#pragma once

#include <cstdint>
#include <string>

#include "hw/network/switch_hooks.h"
#include "rtl/view/rtl_view.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// What the RTL views of a configuration are made from, but for who makes their models. The
/// configuration outlives it.
RtlViewPlan rtl_view_plan(const Config& config);

/// Which switches of the RTL view are in RTL: all, or the first of each kind and, in place of the
/// others, the structural model, for a network that does not run.
enum class RtlInstances : std::uint8_t { kAll, kOneOfEachKind };

/// What makes the switches of a configuration that are in the RTL view; empty: there are none. Each
/// kind of switch is Verilated and compiled when it is first asked for, and kept for the next time
/// (switch_object_folder()). The configuration outlives it.
RtlViewHook rtl_view_hook(const Config& config, RtlInstances instances = RtlInstances::kAll);

/// Where shared objects of switches are kept: the folder netloom/switches of XDG_CACHE_HOME, or of
/// ~/.cache.
std::string switch_object_folder();

}  // namespace sim
}  // namespace netloom
