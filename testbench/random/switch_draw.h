#pragma once

#include "routing/netlist/netlist.h"
#include "testbench/random/configuration_text.h"
#include "testbench/random/draw.h"

namespace netloom::test {

/// What the switches of a configuration have to suit.
struct SwitchBounds {
  bool wormhole = false;
  int flit_phits = 16;        ///< the packet's, but in wormhole
  int least_flits = 1;        ///< that a buffer holds
  bool faults = false;        ///< output buffers do not go together with them
  bool says_options = false;  ///< the routing function does (RoutingFunction::routing_options)
};

/// Draws the section `switch`. `network` has been drawn.
void draw_switch(Draw& draw, const Netlist& netlist, const SwitchBounds& bounds,
                 ConfigurationText& configuration);

}  // namespace netloom::test
