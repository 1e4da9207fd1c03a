// `netloom run --explain`: the reasons are those of the registers, the times add up, and nothing
// else depends on it.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class Explain : public Program {
 protected:
  /// The point of a run of c.yaml, with its `explanation` if a packet is named.
  json point(const std::string& configuration, const std::string& packet,
             const std::vector<std::string>& more = {}) const {
    folder.write("c.yaml", configuration);
    std::vector<std::string> arguments = {"run", "c.yaml", "--json", "r.json"};
    if (!packet.empty()) arguments.insert(arguments.end(), {"--explain", packet});
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Result result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.errors << result.output;
    return json::parse(read_file(folder.file("r.json")))["points"][0];
  }
};

std::int64_t cycles_of(const json& stages) {
  std::int64_t sum = 0;
  for (const json& stage : stages) sum += stage["cycles"].get<std::int64_t>();
  return sum;
}

/// Each hop begins where the one before has led to, and all cycles are accounted for.
void expect_consistent(const json& explanation) {
  SCOPED_TRACE(explanation["packet"].get<std::string>());
  ASSERT_EQ(explanation["outcome"], "delivered");
  const json& hops = explanation["hops"];
  ASSERT_FALSE(hops.empty());
  std::int64_t cycles = explanation["tail"].get<std::int64_t>();
  for (const json& stage : explanation["time"]) {
    if (stage["stage"] == "link") cycles += stage["cycles"].get<std::int64_t>();
  }
  EXPECT_EQ(hops[0]["from"], explanation["source"]);
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const json& hop = hops[i];
    cycles += cycles_of(hop["time"]);
    const json& selected = hop["selection"];
    bool offered = false;
    for (const json& each : hop["candidates"]) {
      offered = offered || (each["port"] == selected["port"] && each["vc"] == selected["vc"] &&
                            each["at_selection"] == "free");
    }
    EXPECT_TRUE(offered) << hop.dump(1);
    if (i + 1 == hops.size()) {
      EXPECT_EQ(selected["to"], explanation["destination"]);
      break;
    }
    const json& next = hops[i + 1];
    EXPECT_EQ(selected["to"], fmt::format("{}.p{}", next["switch"].get<std::string>(),
                                          next["input_port"].get<int>()));
    EXPECT_EQ(selected["vc"], next["input_vc"]);
    EXPECT_EQ(next["from"],
              fmt::format("{}.p{}", hop["switch"].get<std::string>(), selected["port"].get<int>()));
    EXPECT_EQ(next["arrived"].get<std::int64_t>(),
              hop["arrived"].get<std::int64_t>() + cycles_of(hop["time"]));
  }
  EXPECT_EQ(cycles, explanation["network_latency"].get<std::int64_t>());
  EXPECT_EQ(
      explanation["injected"].get<std::int64_t>() - explanation["generated"].get<std::int64_t>(),
      explanation["generation_latency"].get<std::int64_t>() -
          explanation["network_latency"].get<std::int64_t>());
}

constexpr char kTree[] =
    "network: {topology: fat_tree, k: 4, n: 2}\n"
    "traffic: {load: 0.5, packet_phits: 8}\n"
    "simulation: {warmup: 300, measure: 600}\n";

constexpr char kDragonfly[] =
    "network: {topology: dragonfly, p: 2, a: 4, h: 2, latency: {local: 2, global: 10}}\n"
    "switch: {input_buffer: {host: 64, local: 32, global: 128}}\n"
    "routing: {function: olm}\n"
    "traffic: {pattern: adversarial_global, offset: 1, load: 0.4, packet_phits: 8}\n"
    "simulation: {warmup: 500, measure: 1000}\n";

/// Without what depends on the clock of the machine.
json comparable(json point) {
  for (const char* key : {"performance", "explanation", "waves"}) point.erase(key);
  return point;
}

