#pragma once

#include <string>

#include "routing/netlist/netlist.h"
#include "sim/base/json.h"
#include "testbench/random/draw.h"

namespace netloom::test {

/// What numbers of VCs depend on.
struct VcKinds {
  std::string function, policy;
  bool dateline = false;  ///< rings have two classes of VCs
};

/// `routing.vcs.count` as the policy needs it; null: the VCs that are there by default. `routing`:
/// what has been drawn of that section.
Json draw_vc_count(Draw& draw, const Netlist& netlist, const VcKinds& kinds, const Json& routing);

}  // namespace netloom::test
