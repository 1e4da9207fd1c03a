// `netloom netlist --modules`: the modules of a structural switch, and what they are bound to.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Modules : public Program {
 protected:
  Result modules(const std::string& config, const std::vector<std::string>& more = {}) const {
    folder.write("c.yaml", config);
    std::vector<std::string> arguments = {"netlist", "c.yaml", "--modules", "s0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

const char* const kSwitch = "network: {topology: single_switch, hosts: 2}\n";

TEST_F(Modules, EveryPartIsThereAndBound) {
  const Result result = modules(kSwitch);
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_EQ(result.errors, "");
  std::set<std::string> bound;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string from, arrow, to;
    if (words >> from >> arrow >> to && arrow == "->") {
      bound.insert(from);
      bound.insert(to);
    }
  }
  for (const char* part : {"crossbar", "allocator", "input_port_0", "input_port_1", "output_port_0",
                           "output_port_1", "routing_unit_0", "routing_unit_1", "input_end_0",
                           "input_end_1", "output_end_0", "output_end_1"}) {
    EXPECT_THAT(result.output, HasSubstr(fmt::format("\n  {};\n", part)));
    EXPECT_EQ(bound.count(part), 1u) << part;
  }
  EXPECT_THAT(result.output, HasSubstr("  input_end_1 -> input_port_1 [label=\"flit_in\"];\n"));
  EXPECT_THAT(result.output, HasSubstr("  crossbar -> output_port_0 [label=\"crossed\"];\n"));
}

TEST_F(Modules, ASignalOfEachVcIsCounted) {
  const Result result = modules(
      "network: {topology: fat_tree, k: 2, n: 2}\n"
      "routing: {vcs: {policy: free, count: 3}}\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  // Channels of a port are a power of two.
  EXPECT_THAT(result.output, HasSubstr("  routing_unit_0 -> allocator [label=\"request x4\"];\n"));
}

TEST_F(Modules, TheRoutingUnitOfTheSwitchIsOne) {
  const Result result = modules(std::string(kSwitch) + "switch: {routing_units: switch}\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("  routing_unit_0 -> allocator [label=\"request x2\"];\n"));
  EXPECT_THAT(result.output, Not(HasSubstr("routing_unit_1")));
}

TEST_F(Modules, OnlyARouterThatDecidesByQueuesHasItsModule) {
  EXPECT_THAT(modules(kSwitch).output, Not(HasSubstr("source_decision")));
  const Result result = modules(
      "network: {topology: dragonfly, h: 1}\n"
      "routing: {function: ugal_l}\n");
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("  source_decision -> routing_unit_0 [label=\"decision"));
}

TEST_F(Modules, WhatIsWrongIsSaid) {
  EXPECT_THAT(run({"netlist", "c.yaml", "--modules", "x"}).errors, HasSubstr("c.yaml"));
  folder.write("c.yaml", kSwitch);
  const Result unknown = run({"netlist", "c.yaml", "--modules", "x"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.errors, HasSubstr("--modules"));
  EXPECT_EQ(modules(kSwitch, {"--registers"}).status, 2);
  EXPECT_EQ(modules(kSwitch, {"--format", "dot"}).status, 2);
}

}  // namespace
}  // namespace netloom::test
