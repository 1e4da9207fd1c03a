#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The identifiers that DAVC compares: what the fabric manager writes into NODE_ID and PORT_ID. Any
/// numbering is free of deadlocks; how many VCs are needed depends on it.
/// Source: [DAVC 2018], sections 5.4 and 9.
struct DavcIds {
  std::vector<std::uint32_t> nodes;               ///< per switch; no two alike, < switches
  std::vector<std::vector<std::uint32_t>> ports;  ///< per switch and port; no two of a switch
                                                  ///< alike, < ports of the switch
};

/// The numbers of the netlist: switch 3 is node 3, and its port 5 is port 5.
DavcIds netlist_ids(const Netlist& netlist);

/// Reads ids from a text file. Each line is
///     SWITCH ID      or      SWITCH.pPORT ID
/// with names as in the netlist; what no line names keeps its number. '#' begins a comment.
/// Error: "PATH:LINE: …" for anything else, and for an id that is given twice or out of range;
/// "PATH: …" if a number that was kept is another's id.
DavcIds read_davc_ids(const Netlist& netlist, const std::string& path);

/// Writes the ids that differ from the netlist's numbers in the form that read_davc_ids() reads.
void write_davc_ids(const Netlist& netlist, const DavcIds& ids, std::ostream& out);

}  // namespace routing
}  // namespace netloom
