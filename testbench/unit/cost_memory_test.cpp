#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/study/memory_scaling.h"
#include "sim/study/register_cost.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;

std::uint64_t log2_up(std::uint64_t value) {
  return static_cast<std::uint64_t>(std::ceil(std::log2(static_cast<double>(value))));
}

SwitchShape tree_switch(std::uint32_t nodes, int k) {
  SwitchShape shape;
  shape.hosts = nodes;
  shape.ports = 2 * k;
  return shape;
}

TEST(RegisterCost, CountsEveryInstanceOfTheTable) {
  SwitchShape shape = tree_switch(64, 4);
  shape.vcs = 2;
  shape.input_buffer = 80;
  const RegisterCost cost("interval", shape);
  EXPECT_EQ(cost.bits(RegisterClass::kRouting), 8u * 2 * 6);
  EXPECT_EQ(cost.bits(RegisterClass::kCredits), 8u * 2 * 7);  // 0 … 80 per port and VC
  EXPECT_EQ(cost.bits(RegisterClass::kArbitration), 8u * (1 + 3) + 3);
  EXPECT_EQ(cost.bits(RegisterClass::kIdentity), 0u);
  EXPECT_EQ(cost.total(), 96u + 112u + 35u);
}

TEST(RegisterCost, WithoutRoutingRegistersTheOthersRemain) {
  const SwitchShape shape = tree_switch(64, 4);
  const RegisterCost with("interval", shape);
  const RegisterCost without(kNoRegisters, shape);
  EXPECT_EQ(without.bits(RegisterClass::kRouting), 0u);
  EXPECT_EQ(without.total(), with.total() - with.bits(RegisterClass::kRouting));
}

// The formulas of [Fat-Trees 2010], spelled out with floating-point logarithms.
TEST(RegisterCost, EqualsTheFormulasForEverySize) {
  for (const int k : {2, 3, 4, 8, 32}) {
    for (std::uint32_t nodes = 2; nodes <= 1048576; nodes = nodes * 3 / 2 + 1) {
      SCOPED_TRACE(std::to_string(k) + " " + std::to_string(nodes));
      const auto ports = static_cast<std::uint64_t>(2 * k);
      const std::uint64_t log = log2_up(nodes);
      SwitchShape shape = tree_switch(nodes, k);
      const FormulaCheck interval = check_formula("interval", shape, 2 * k);
      EXPECT_EQ(interval.counted, ports * 2 * log);
      EXPECT_TRUE(interval.equal());
      const FormulaCheck fir = check_formula("fir", shape, 2 * k);
      EXPECT_EQ(fir.counted, ports * (3 * log + ports));
      EXPECT_TRUE(fir.equal());

      shape.up_ports = k;
      shape.exclusion_intervals = 3;
      const FormulaCheck ft2ei = check_formula("ft2ei", shape, 2 * k);
      EXPECT_EQ(ft2ei.formula, (2 + 3) * ports * log);
      // One bit per exclusion interval says whether it is in force.
      EXPECT_EQ(ft2ei.counted, ft2ei.formula + 3 * static_cast<std::uint64_t>(k));
      EXPECT_TRUE(ft2ei.explained);

      EXPECT_EQ(table_formula(nodes, 2 * k, 1), nodes * (log + log2_up(ports)));
      EXPECT_EQ(table_formula(nodes, 2 * k, k),
                nodes * (log + static_cast<std::uint64_t>(k) * log2_up(ports)));
    }
  }
}

TEST(RegisterCost, SaysWhyASwitchDiffersFromTheFormula) {
  SwitchShape root = tree_switch(64, 4);
  root.ports = 4;
  const FormulaCheck interval = check_formula("interval", root, 8);
  EXPECT_EQ(interval.formula, 96u);
  EXPECT_EQ(interval.counted, 48u);
  EXPECT_EQ(interval.difference, "it has 4 of 8 ports, which take 48 bits");
  EXPECT_TRUE(interval.explained);

  const FormulaCheck source = check_formula("fir_source", tree_switch(64, 4), 8);
  EXPECT_EQ(source.counted, source.formula + 8);
  EXPECT_EQ(source.difference, "OPERAND adds 8 bits, which the formula leaves out");
  EXPECT_TRUE(source.explained);

  root.exclusion_intervals = 2;  // of no up port
  const FormulaCheck ft2ei = check_formula("ft2ei", root, 8);
  EXPECT_EQ(ft2ei.formula, 4u * 8 * 6);
  EXPECT_EQ(ft2ei.counted, 4u * 2 * 6);
  EXPECT_EQ(ft2ei.difference, "it has 4 of 8 ports and 0 of them lead up, which take 48 bits");
  EXPECT_TRUE(ft2ei.explained);
}