TEST_F(Explain, AddsUpAndLeavesResultsAlone) {
  const std::string wormhole =
      "switch: {switching: wormhole, flit_phits: 2, input_buffer: 8, output_buffer: 4}\n";
  const std::string torus =
      "network: {topology: torus, k: [4, 4]}\n"
      "routing: {function: dor, vcs: {policy: iodet, count: {torus: 2}}}\n"
      "traffic: {load: 0.4, packet_phits: 4}\n"
      "simulation: {warmup: 300, measure: 600}\n";
  const std::string davc =
      "network: {topology: random_regular, switches: 16, ports: 6, degree: 4, graph_seed: 3}\n"
      "routing: {function: ecmp, vcs: {policy: davc, davc: n, count: 8}}\n"
      "traffic: {load: 0.3, packet_phits: 4}\n"
      "simulation: {warmup: 300, measure: 600}\n";
  const std::string adaptive =
      "network: {topology: dragonfly, p: 2, a: 4, h: 2, latency: {local: 2, global: 10}}\n"
      "routing: {function: pb}\n"
      "traffic: {pattern: adversarial_global, offset: 1, load: 0.3, packet_phits: 8}\n"
      "simulation: {warmup: 500, measure: 1000}\n";
  for (const std::string& configuration :
       {std::string(kTree), kTree + wormhole,
        kTree + std::string("switch: {switching: store_and_forward}\n"),
        kTree + std::string("switch: {output_buffer: 16, crossbar: {delay: 2, speedup: 2}}\n"),
        kTree + std::string("switch: {allocator: {kind: islip, iterations: 2}}\n"),
        std::string(kDragonfly), torus, davc, adaptive}) {
    SCOPED_TRACE(configuration);
    const json plain = point(configuration, "");
    for (const char* packet : {"slowest", "0:0", "h3:2"}) {
      const json explained = point(configuration, packet);
      expect_consistent(explained["explanation"]);
      EXPECT_EQ(comparable(explained), comparable(plain));
    }
  }
}

TEST_F(Explain, IntervalsAreThoseOfTheRegisters) {
  const json explanation = point(kTree, "h1:3")["explanation"];
  const int destination = std::stoi(explanation["destination"].get<std::string>().substr(1));
  const std::regex bounds(R"(\[LIB (\d+) \.\. UIB (\d+)\])");
  const auto contains = [&](const json& port) {
    const auto reason = port["reason"].get<std::string>();
    std::smatch found;
    EXPECT_TRUE(std::regex_search(reason, found, bounds)) << reason;
    const int lib = std::stoi(found[1]);
    const int uib = std::stoi(found[2]);
    return lib <= uib ? lib <= destination && destination <= uib
                      : lib <= destination || destination <= uib;
  };
  for (const json& hop : explanation["hops"]) {
    for (const json& port : hop["candidates"]) EXPECT_TRUE(contains(port)) << port;
    for (const json& port : hop["excluded"]) EXPECT_FALSE(contains(port)) << port;
    EXPECT_GT(hop["excluded"].size(), 0u);
  }
}

TEST_F(Explain, MisroutingComparesTheQueuesWithTheThreshold) {
  const json explanation = point(kDragonfly, "global")["explanation"];
  int misrouted = 0;
  for (const json& hop : explanation["hops"]) {
    const json& selected = hop["selection"];
    double least = 1e9, taken = -1;
    for (const json& each : hop["candidates"]) {
      if (!each.contains("capacity")) continue;
      const double share = each["phits_behind"].get<double>() / each["capacity"].get<double>();
      if (each["minimal"] == true) least = std::min(least, share);
      if (each["port"] == selected["port"] && each["vc"] == selected["vc"] &&
          each["minimal"] == false) {
        taken = share;
      }
    }
    if (taken < 0) continue;
    ++misrouted;
    EXPECT_LT(taken, 0.45 * least) << hop.dump(1);
    EXPECT_THAT(selected["misrouting"].get<std::string>(),
                AllOf(HasSubstr("no minimal output can be taken"), HasSubstr("threshold 45 %")));
  }
  EXPECT_GT(misrouted, 0);
}

TEST_F(Explain, ExclusionIntervalsKeepOffFailedLinks) {
  const std::string faulty =
      "network: {topology: fat_tree, k: 2, n: 3}\n"
      "routing: {function: ft2ei}\n"
      "faults: [{cycle: 0, link: s4.p3}]\n"
      "traffic: {load: 0.3, packet_phits: 8}\n"
      "simulation: {warmup: 300, measure: 600}\n";
  // Some packet of some host meets the interval.
  bool excluded = false;
  for (int host = 0; host < 8 && !excluded; ++host) {
    for (int number = 0; number < 4; ++number) {
      const json explanation = point(faulty, fmt::format("{}:{}", host, number))["explanation"];
      expect_consistent(explanation);
      for (const json& hop : explanation["hops"]) {
        for (const json& port : hop["excluded"]) {
          excluded = excluded || port["reason"].get<std::string>().find(
                                     "; excluded by exclusion interval") != std::string::npos;
        }
      }
    }
  }
  EXPECT_TRUE(excluded);
}

