#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/base/random.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/failed_parts.h"
#include "routing/netlist/topology.h"

// What one routing decision costs, apart from the switch around it.

namespace {

using namespace netloom;

void decide(benchmark::State& state, const std::string& topology, const ParameterMap& shape,
            const std::string& function, const ParameterMap& parameters = {},
            const std::vector<std::string>& faults = {}) {
  const TopologyEntry& network = TopologyRegistry::instance().find(topology);
  const Netlist netlist =
      network.make(resolve_parameters(network.parameters, shape, topology))->netlist({});
  const RoutingFunctionEntry& entry = RoutingFunctionRegistry::instance().find(function);
  RoutingContext context;
  context.netlist = &netlist;
  context.vcs.assign(netlist.kinds.size(), 1);
  context.vc_policy = "single";
  context.parameters = resolve_parameters(entry.parameters, parameters, function);
  for (const std::string& fault : faults) {
    context.failed_links.push_back(links_of_part(netlist, FailedPart::kLink, fault).front());
  }
  const auto routing = entry.make(context);
  const auto router = routing->make_router(0);
  SwitchShape switch_shape;
  switch_shape.hosts = static_cast<std::uint32_t>(netlist.hosts.size());
  switch_shape.switches = static_cast<std::uint32_t>(netlist.switches.size());
  switch_shape.ports = netlist.switches[0].ports;
  routing->complete_shape(0, switch_shape);
  RegisterFile registers(routing->register_set(), switch_shape);
  for (const RegisterWrite& write : routing->register_program(0)) registers.write(write);
  router->registers_written(registers);
  Random random(1, 1);
  RouteQuery query;
  for (auto unused : state) {
    static_cast<void>(unused);
    std::uint64_t words[4] = {};
    CandidateSet candidates(words, 4, 0);
    query.destination = random.below(switch_shape.hosts);
    router->route(query, candidates);
    benchmark::DoNotOptimize(words);
  }
}

}  // namespace

BENCHMARK_CAPTURE(decide, interval_8ary_3tree, "fat_tree",
                  ParameterMap{{"k", std::int64_t{8}}, {"n", std::int64_t{3}}}, "interval");
BENCHMARK_CAPTURE(decide, interval_32ary_2tree, "fat_tree",
                  ParameterMap{{"k", std::int64_t{32}}, {"n", std::int64_t{2}}}, "interval");
BENCHMARK_CAPTURE(decide, ft2ei_8ary_3tree, "fat_tree",
                  ParameterMap{{"k", std::int64_t{8}}, {"n", std::int64_t{3}}}, "ft2ei");
BENCHMARK_CAPTURE(decide, ft2ei_8ary_3tree_2faults, "fat_tree",
                  ParameterMap{{"k", std::int64_t{8}}, {"n", std::int64_t{3}}}, "ft2ei",
                  ParameterMap{{"exclusion_intervals", std::int64_t{2}}}, {"s64.p2", "s64.p4"});
BENCHMARK_CAPTURE(decide, destro_fir_8ary_3tree, "fat_tree",
                  ParameterMap{{"k", std::int64_t{8}}, {"n", std::int64_t{3}}}, "destro");
BENCHMARK_CAPTURE(decide, destro_fir_64ary_2tree, "fat_tree",
                  ParameterMap{{"k", std::int64_t{64}}, {"n", std::int64_t{2}}}, "destro");
BENCHMARK_CAPTURE(decide, destro_arithmetic_8ary_3tree, "fat_tree",
                  ParameterMap{{"k", std::int64_t{8}}, {"n", std::int64_t{3}}}, "destro",
                  ParameterMap{{"implementation", std::string("arithmetic")}});
BENCHMARK_CAPTURE(decide, destro_table_8ary_3tree, "fat_tree",
                  ParameterMap{{"k", std::int64_t{8}}, {"n", std::int64_t{3}}}, "destro",
                  ParameterMap{{"implementation", std::string("table")}});
BENCHMARK_CAPTURE(decide, ruft_8ary_3stage, "ruft",
                  ParameterMap{{"k", std::int64_t{8}}, {"n", std::int64_t{3}}}, "ruft");
BENCHMARK_CAPTURE(decide, dor_8x8_mesh, "mesh",
                  ParameterMap{{"k", std::vector<std::int64_t>{8, 8}}}, "dor");
BENCHMARK_CAPTURE(decide, ecmp_8ary_3tree, "fat_tree",
                  ParameterMap{{"k", std::int64_t{8}}, {"n", std::int64_t{3}}}, "ecmp");

BENCHMARK_MAIN();
