#pragma once

#include <string>

#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// Reads a text file with a cable between two switches on each line,
///     SWITCH SWITCH [LATENCY [KIND]]
/// where switch names are any words, LATENCY is in cycles (default: that of the kind, here
/// kLatencyOfKind) and KIND is the link kind (default "link"). '#' begins a comment. A line that
/// comes twice is two parallel cables. Switches are numbered in the order in which they first
/// appear; each has `hosts_per_switch` hosts.
///
/// Error ("FILE:LINE: …"): the file cannot be read, a line of another form, and what GraphBuilder
/// refuses.
Netlist read_edge_list(const std::string& file, int hosts_per_switch);

}  // namespace routing
}  // namespace netloom
