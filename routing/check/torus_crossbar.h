#pragma once

#include <string>

#include "routing/base/parameters.h"
#include "routing/base/visible.h"
#include "routing/check/crosspoints.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The crossbar that serves in any switch of a torus with `dimensions` >= 2 of `size` >= 3
/// switches, one host at each, and `vcs` VCs on its links, with the routing function, VC policy and
/// parameters given.
///
/// A hop concerns two dimensions at most, that in which a packet came and that in which it goes on.
/// So what any switch may need is what the tori show in which two dimensions at a time have `size`
/// switches and the others one, and size^2 switches of many dimensions are enough.
/// Source: [IODET 2013], Table 1.
SharedCrossbar torus_crossbar(int dimensions, int size, int vcs, const std::string& function,
                              const std::string& vc_policy, const ParameterMap& parameters);

}  // namespace routing
}  // namespace netloom
