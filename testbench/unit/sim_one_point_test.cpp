// A configuration that is left with one of its points is the one that would be read with it.

#include <gtest/gtest.h>

#include <string>

#include "sim/config/config.h"
#include "sim/run/one_point.h"

namespace netloom::test {
namespace {

Config config_with(const std::string& traffic, const std::string& seeds) {
  return parse_config("network: {topology: mesh, k: [2, 2]}\ntraffic: {" + traffic +
                          "}\nsimulation: {seeds: " + seeds + "}\n",
                      "c.yaml", "");
}

TEST(OnePoint, IsWhatReadingItWouldGive) {
  Config config = config_with("load: [0.1, 0.4]", "[3, 5]");
  keep_point(config, points_of(config, false).at(3));
  const Config read = config_with("load: 0.4", "5");
  EXPECT_EQ(config.resolved, read.resolved);
  EXPECT_EQ(config.traffic.loads, read.traffic.loads);
  EXPECT_EQ(config.run.seeds, read.run.seeds);
  EXPECT_EQ(config.network.simulation.seed, read.network.simulation.seed);
  EXPECT_EQ(points_of(config, false).size(), 1u);
}

// A load beside them would be one too many.
TEST(OnePoint, OfPhasesThatHaveTheirOwnLoads) {
  const std::string phases =
      "phases: [{pattern: uniform, load: 0.1}, {pattern: complement, load: 0.2, from: 100}]";
  Config config = config_with(phases, "[3, 5]");
  keep_point(config, points_of(config, false).at(0));
  EXPECT_EQ(config.resolved, config_with(phases, "3").resolved);
  EXPECT_EQ(parse_config(print_config(config), "printed.yaml", "").resolved, config.resolved);
}

TEST(OnePoint, OfAClosedWorkload) {
  Config config = config_with("pattern: uniform, burst: {packets: 5}", "[3, 5]");
  keep_point(config, points_of(config, false).at(1));
  EXPECT_EQ(config.resolved, config_with("pattern: uniform, burst: {packets: 5}", "5").resolved);
}

}  // namespace
}  // namespace netloom::test
