// Graphs as lists of cables.

#include "routing/topology/edge_list.h"

#include "routing/topology/graph_builder.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run_edge_list(const std::string& input) {
  Netlist netlist;
  const std::string path = input_file(input);
  if (!accepts([&] { netlist = read_edge_list(path, 1); })) return;
  for (Link& link : netlist.links) {
    if (link.latency == kLatencyOfKind) link.latency = 1;
  }
  require_round_trip(netlist);
}

const TargetRegistry::Registration kEdgeList("edge_list", {run_edge_list});

}  // namespace
}  // namespace netloom::fuzz
