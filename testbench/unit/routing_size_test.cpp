// What a network's size may be, and that it is known before the network is made.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/netlist/latency.h"
#include "routing/netlist/netlist_io.h"
#include "routing/netlist/topology.h"
#include "routing/topology/edge_list.h"
#include "routing/topology/graphml.h"
#include "testbench/unit/routing_support.h"

namespace netloom {
namespace {

using test::error_of;

struct Sample {
  std::string topology;
  ParameterMap parameters;
};

std::vector<Sample> samples() {
  const auto list = [](std::vector<std::int64_t> values) { return ParameterValue(values); };
  const auto number = [](std::int64_t value) { return ParameterValue(value); };
  return {
      {"fat_tree", {{"k", number(3)}, {"n", number(3)}}},
      {"fat_tree", {{"k", number(4)}, {"n", number(1)}}},
      {"managed_fat_tree", {{"k", number(2)}, {"n", number(3)}}},
      {"ruft", {{"k", number(3)}, {"n", number(3)}}},
      {"dragonfly", {{"h", number(2)}}},
      {"dragonfly",
       {{"h", number(2)}, {"a", number(4)}, {"g", number(3)}, {"trunking", number(2)}}},
      {"mesh", {{"k", list({4, 1, 3})}, {"concentration", number(2)}}},
      {"torus", {{"k", list({2, 3, 1, 5})}}},
      {"random_regular", {{"switches", number(10)}, {"ports", number(6)}, {"degree", number(3)}}},
      {"dcell", {{"n", number(3)}, {"k", number(0)}}},
      {"dcell", {{"n", number(2)}, {"k", number(2)}}},
      {"bcube", {{"n", number(3)}, {"k", number(2)}}},
      {"single_switch", {{"hosts", number(5)}}},
  };
}

/// test::generate() compares.
TEST(NetworkSize, IsThatOfTheNetlist) {
  for (const Sample& sample : samples()) {
    EXPECT_FALSE(test::generate(sample.topology, sample.parameters).links.empty());
  }
  const test::TemporaryFile file("a b\nb c 3\nc a 2 long\n");
  test::generate("graph", {{"file", file.path()}, {"hosts_per_switch", std::int64_t{2}}});
}

TEST(Latency, HasOneBoundInEveryFile) {
  const std::string most = std::to_string(kLongestLatency);
  const std::string more = std::to_string(kLongestLatency + 1);
  const auto edge_list = [](const std::string& latency) {
    const test::TemporaryFile file("a b\nb c " + latency + "\n");
    const std::string message = error_of([&] { read_edge_list(file.path(), 1); });
    return message.empty() ? message : message.substr(file.path().size());
  };
  EXPECT_EQ(edge_list(most), "");
  EXPECT_EQ(edge_list(more), ":2: '65536' is not a latency; allowed: 1 to 65535 cycles");
  const auto graphml = [](const std::string& latency) {
    const test::TemporaryFile file(
        "<graphml><key id='l' for='edge' attr.name='latency'/>\n<graph edgedefault='undirected'>"
        "<node id='a'/><node id='b'/>\n<edge source='a' target='b'>\n<data key='l'>" +
        latency + "</data></edge></graph></graphml>");
    const std::string message = error_of([&] { read_graphml(file.path(), 1); });
    return message.empty() ? message : message.substr(file.path().size());
  };
  EXPECT_EQ(graphml(most), "");
  EXPECT_EQ(graphml(more), ":4: '65536' is not a latency; allowed: 1 to 65535 cycles");
  const auto netlist = [](const std::string& latency) {
    return error_of([&] {
      parse_netlist(
          "netlist: 1\nswitches: [{name: s, ports: 2}]\nhosts: [{name: h}, {name: i}]\n"
          "cables:\n  - {from: h, to: s.p0}\n  - {from: i, to: s.p1, latency: " +
              latency + "}\n",
          "net");
    });
  };
  EXPECT_EQ(netlist(most), "");
  EXPECT_EQ(netlist(more),
            "net:6: the latency of i -> s.p1 is '65536'; allowed: an integer from 1 to 65535");
  // And in netlists that come from no file.
  Netlist made = test::generate("single_switch", {{"hosts", std::int64_t{2}}});
  made.links[1].latency = kLongestLatency + 1;
  EXPECT_NE(error_of([&] { validate(made); }).find("allowed: 1 to 65535"), std::string::npos);
}

}  // namespace
}  // namespace netloom
