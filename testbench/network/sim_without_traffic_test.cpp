// Commands that simulate no traffic need no `traffic`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class WithoutTraffic : public Program {
 protected:
  WithoutTraffic() {
    folder.write("tree.yaml",
                 "network: {topology: fat_tree, k: 2, n: 3}\n"
                 "routing: {function: ft2ei, exclusion_intervals: 1}\n");
  }

  static constexpr const char* kAssumed = "traffic: none given; packets of 16 phits are assumed\n";
};

TEST_F(WithoutTraffic, ANetworkCanBeCheckedAndCosted) {
  for (const char* command : {"check", "cost"}) {
    const Result result = run({command, "tree.yaml", "--json", "r.json"});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_THAT(result.output, HasSubstr(kAssumed)) << command;
    const Result sized = run({command, "tree.yaml", "--set", "traffic.packet_phits=4"});
    EXPECT_EQ(sized.status, 0) << sized.errors;
    EXPECT_THAT(sized.output, HasSubstr("packets of 4 phits are assumed"));
  }
  const json traffic = json::parse(read_file(folder.file("r.json")))["config"]["traffic"];
  EXPECT_EQ(traffic, json::parse(R"({"packet_phits": 16})"));
}

TEST_F(WithoutTraffic, ItSaysTheSameAsWithTheDefaultSize) {
  const Result with = run({"check", "tree.yaml", "--set", "traffic.load=0.1"});
  const Result without = run({"check", "tree.yaml"});
  EXPECT_EQ(with.status, 0) << with.errors;
  EXPECT_EQ(without.output, kAssumed + with.output);
}

TEST_F(WithoutTraffic, ItsNetlistAndRegistersAreWritten) {
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--registers"}}) {
    std::vector<std::string> arguments = {"netlist", "tree.yaml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result without = run(arguments);
    EXPECT_EQ(without.status, 0) << without.errors;
    arguments.insert(arguments.end(), {"--set", "traffic.load=0.1"});
    EXPECT_EQ(without.output, run(arguments).output);
  }
}

TEST_F(WithoutTraffic, ItsFaultsAreCounted) {
  const Result result = run({"faults", "tree.yaml", "--count", "1"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("not tolerated: 0"));
}

TEST_F(WithoutTraffic, NothingIsSimulated) {
  for (const char* command : {"run", "sweep", "trace"}) {
    const Result result = run({command, "tree.yaml"});
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_THAT(result.errors, HasSubstr("tree.yaml:1: traffic: is missing")) << command;
  }
  const Result result = run({"run", "tree.yaml", "--set", "traffic.packet_phits=8"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("none of load, burst, trace and application is given"));
}

// What is given is checked as ever.
TEST_F(WithoutTraffic, AWrongSectionIsAnError) {
  const Result result = run({"check", "tree.yaml", "--set", "traffic={load: 0.1, burst: 3}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("traffic.burst"));
  EXPECT_THAT(run({"check", "tree.yaml", "--set", "traffic.pattern=unknown"}).errors,
              HasSubstr("traffic.pattern"));
}

}  // namespace
}  // namespace netloom::test
