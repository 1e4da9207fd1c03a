#pragma once

#include "testbench/random/configuration_text.h"
#include "testbench/random/draw.h"

namespace netloom::test {

/// What the NICs of a configuration have to suit.
struct NicBounds {
  int packet_phits = 16;
  bool reorders = false;  ///< they put packets into order
  int layers = 0;         ///< VCs of the VC policy layered; 0: it is another one
};

/// Draws the section `nic`.
void draw_nic(Draw& draw, const NicBounds& bounds, ConfigurationText& configuration);

/// Draws the section `simulation` of a short run. The result: warm-up and measured interval, in
/// cycles.
int draw_simulation(Draw& draw, ConfigurationText& configuration);

/// Has the run end by itself when its results are good enough, or at a cap a little beyond
/// `cycles`, its warm-up and measured interval. It cannot drain, then.
void draw_precision(Draw& draw, int cycles, ConfigurationText& configuration);

}  // namespace netloom::test
