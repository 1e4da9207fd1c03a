#pragma once

#include <string>

#include "routing/netlist/netlist.h"
#include "testbench/random/configuration_text.h"
#include "testbench/random/draw.h"

namespace netloom::test {

/// Draws the section `network` of a small network of a topology, with the file that it may name.
/// `function`: the routing function that will be used; some are defined on some sizes only. As a
/// netlist file, sometimes; one of these is of no topology if `topology` is "graph".
void draw_network(Draw& draw, const std::string& topology, const std::string& function,
                  ConfigurationText& configuration);

/// Gives the links of some kinds latencies. `topology` has been drawn into `network`.
void draw_latencies(Draw& draw, const std::string& topology, Json& network);

/// Ports of the largest switch.
int most_ports(const Netlist& netlist);

}  // namespace netloom::test
