#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "testbench/golden/golden_networks.h"
#include "testbench/support/child_process.h"

// Results of small networks, compared to the digit with those in networks.txt.
//
// A change that is meant to change results (and only such a change) writes the file anew:
//     NETLOOM_UPDATE_GOLDEN=1 build/<preset>/testbench/golden/golden_tests
// Look at the difference before you commit it: a line that changed without a reason is a bug.

namespace netloom::test {
namespace {

std::string run(const GoldenNetwork& golden, bool specialised, bool checks) {
  NetworkSetup setup = golden.prepared();
  setup.config.simulation.specialised = specialised;
  setup.config.simulation.check_invariants = checks;
  GoldenSource source = golden.source(setup);
  TestNetwork network(setup, source);
  return run_golden_network(golden, network, source);
}

TEST(Golden, SmallNetworks) {
  std::vector<std::string> lines;
  for (const GoldenNetwork& golden : golden_networks()) {
    const auto on = [&](bool specialised, bool checks) {
      return in_child([&] { return run(golden, specialised, checks); });
    };
    lines.push_back(on(true, true));
    EXPECT_EQ(on(true, false), lines.back());
    EXPECT_EQ(on(false, true), lines.back());
  }

  if (std::getenv("NETLOOM_UPDATE_GOLDEN") != nullptr) {
    std::ofstream file(NETLOOM_GOLDEN_FILE);
    file << "# Written by golden_tests with NETLOOM_UPDATE_GOLDEN=1; see golden_test.cpp.\n";
    for (const std::string& line : lines) file << line << "\n";
    ASSERT_TRUE(file.good()) << "cannot write " << NETLOOM_GOLDEN_FILE;
  }

  std::ifstream file(NETLOOM_GOLDEN_FILE);
  std::vector<std::string> expected;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') expected.push_back(line);
  }
  ASSERT_EQ(expected.size(), lines.size()) << NETLOOM_GOLDEN_FILE;
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], expected[i]);
}

}  // namespace
}  // namespace netloom::test
