#pragma once

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Chien's model of the time that a router takes to route a head: a constant, and a selection among
/// F options that grows with log2 F. Its unit does not matter, because the delay of one option is
/// given in cycles.
/// Source: [IODET 2013], section 4, after [Chien 1998], whose constants for a 0.8 µm gate array are
/// the defaults: 4.7 ns + 1.2 ns log2 F.
struct ChienDelay {
  int base = 20;           ///< cycles for one routing option, >= 0
  double constant = 4.7;   ///< of the routing function, > 0
  double selection = 1.2;  ///< per doubling of the options, >= 0
  int options = 1;         ///< F, >= 1
};

/// base · (constant + selection · log2 options) / constant, to the nearest cycle.
double routing_delay(const ChienDelay& model);

}  // namespace routing
}  // namespace netloom
