#pragma once

#include <optional>

#include "routing/check/connectivity.h"
#include "routing/check/deadlock.h"
#include "routing/check/vc_need.h"
#include "sim/config/config.h"
#include "sim/run/register_readout.h"

namespace netloom {

/// What can be said about a configuration's routing without simulating it. Each of these is one
/// part of `netloom check`. Error: the routing function is not defined on the network.

/// The VCs that packets need with the VC policy davc; none with another policy.
std::optional<VcNeed> vc_need_of(const Config& config);

/// Whether packets could come to need VCs that there are not.
bool has_too_few(const Config& config, const VcNeed& need);

ConnectivityReport connectivity_of(const Config& config);
DeadlockReport deadlock_of(const Config& config);

/// Programs the registers over TLM-2.0 and compares them. Elaborates the network: once per process.
RegisterCheck registers_of(const Config& config);

}  // namespace netloom
