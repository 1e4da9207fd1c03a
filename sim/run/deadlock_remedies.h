#pragma once

#include <string>

#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// What can be said to someone whose network has come to a deadlock: values of routing.vcs with
/// which `netloom check` accepts this network and routing function, found by checking each VC
/// policy with few VCs; that the routing is not the cause, but packets that `deviated` or tables
/// that are being written are; or, where the network is too large to check all that in a run, that
/// `netloom check` can be asked.
std::string deadlock_remedies(const Config& config, bool deviated);

}  // namespace sim
}  // namespace netloom
