#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/study/network_cost.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;

/// A row of Table 5.3 of [Fat-Trees 2010].
struct Row {
  int k, n;
  const char *adaptive, *ideal, *worst;
};

TEST(NetworkCost, EveryDigitOfTable53) {
  const std::vector<Row> table = {{4, 2, "1.04", "0.53", "0.56"},
                                  {4, 4, "1.04", "0.53", "0.55"},
                                  {8, 2, "1.02", "0.52", "0.53"},
                                  {8, 3, "1.02", "0.51", "0.53"},
                                  {2, 7, "1.06", "0.54", "0.59"}};
  for (const Row& row : table) {
    SCOPED_TRACE(fmt::format("{}-ary {}-tree", row.k, row.n));
    const NetworkCosts costs(row.k, row.n);
    const auto relative = [&](CostedNetwork network) {
      return fmt::format("{:.2f}", costs.of(network).relative);
    };
    EXPECT_EQ(relative(CostedNetwork::kAdaptive), row.adaptive);
    EXPECT_EQ(costs.of(CostedNetwork::kDeterministic).relative, 1);
    EXPECT_EQ(relative(CostedNetwork::kRuftIdeal), row.ideal);
    EXPECT_EQ(relative(CostedNetwork::kRuftWorst), row.worst);
  }
}

TEST(NetworkCost, SwitchesAndLinksOfSection541) {
  for (const int k : {2, 4, 32}) {
    for (const int n : {1, 2, 7}) {
      SCOPED_TRACE(fmt::format("{}-ary {}-tree", k, n));
      const NetworkCosts costs(k, n);
      const double ports = 2 * k;
      const double d = 1 / (2.0 * n);
      EXPECT_DOUBLE_EQ(costs.of(CostedNetwork::kAdaptive).switch_cost, 3 * ports + 3);
      EXPECT_DOUBLE_EQ(costs.of(CostedNetwork::kDeterministic).switch_cost, 3 * ports + 2);
      EXPECT_DOUBLE_EQ(costs.of(CostedNetwork::kRuftIdeal).switch_cost, 1.5 * ports + 1.6);
      EXPECT_DOUBLE_EQ(costs.of(CostedNetwork::kRuftWorst).switch_cost, 1.5 * ports + 1.6);
      EXPECT_DOUBLE_EQ(costs.of(CostedNetwork::kAdaptive).link_cost, 2);
      EXPECT_DOUBLE_EQ(costs.of(CostedNetwork::kDeterministic).link_cost, 2);
      EXPECT_DOUBLE_EQ(costs.of(CostedNetwork::kRuftIdeal).link_cost, 1 + d);
      EXPECT_DOUBLE_EQ(costs.of(CostedNetwork::kRuftWorst).link_cost, 1.75 + d);
    }
  }
}

TEST(NetworkCost, EveryParameterCounts) {
  using P = NetworkCostParameters;
  struct Case {
    double P::*parameter;
    // What one unit of it adds to the total of a 4-ary 2-tree: adaptive, deterministic, ideal,
    // worst.
    double adds[4];
  };
  const Case cases[] = {{&P::buffer, {8, 8, 4, 4}},
                        {&P::crossbar, {8, 8, 4, 4}},
                        {&P::port_other, {8, 8, 4, 4}},
                        {&P::routing, {1, 1, 0, 0}},
                        {&P::ruft_routing, {0, 0, 1, 1}},
                        {&P::selection, {1, 0, 0, 0}},
                        {&P::control_other, {1, 1, 1, 1}},
                        {&P::connector, {1, 1, 0.75, 0.75}},
                        {&P::cable, {1, 1, 0.5, 1.25}},
                        {&P::ruft_ideal_length, {0, 0, 1, 0}},
                        {&P::ruft_worst_length, {0, 0, 0, 1}},
                        {&P::link_weight, {2, 2, 1.25, 2}}};
  const NetworkCosts before(4, 2);
  for (const Case& each : cases) {
    NetworkCostParameters parameters;
    parameters.*each.parameter += 1;
    const NetworkCosts after(4, 2, parameters);
    for (std::size_t i = 0; i < kCostedNetworks.size(); ++i) {
      const CostedNetwork network = kCostedNetworks[i];
      EXPECT_NEAR(after.of(network).total - before.of(network).total, each.adds[i], 1e-12)
          << "parameter " << &each - cases << ", " << costed_network_name(network);
    }
  }
}

TEST(NetworkCost, RefusesWhatHasNoMeaning) {
  EXPECT_EQ(error_of([] { NetworkCosts(1, 2); }), "network cost: k is 1; allowed: 2 or more");
  EXPECT_EQ(error_of([] { NetworkCosts(2, 0); }), "network cost: n is 0; allowed: 1 or more");
  NetworkCostParameters negative;
  negative.cable = -1;
  EXPECT_EQ(error_of([&] { NetworkCosts(2, 2, negative); }),
            "network cost: cable is -1; allowed: 0 or more");
  NetworkCostParameters nothing;
  nothing.buffer = nothing.crossbar = nothing.port_other = 0;
  nothing.routing = nothing.control_other = nothing.link_weight = 0;
  EXPECT_NE(error_of([&] { NetworkCosts(2, 2, nothing); }).find("costs nothing"),
            std::string::npos);
}

}  // namespace
}  // namespace netloom
