#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Version of the format that is written and read.
inline constexpr int kNetlistVersion = 1;

/// File formats of netlists. YAML and JSON hold the same structure and can be read back; dot is
/// for drawing with Graphviz.
///
///     netlist: 1                                  # version of the format, required
///     topology: {name: fat_tree, parameters: {k: 2, n: 2}}      # if one generated the network
///     kinds: [host, up, down]                     # default: as the links name them
///     switches: [{name: s0, ports: 4}, …]         # default name: s and the number
///     hosts: [{name: h0}, …]                      # default name: h and the number
///     links: [{from: h0, to: s0.p0, latency: 1, kind: host}, …]
///     cables: [{from: s0.p2, to: s1.p0, latency: 1, kind: up}, …]   # two links each
///
/// An end is HOST or SWITCH.pPORT. The latency (cycles) is 1 unless given; the kind "host" at hosts
/// and "link" elsewhere. Cables are for files written by hand; they come after the links.
enum class NetlistFormat { kYaml, kJson, kDot };

/// "yaml", "json", "dot".
const std::vector<std::string>& netlist_format_names();
/// Error: unknown name; lists the known ones.
NetlistFormat parse_netlist_format(const std::string& name);

/// Writes a netlist. Error: it is not valid.
void write_netlist(const Netlist& netlist, NetlistFormat format, std::ostream& out);

/// Reads a netlist from a YAML or JSON file; what write_netlist() wrote comes back identical.
/// Error: "PATH:LINE: …" with what is allowed, for anything that is not a valid netlist. If the
/// file names a topology, then its network has to be that topology's in all but the latencies.
Netlist read_netlist(const std::string& path);

/// The same from text; `name` stands for the path in messages.
Netlist parse_netlist(const std::string& text, const std::string& name);

}  // namespace routing
}  // namespace netloom
