// Graphs in GraphML.

#include "routing/topology/graphml.h"

#include "routing/topology/graph_builder.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run_graphml(const std::string& input) {
  Netlist netlist;
  const std::string path = input_file(input);
  if (!accepts([&] { netlist = read_graphml(path, 1); })) return;
  for (Link& link : netlist.links) {
    if (link.latency == kLatencyOfKind) link.latency = 1;
  }
  require_round_trip(netlist);
}

const TargetRegistry::Registration kGraphml("graphml", {run_graphml});

}  // namespace
}  // namespace netloom::fuzz
