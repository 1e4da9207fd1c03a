#pragma once

#include <iosfwd>
#include <string>

#include "routing/function/table/next_hops.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// Reads tables from a text file. Each line is
///     SWITCH DESTINATION PORT [PORT ...]
/// with names as in the netlist and ports by number; DESTINATION is a host, a switch (all its
/// hosts), or * (all hosts). The most specific line holds: host before switch before *. The hosts
/// of a switch are delivered by it without an entry. '#' begins a comment.
/// Error: "PATH:LINE: …" for anything else; unreachable destinations as require_complete().
NextHopTables read_tables(const Netlist& netlist, const std::string& path);

/// Writes tables in the form that read_tables() reads.
void write_tables(const Netlist& netlist, const NextHopTables& tables, std::ostream& out);

}  // namespace routing
}  // namespace netloom
