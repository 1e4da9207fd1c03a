#pragma once

#include <string>

#include "routing/netlist/netlist.h"
#include "testbench/random/draw.h"

namespace netloom::test {

/// The text of forwarding tables (`routing.file`): shortest ways to every switch with hosts, of
/// equal ones one or more.
std::string draw_forwarding_table(Draw& draw, const Netlist& netlist);

}  // namespace netloom::test
