#pragma once

#include <string>

#include "routing/check/relabel_ways.h"
#include "routing/davc/settings.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// VCs that every numbering needs at least, and why.
struct VcBound {
  int vcs = 0;
  std::string reason;
};

/// See relabel().
VcBound vc_bound(const Netlist& netlist, const DavcSettings& settings, const Ways& ways);

}  // namespace routing
}  // namespace netloom