// [Fat-Trees 2010], Figure 3.24: at k = 32 tables are larger at every size, by orders of magnitude
// in large networks.
TEST(MemoryScaling, Ft2eiAgainstAdaptiveTables) {
  const MemoryScaling scaling = memory_scaling({});
  ASSERT_EQ(scaling.points.size(), 16u);  // 32 … 1,048,576
  EXPECT_TRUE(scaling.adaptive);
  EXPECT_TRUE(scaling.explained);
  for (const MemoryPoint& point : scaling.points) {
    EXPECT_LT(point.counted, point.table) << point.nodes;
    EXPECT_EQ(point.formula, 4u * 64 * log2_up(point.nodes));
    EXPECT_EQ(point.counted, point.formula + 64);
    EXPECT_EQ(point.difference, "EENABLE adds 64 bits, which the formula leaves out");
  }
  EXPECT_EQ(scaling.points.back().nodes, 1048576u);
  EXPECT_EQ(scaling.points.back().counted, 5184u);
  EXPECT_EQ(scaling.points.back().table, 1048576u * (20 + 32 * 6));
}

// [Fat-Trees 2010], Figure 4.25: only in small networks are deterministic tables smaller than FIR.
TEST(MemoryScaling, FirAgainstDeterministicTables) {
  MemoryScalingOptions options;
  options.set = "fir";
  const MemoryScaling scaling = memory_scaling(options);
  EXPECT_FALSE(scaling.adaptive);
  EXPECT_TRUE(scaling.explained);
  std::uint32_t last_where_tables_win = 0;
  for (const MemoryPoint& point : scaling.points) {
    EXPECT_EQ(point.counted, point.formula);
    EXPECT_EQ(point.counted, 64u * (3 * log2_up(point.nodes) + 64));
    if (point.table < point.counted) last_where_tables_win = point.nodes;
  }
  EXPECT_EQ(last_where_tables_win, 256u);
  EXPECT_EQ(scaling.points.back().counted, 7936u);
  EXPECT_EQ(scaling.points.back().table, 1048576u * 26);
}

// Without the restrictions, whose bits do not depend on the network, tables are smaller below 100
// nodes only, as section 4.3.5 says.
TEST(MemoryScaling, LeavesARegisterOut) {
  MemoryScalingOptions options;
  options.set = "fir";
  options.leave_out = "RRR";
  for (const MemoryPoint& point : memory_scaling(options).points) {
    EXPECT_EQ(point.counted, 64u * 3 * log2_up(point.nodes));
    EXPECT_EQ(point.formula, point.counted + 64 * 64);
    EXPECT_EQ(point.table < point.counted, point.nodes < 100) << point.nodes;
  }
}

TEST(MemoryScaling, MarksWholeTrees) {
  for (const MemoryPoint& point : memory_scaling({}).points) {
    const bool whole =
        point.nodes == 32 || point.nodes == 1024 || point.nodes == 32768 || point.nodes == 1048576;
    EXPECT_EQ(point.whole_tree, whole) << point.nodes;
  }
}

TEST(MemoryScaling, WritesAllPointsAsCsvJsonAndCurves) {
  MemoryScalingOptions options;
  options.k = 4;
  options.exclusion_intervals = 1;
  options.largest = 8;
  const MemoryScaling scaling = memory_scaling(options);
  EXPECT_EQ(memory_csv(scaling),
            "nodes,whole_tree,register_bits,formula_bits,table_bits\n"
            "4,1,52,48,56\n"
            "8,0,76,72,120\n");
  const Json json = memory_json(scaling);
  EXPECT_EQ(json.at("registers"), "ft2ei");
  EXPECT_EQ(json.at("table"), "adaptive");
  EXPECT_EQ(json.at("exclusion_intervals"), 1);
  ASSERT_EQ(json.at("points").size(), 2u);
  EXPECT_EQ(json.at("points")[1].at("register_bits"), 76);
  const Chart chart = memory_chart(scaling);
  ASSERT_EQ(chart.series.size(), 2u);
  EXPECT_EQ(chart.series[0].points[1].y, 120);
  EXPECT_EQ(chart.series[1].points[1].y, 76);
  EXPECT_TRUE(chart.log_x);
  EXPECT_TRUE(chart.log_y);
}

