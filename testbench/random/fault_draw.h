#pragma once

#include "routing/netlist/netlist.h"
#include "testbench/random/configuration_text.h"
#include "testbench/random/draw.h"

namespace netloom::test {

/// Draws the section `faults`, of a network with links between switches: most are tolerated.
/// `cycles`: warm-up and measured interval, in which live faults begin.
void draw_faults(Draw& draw, const Netlist& netlist, int cycles, ConfigurationText& configuration);

}  // namespace netloom::test