TEST_F(Explain, DavcSaysWhatItCompares) {
  const std::string davc =
      "network: {topology: random_regular, switches: 16, ports: 5, degree: 3, graph_seed: 1}\n"
      "routing: {function: shortest_path, vcs: {policy: davc, davc: n, count: 8}}\n"
      "traffic: {load: 0.2, packet_phits: 4}\n"
      "simulation: {warmup: 200, measure: 400}\n";
  const json explanation = point(davc, "slowest")["explanation"];
  const std::regex rule(R"(NEIGHBOUR_ID (\d+) (<=|>) NODE_ID (\d+): (stays on|up to) VC (\d+))");
  const json& hops = explanation["hops"];
  ASSERT_GT(hops.size(), 1u);
  for (std::size_t i = 0; i + 1 < hops.size(); ++i) {
    const auto text = hops[i]["selection"]["vc_rule"].get<std::string>();
    std::smatch found;
    ASSERT_TRUE(std::regex_search(text, found, rule)) << text;
    EXPECT_EQ(found[3], hops[i]["switch"].get<std::string>().substr(1));
    EXPECT_EQ(found[1], hops[i + 1]["switch"].get<std::string>().substr(1));
    EXPECT_EQ(std::stoi(found[1]) <= std::stoi(found[3]), found[2] == "<=");
    EXPECT_EQ(found[4] == "up to", found[2] == "<=");
    EXPECT_EQ(std::stoi(found[5]), hops[i + 1]["input_vc"].get<int>());
  }
}

TEST_F(Explain, LostPacketSaysWhy) {
  const std::string failing =
      "network: {topology: fat_tree, k: 2, n: 3}\n"
      "routing: {function: ft2ei}\n"
      "faults: [{cycle: 410, link: s4.p0}]\n"
      "traffic: {load: 0.6, packet_phits: 16}\n"
      "simulation: {warmup: 300, measure: 600}\n";
  const json explanation = point(failing, "lost")["explanation"];
  EXPECT_EQ(explanation["outcome"], "lost");
  EXPECT_THAT(explanation["message"].get<std::string>(), HasSubstr("lost in cycle"));
}

TEST_F(Explain, FirstPointOfSeveral) {
  write_tree();
  const Result result = run({"run", "tree.yaml", "--explain", "0:0", "--json", "r.json"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("the first of 4 points: load 0.1, seed 1"));
  EXPECT_THAT(result.output, HasSubstr("packet h0:0: h0 to "));
  const json document = json::parse(read_file(folder.file("r.json")));
  ASSERT_EQ(document["points"].size(), 1u);
  EXPECT_EQ(document["points"][0]["load"], 0.1);
}

TEST_F(Explain, PacketsThatAreNot) {
  folder.write("c.yaml", kTree);
  Result result = run({"run", "c.yaml", "--explain", "h2:100000"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output,
              HasSubstr("packet h2:100000 does not exist: h2 generates the packets 0 to"));

  result = run({"run", "c.yaml", "--explain", "h99:0"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("there is no host 'h99'; allowed: h0 to h15, or 0 to 15"));

  result = run({"run", "c.yaml", "--explain", "17"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("Allowed: SOURCE:NUMBER"));

  result = run({"run", "c.yaml", "--explain", "fastest"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("allowed: SOURCE:NUMBER, slowest, deviated, lost, minimal"));

  result = run({"run", "c.yaml", "--explain", "deviated"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("there is no such packet"));
}

TEST_F(Explain, WithAReorderBufferTheDestinationBelongsToTheName) {
  const std::string reordering = kTree + std::string("nic: {reorder_buffer: 8}\n");
  expect_consistent(point(reordering, "slowest")["explanation"]);
  folder.write("c.yaml", reordering);
  const Result result = run({"run", "c.yaml", "--explain", "0:3"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("SOURCE:DESTINATION:NUMBER"));
}

TEST_F(Explain, RtlExplainsAsTheModelAndCountsNoDecisionMore) {
  const std::string rtl = "rtl: {blocks: [interval], mode: ";
  const json plain = point(kTree, "h5:1");
  for (const char* mode : {"shadow}\n", "replace}\n"}) {
    const json without = point(kTree + rtl + mode, "");
    const json with = point(kTree + rtl + mode, "h5:1");
    EXPECT_EQ(with["explanation"], plain["explanation"]);
    EXPECT_EQ(with["rtl"], without["rtl"]);
  }
}

}  // namespace
}  // namespace netloom::test