// NODE_ID, and for each port PORT_ID, NEIGHBOUR_ID and the 8 bits of NEIGHBOUR_PORT, of which
// [Fat-Trees 2010] knows nothing.
TEST(MemoryScaling, CountsDavcForAsManySwitchesAsNodes) {
  MemoryScalingOptions options;
  options.set = kDavcRegisters;
  options.k = 4;
  options.largest = 1024;
  const MemoryScaling scaling = memory_scaling(options);
  EXPECT_EQ(scaling.points.back().counted, 10u + 8 * (3 + 10 + 8));
  EXPECT_EQ(scaling.points.back().formula, 0u);
  EXPECT_THAT(memory_csv(scaling), testing::EndsWith("\n1024,1,178,,13312\n"));
  EXPECT_TRUE(memory_json(scaling).at("points")[0].at("formula_bits").is_null());
}

// h = 2 and one link between two groups: 8 offsets. The window has a counter of two bits (two
// hosts) for each of 200 cycles and each offset.
TEST(MemoryScaling, CountsLiaInDragonflies) {
  MemoryScalingOptions options;
  options.set = "lia";
  options.k = 4;
  const MemoryScaling scaling = memory_scaling(options);
  ASSERT_EQ(scaling.points.size(), 2u);
  EXPECT_EQ(scaling.points[0].nodes, 40u);  // two links between two groups
  EXPECT_EQ(scaling.points[1].nodes, 72u);
  const std::uint64_t settings = 9 * 16 + 2 * 7;
  const std::uint64_t counters = 8 * (200 * 2 + 9 + 11 + 18) + 4 * 20;
  EXPECT_EQ(scaling.points[1].counted, settings + counters);
  EXPECT_EQ(scaling.points[1].table, 72u * (7 + 3));
  EXPECT_THAT(memory_text(scaling),
              testing::StartsWith("Memory of routing in a switch of 7 ports"));
}

TEST(MemoryScaling, DrawsAChartForEachRadix) {
  std::vector<MemoryScaling> scalings;
  for (const int k : {4, 8}) {
    for (const char* const set : {"interval", "ft2ei", "fir"}) {
      MemoryScalingOptions options;
      options.set = set;
      options.k = k;
      options.largest = 64;
      scalings.push_back(memory_scaling(options));
    }
  }
  const std::vector<Chart> charts = memory_charts(scalings);
  ASSERT_EQ(charts.size(), 2u);
  EXPECT_EQ(charts[1].title, "switches of 16 ports");
  std::vector<std::string> names;
  for (const Chart::Series& series : charts[1].series) names.push_back(series.name);
  // Interval routing and FT2EI are set against the same table.
  EXPECT_THAT(names, testing::ElementsAre("forwarding table, adaptive", "interval routing",
                                          "FT2EI, 2 exclusion intervals",
                                          "forwarding table, deterministic", "FIR"));
  EXPECT_THAT(memory_csv(scalings),
              testing::StartsWith("registers,k,nodes,whole_tree,register_bits,formula_bits,"
                                  "table_bits\ninterval,4,4,1,32,32,"));
}

TEST(MemoryScaling, RefusesWhatHasNoMeaning) {
  const auto error = [](auto change) {
    MemoryScalingOptions options;
    change(options);
    return error_of([&] { memory_scaling(options); });
  };
  EXPECT_EQ(error([](auto& o) { o.set = kNoRegisters; }),
            "memory: there are no registers in 'none' that grow with the network; allowed: "
            "interval, fir, fir_source, ft2ei, forwarding_table, lia, davc");
  EXPECT_EQ(error([](auto& o) {
              o.set = "lia";
              o.k = 5;
            }),
            "memory: lia with k = 5; allowed: an even k, of dragonflies with h = k / 2, whose "
            "switches have 2k - 1 ports");
  EXPECT_EQ(error([](auto& o) {
              o.set = "lia";
              o.k = 32;
              o.largest = 10000;
            }),
            "memory: up to 10000 nodes; allowed with lia and k = 32: at least 16896");
  EXPECT_EQ(error([](auto& o) {
              o.set = "fir";
              o.leave_out = "LIP";
            }),
            "memory: 'fir' has no register 'LIP' to leave out; allowed: LIB, UIB, MR, RRR");
  EXPECT_EQ(error([](auto& o) { o.k = 1; }), "memory: k is 1; allowed: 2 to 128");
  EXPECT_EQ(error([](auto& o) { o.k = 129; }), "memory: k is 129; allowed: 2 to 128");
  EXPECT_EQ(error([](auto& o) { o.exclusion_intervals = 0; }),
            "memory: 0 exclusion intervals; allowed: 1 to 16");
  EXPECT_EQ(error([](auto& o) { o.largest = 31; }),
            "memory: up to 31 nodes; allowed: 32 (k, rounded up to a power of two) to 16777216");
}

}  // namespace
}  // namespace netloom
