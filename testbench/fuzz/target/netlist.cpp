// Netlist files: YAML and JSON.

#include "routing/netlist/netlist_io.h"
#include "testbench/fuzz/fuzz_target.h"

namespace netloom::fuzz {
namespace {

void run_netlist(const std::string& input) {
  Netlist netlist;
  const std::string path = input_file(input);
  if (accepts([&] { netlist = read_netlist(path); })) require_round_trip(netlist);
}

const TargetRegistry::Registration kNetlist("netlist", {run_netlist});

}  // namespace
}  // namespace netloom::fuzz
