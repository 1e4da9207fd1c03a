#pragma once

#include <string>

#include "routing/decision/routing_function.h"

namespace netloom {
inline namespace routing {

/// VCs of each kind of links, as a routing function with ascending VCs needs to know them.
struct DragonflyVcs {
  int host = 1;  ///< of ejection links
  int local = 1;
  int global = 1;
};

/// Error, beginning with `user`, unless the VC policy is "ascending" and there are at least as many
/// VCs on local and global links as given.
DragonflyVcs ascending_vcs(const RoutingContext& context, const std::string& user, int local,
                           int global);

}  // namespace routing
}  // namespace netloom
