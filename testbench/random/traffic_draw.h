#pragma once

#include "routing/netlist/netlist.h"
#include "testbench/random/configuration_text.h"
#include "testbench/random/draw.h"

namespace netloom::test {

/// What the traffic of a configuration has to suit.
struct TrafficBounds {
  int packet_phits = 16;
  bool reorders = false;  ///< NICs put packets into order
  int cycles = 500;       ///< warm-up and measured interval of open traffic
};

/// Draws the section `traffic`: little enough to be simulated in a moment.
void draw_traffic(Draw& draw, const Netlist& netlist, const TrafficBounds& bounds,
                  ConfigurationText& configuration);

}  // namespace netloom::test
