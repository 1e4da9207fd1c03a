// Whether packets of a torus can wait for each other in a circle, with and without bubble flow
// control. This needs no SystemC, and may be compiled as any C++ from 17 on.
#include <netloom/routing/base/error.h>
#include <netloom/routing/base/parameters.h>
#include <netloom/routing/check/connectivity.h>
#include <netloom/routing/check/deadlock.h>
#include <netloom/routing/check/witness_path.h>
#include <netloom/routing/function/make_routing.h>
#include <netloom/routing/netlist/topology.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace {

netloom::Netlist torus(std::int64_t size) {
  const netloom::TopologyEntry& entry = netloom::TopologyRegistry::instance().find("torus");
  const netloom::ParameterMap given = {{"k", std::vector<std::int64_t>{size, size}}};
  return entry.make(netloom::resolve_parameters(entry.parameters, given, "torus"))->netlist({});
}

void print(const netloom::Netlist& netlist, const char* rings) {
  const netloom::RoutingFunctionEntry& entry =
      netloom::RoutingFunctionRegistry::instance().find("dor");
  netloom::RoutingContext context;
  context.netlist = &netlist;
  context.vcs.assign(netlist.kinds.size(), 1);
  context.vc_policy = "free";
  context.parameters =
      netloom::resolve_parameters(entry.parameters, {{"rings", std::string(rings)}}, "dor");
  const std::unique_ptr<netloom::RoutingFunction> routing =
      netloom::make_routing_function("dor", context);
  const netloom::DeadlockReport deadlock = netloom::check_deadlock(context, *routing);
  std::cout << rings << ": " << netloom::check_connectivity(context, *routing).pairs << " pairs, "
            << netloom::deadlock_method_name(deadlock.method);
  if (!deadlock.cycle.empty()) std::cout << "; " << netloom::cycle_text(netlist, deadlock.cycle);
  std::cout << "\n";
}

}  // namespace

int main() {
  const netloom::Netlist netlist = torus(5);
  print(netlist, "bubble");
  print(netlist, "none");
  try {
    print(netlist, "magic");
  } catch (const netloom::Error& error) {
    std::cout << error.what() << "\n";
  }
  return 0;
}
