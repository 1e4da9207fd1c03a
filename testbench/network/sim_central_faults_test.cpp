// Links that fail while the network runs, with a fabric manager that writes the registers:
// fault_handling.way central. FT2EI, and forwarding tables of up*/down* routing.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "routing/function/make_routing.h"
#include "sim/config/fault_plan.h"
#include "sim/run/fabric.h"
#include "sim/run/manager_writes.h"
#include "testbench/network/program.h"
#include "testbench/network/split_networks.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

/// The network of [Fat-Trees 2010], Figure 3.7.
Config figure(const std::string& faults, const std::string& handling) {
  return parse_config(fmt::format("network: {{topology: fat_tree, k: 2, n: 4}}\n"
                                  "routing: {{function: ft2ei}}\n"
                                  "traffic: {{load: 0.3, packet_phits: 2}}\n"
                                  "faults: [{}]\n"
                                  "fault_handling: {{way: central, {}}}\n",
                                  faults, handling),
                      "c.yaml", ".");
}

std::vector<std::string> texts(const std::vector<ManagerWrite>& writes) {
  std::vector<std::string> result;
  for (const ManagerWrite& each : writes) {
    result.push_back(fmt::format("{}: fault {}, s{} {}[{}] = {}", each.cycle, each.fault,
                                 each.switch_id, each.write.name, each.write.index,
                                 each.write.value));
  }
  return result;
}

// What differs, switch after switch, the first `delay` after the fault and then one each `write`.
TEST(CentralFaults, WritesComeOneAfterTheOther) {
  EXPECT_THAT(
      texts(manager_writes(figure("{link: s18.p1, cycle: 500}", "delay: 100, write: 7"), 1)),
      ElementsAre("600: fault 0, s8 ELIB[1] = 4", "607: fault 0, s8 EUIB[1] = 7",
                  "614: fault 0, s8 EENABLE[1] = 1", "621: fault 0, s12 ELIB[1] = 4",
                  "628: fault 0, s12 EUIB[1] = 7", "635: fault 0, s12 EENABLE[1] = 1",
                  "642: fault 0, s14 ELIB[1] = 4", "649: fault 0, s14 EUIB[1] = 7",
                  "656: fault 0, s14 EENABLE[1] = 1"));
}

// In the order of cycles; the second begins when the first is done, and writes only what differs.
TEST(CentralFaults, AFaultWaitsForTheOneBefore) {
  const std::string faults = "{link: s22.p1, cycle: 510}, {link: s18.p1, cycle: 500}";
  const std::vector<ManagerWrite> writes =
      manager_writes(figure(faults, "delay: 100, write: 7"), 1);
  ASSERT_GT(writes.size(), 9u);
  EXPECT_EQ(writes[8].fault, 1);
  EXPECT_EQ(writes[8].cycle, 656u);
  EXPECT_EQ(writes[9].fault, 0);
  EXPECT_EQ(writes[9].cycle, 663u);
  // [4..7] becomes [4..15].
  EXPECT_EQ(texts({writes[9]}).front(), "663: fault 0, s8 EUIB[1] = 15");
}

TEST(CentralFaults, NothingIsWrittenForFaultsBeforeTheStartOrWithoutThem) {
  EXPECT_TRUE(manager_writes(figure("{link: s18.p1}", "delay: 100"), 1).empty());
  EXPECT_TRUE(manager_writes(figure("", "delay: 100"), 1).empty());
}

/// Random trees, loads, places and times.
Config drawn(std::uint64_t seed) {
  Random random(seed, 0);
  constexpr int kShapes[][2] = {{2, 2}, {2, 3}, {2, 4}, {3, 2}, {3, 3}, {4, 2}, {4, 3}};
  const auto& shape = kShapes[random.below(7)];
  const auto one_of = [&](std::vector<const char*> words) {
    return words[random.below(static_cast<std::uint32_t>(words.size()))];
  };
  const auto between = [&](int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
  };
  const std::string text = fmt::format(
      "network: {{topology: fat_tree, k: {}, n: {}, latency: {{host: 1, up: {}, down: {}}}}}\n"
      "switch: {{switching: {}, input_buffer: {}, routing_delay: {}, crossbar: {{kind: {}}}}}\n"
      "routing: {{function: ft2ei, exclusion_intervals: {}, selection: {}}}\n"
      "traffic: {{load: {:.2f}, packet_phits: 2}}\n"
      "faults: [{{random: {}, count: {}, cycle: {}, spacing: {}}}]\n"
      "fault_handling: {{way: central, delay: {}, write: {}}}\n"
      "simulation: {{seeds: [{}], check_invariants: true}}\n",
      shape[0], shape[1], between(1, 4), between(1, 4), one_of({"vct", "store_and_forward"}),
      between(10, 40), between(0, 2), one_of({"multiplexed", "full"}), between(1, 3),
      one_of({"ff", "sadp"}), 0.05 + 0.25 * random.uniform(), one_of({"link", "link", "cable"}),
      between(1, shape[0] - 1), between(300, 600), between(0, 600), between(10, 300),
      between(2, 12), seed);
  return parse_config(text, "drawn.yaml", ".");
}

/// Random networks, faults and times with up*/down* routing.
Config drawn_up_down(std::uint64_t seed) {
  Random random(seed, 1);
  const auto one_of = [&](std::vector<const char*> words) {
    return words[random.below(static_cast<std::uint32_t>(words.size()))];
  };
  const auto between = [&](int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
  };
  const char* const network =
      one_of({"topology: mesh, k: [4, 3]", "topology: torus, k: [4, 4]",
              "topology: dragonfly, h: 2", "topology: fat_tree, k: 2, n: 3",
              "topology: random_regular, switches: 14, ports: 5, degree: 4"});
  const std::string text = fmt::format(
      "network: {{{}}}\n"
      "switch: {{switching: {}, input_buffer: {}, routing_delay: {}, crossbar: {{kind: {}}}}}\n"
      "routing: {{function: up_down, ties: {}}}\n"
      "traffic: {{load: {:.2f}, packet_phits: 2}}\n"
      "faults: [{{random: {}, count: {}, cycle: {}, spacing: {}}}]\n"
      "fault_handling: {{delay: {}, write: {}}}\n"
      "simulation: {{seeds: [{}], check_invariants: true}}\n",
      network, one_of({"vct", "store_and_forward"}), between(10, 40), between(0, 2),
      one_of({"multiplexed", "full"}), one_of({"spread", "lowest"}), 0.02 + 0.06 * random.uniform(),
      one_of({"link", "cable"}), between(1, 3), between(300, 600), between(0, 600),
      between(10, 300), between(2, 6), seed);
  return parse_config(text, "drawn.yaml", ".");
}

/// What differs from the registers for the same faults before the start.
std::string other_registers(const Config& config, std::uint64_t seed, Network& network) {
  RoutingContext context = routing_context(config, seed);
  std::vector<RunFault> faults = faults_of_run(config, seed);
  std::stable_sort(faults.begin(), faults.end(),
                   [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
  for (const RunFault& fault : faults) {
    if (fault.cycle == 0) continue;
    context.failed_links.insert(context.failed_links.end(), fault.links.begin(), fault.links.end());
  }
  const auto routing = make_routing_function(config.routing_function, context);
  for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
    const RegisterFile& file = network.registers(id);
    RegisterFile expected(routing->register_set(), file.shape());
    for (const RegisterWrite& write : routing->register_program(id)) expected.write(write);
    for (const RegisterInfo& info : expected.registers()) {
      if (info.access != RegisterAccess::kReadWrite) continue;
      for (int i = 0; i < expected.count(info); ++i) {
        if (file.text(info.name, i) == expected.text(info.name, i)) continue;
        return fmt::format("s{} {}[{}] is {}, not {}", id, info.name, i, file.text(info.name, i),
                           expected.text(info.name, i));
      }
    }
  }
  return "";
}

/// What is wrong about a run.
std::string problem(const Config& config, std::uint64_t seed) {
  UniformSource source(static_cast<std::uint32_t>(config.netlist.hosts.size()),
                       *config.traffic.loads.begin(), 2, 2, seed);
  Fabric fabric(config, source, seed);
  Network& network = fabric.network();
  const std::vector<ManagerWrite>& writes = fabric.manager_writes();
  if (writes.empty()) return "nothing is written";
  source.stop = writes.back().cycle + 300;
  fabric.run(writes.back().cycle);
  const std::uint64_t dropped = network.counters().dropped;
  fabric.run(300);
  for (int i = 0; i < 100 && !network.empty(); ++i) fabric.run(300);
  if (!network.empty()) return "packets are stuck";
  const Conservation conservation = network.check_conservation();
  if (!conservation.holds) return conservation.message;
  if (const std::string found = other_registers(config, seed, network); !found.empty()) {
    return found;
  }
  for (const FaultRecord& record : network.fault_records()) {
    std::uint64_t count = 0;
    for (const ManagerWrite& each : writes) {
      if (each.fault != record.fault) continue;
      ++count;
      if (each.cycle > record.updated.value_or(0)) return "an update that is not noted";
    }
    if (record.updates != count) return fmt::format("{} of {} updates", record.updates, count);
    if (record.control_packets != 0) return "control packets";
    if (record.detected != record.cycle + 10) return "not detected in time";
  }
  const NetworkCounters counters = network.counters();
  if (counters.dropped != dropped) return "packets are dropped behind the last write";
  if (config.network.fault_handling.emergency_path && dropped != 0) {
    return fmt::format("{} dropped", dropped);
  }
  // Those on a wire of up to four cycles, and in the crossbar before it.
  std::size_t links = 0;
  for (const RunFault& fault : faults_of_run(config, seed)) links += fault.links.size();
  if (counters.cut > 4 * links) return fmt::format("{} cut", counters.cut);
  return "";
}

class RandomCentralFaults : public testing::TestWithParam<int> {};

TEST_P(RandomCentralFaults, EndAsTheStaticModelAndLoseNothing) {
  for (int i = 0; i < 20; ++i) {
    const auto seed = static_cast<std::uint64_t>(1 + GetParam() * 20 + i);
    const std::string found = in_child([seed] { return problem(drawn(seed), seed); });
    EXPECT_EQ(found, "") << "seed " << seed << '\n' << drawn(seed).resolved.dump();
  }
}

// Unless old and new entries together have led packets in a circle that filled the buffers.
TEST_P(RandomCentralFaults, EndWithTheTablesForWhatIsLeft) {
  int through = 0;
  for (int i = 0; i < 10; ++i) {
    const auto seed = static_cast<std::uint64_t>(1 + GetParam() * 10 + i);
    const std::string found = in_child([seed] { return problem(drawn_up_down(seed), seed); });
    through += found.empty() ? 1 : 0;
    EXPECT_THAT(found, AnyOf("", StartsWith("ERROR: deadlock: no flit can move any more")))
        << "seed " << seed << '\n'
        << drawn_up_down(seed).resolved.dump();
  }
  EXPECT_GE(through, 5);
}

INSTANTIATE_TEST_SUITE_P(CentralFaults, RandomCentralFaults,
                         testing::Range(0, thorough() ? 50 : 3));

class CentralFaultsProgram : public Program {
 protected:
  CentralFaultsProgram() { folder.write("net.yaml", kCentralFaults); }
};

// However it is run, and in whatever view.
TEST_F(CentralFaultsProgram, WaysOfRunningChangeNothing) {
  const json expected = points("net.yaml", {"simulation.check_invariants=true"});
  EXPECT_GT(expected.at(0).at("packets").at("deviated"), 0);
  for (const std::vector<std::string>& way : std::vector<std::vector<std::string>>{
           {"simulation.quantum=1"},
           {"simulation.regions=4"},
           {"simulation.threads=3"},
           {"simulation.idle_skipping=false"},
           {"simulation.shuffle=3"},
           {"views={default: structural}"},
           {"views={default: fast, s4: structural, s0: structural}"}}) {
    EXPECT_EQ(points("net.yaml", way), expected) << way.front();
  }
}

TEST_F(CentralFaultsProgram, SaysWhatTheManagerDid) {
  const Result result = run({"run", "net.yaml", "--json", "run.json"});
  ASSERT_EQ(result.status, 0) << result.errors;
  const json point = json::parse(read_file(folder.file("run.json"))).at("points").at(0);
  Cycle most = 0;
  for (const json& fault : point.at("reconfiguration")) {
    EXPECT_EQ(fault.at("updates"), fault.at("writes"));
    EXPECT_EQ(fault.at("control_packets"), 0);
    EXPECT_EQ(fault.at("cycles_from_fault"),
              fault.at("updated").get<Cycle>() - fault.at("cycle").get<Cycle>());
    most = std::max(most, fault.at("cycles_from_fault").get<Cycle>());
  }
  EXPECT_THAT(result.output, HasSubstr(fmt::format("The fabric manager's last write came {} cycles "
                                                   "after the fault at most.",
                                                   most)));
  const Result early = run({"run", "net.yaml", "--set", "fault_handling.delay=2000"});
  EXPECT_EQ(early.status, 0) << early.errors;
  EXPECT_THAT(early.output, HasSubstr("register writes were not over by the end of the run"));
}

TEST_F(CentralFaultsProgram, WithoutEmergencyPathsPacketsAreDropped) {
  const json expected = points("net.yaml", {"fault_handling.emergency_path=false"});
  const json packets = expected.at(0).at("packets");
  EXPECT_GT(packets.at("dropped"), 0);
  EXPECT_EQ(packets.at("deviated"), 0);
  EXPECT_EQ(
      points("net.yaml", {"fault_handling.emergency_path=false", "views={default: structural}"}),
      expected);
}

// All links down of a switch fail.
TEST_F(CentralFaultsProgram, APacketThatNoEmergencyPathIsLeftToIsDropped) {
  const std::string faults = "faults=[{link: s4.p0, cycle: 150}, {link: s4.p1, cycle: 150}]";
  const json expected = points("net.yaml", {faults});
  EXPECT_GT(expected.at(0).at("packets").at("dropped"), 0);
  EXPECT_EQ(points("net.yaml", {faults, "views={default: structural}"}), expected);
}

// A port with several VCs drops a packet of one at a time, and forwards none of the others
// meanwhile.
TEST_F(CentralFaultsProgram, PacketsOfSeveralVcsAreDropped) {
  for (const char* const crossbar : {"multiplexed", "full"}) {
    const std::vector<std::string> values = {"fault_handling.emergency_path=false",
                                             "routing.vcs={count: 3, policy: free}",
                                             "nic.injection_vcs=3",
                                             "switch.routing_delay=2",
                                             fmt::format("switch.crossbar={{kind: {}}}", crossbar),
                                             "traffic.load=0.5"};
    const json expected = points("net.yaml", values);
    EXPECT_GT(expected.at(0).at("packets").at("dropped"), 0);
    std::vector<std::string> structural = values;
    structural.push_back("views={default: structural}");
    EXPECT_EQ(points("net.yaml", structural), expected) << crossbar;
  }
}

// In all views a reply keeps to the VCs of replies, on the emergency path too.
TEST_F(CentralFaultsProgram, MessageClassesKeepToTheirVcsOnTheEmergencyPath) {
  for (const char* const way : {"central, delay: 80", "flood"}) {
    const std::vector<std::string> values = {"routing.vcs={classes: 2, count: 4, policy: free}",
                                             "traffic.request_reply={reply_phits: 2}",
                                             "simulation.check_invariants=true", "traffic.load=0.5",
                                             fmt::format("fault_handling={{way: {}}}", way)};
    const json expected = points("net.yaml", values);
    EXPECT_GT(expected.at(0).at("packets").at("deviated"), 0) << way;
    if (way == std::string("flood")) continue;
    std::vector<std::string> structural = values;
    structural.push_back("views={default: structural}");
    EXPECT_EQ(points("net.yaml", structural), expected);
  }
}

class UpDownFaultsProgram : public Program {
 protected:
  UpDownFaultsProgram() { folder.write("net.yaml", kUpDownFaults); }

  Result set(const std::vector<std::string>& values) {
    std::vector<std::string> arguments = {"run", "net.yaml"};
    for (const std::string& value : values) {
      arguments.insert(arguments.end(), {"--set", value});
    }
    return run(arguments);
  }
};

TEST_F(UpDownFaultsProgram, WaysOfRunningChangeNothing) {
  const json expected = points("net.yaml", {"simulation.check_invariants=true"});
  EXPECT_GT(expected.at(0).at("packets").at("dropped"), 0);
  EXPECT_EQ(expected.at(0).at("packets").at("deviated"), 0);
  for (const std::vector<std::string>& way :
       std::vector<std::vector<std::string>>{{"simulation.quantum=1"},
                                             {"simulation.regions=4"},
                                             {"simulation.threads=3"},
                                             {"simulation.idle_skipping=false"},
                                             {"simulation.shuffle=3"},
                                             {"views={default: structural}"},
                                             {"views={default: fast, s4: structural}"}}) {
    EXPECT_EQ(points("net.yaml", way), expected) << way.front();
  }
}

// Every packet is delivered, cut on a wire, or dropped: those to a switch that is cut off to the
// end.
TEST_F(UpDownFaultsProgram, PacketsToWhatIsCutOffAreDropped) {
  const json packets =
      points("net.yaml", {"faults=[{switch: s5, cycle: 200}]", "simulation.drain=5000"})
          .at(0)
          .at("packets");
  const auto count = [&](const char* what) { return packets.at(what).get<int>(); };
  EXPECT_GT(count("dropped"), 20);
  EXPECT_EQ(count("lost"), count("cut") + count("dropped"));
  EXPECT_EQ(count("generated"), count("delivered") + count("lost"));
  const Result before = set({"faults=[{switch: s5}]"});
  EXPECT_EQ(before.status, 1);
  EXPECT_THAT(before.errors,
              HasSubstr("faults: s5 before the start is not tolerated: some hosts cannot send to "
                        "others, which netloom check lists; allowed: faults that leave a way "
                        "between all hosts over cables that work in both directions"));
}

TEST_F(UpDownFaultsProgram, FaultsBeforeTheStartAreInAllViews) {
  const std::vector<std::string> before = {"faults=[{cable: s5.p2}, {random: link, count: 3}]"};
  const json expected = points("net.yaml", before);
  EXPECT_EQ(expected.at(0).at("packets").at("lost"), 0);
  EXPECT_EQ(points("net.yaml", {before.front(), "views={default: structural}"}), expected);
  EXPECT_EQ(points("net.yaml", {before.front(), "views={default: fast, s4: structural}"}),
            expected);
}

// Tables that are proven free of deadlock, one by one: while they are written, they are not.
TEST_F(UpDownFaultsProgram, OldAndNewEntriesTogetherCanDeadlock) {
  const Result result =
      set({"network={topology: torus, k: [6, 6]}", "switch.input_buffer=8", "traffic.load=0.5",
           "traffic.packet_phits=8", "faults=[{random: cable, count: 8, cycle: 200}]",
           "simulation.seeds=[4]"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("deadlock: no flit can move any more"));
  EXPECT_THAT(result.errors, HasSubstr("old and new entries of forwarding tables together"));
}

TEST_F(UpDownFaultsProgram, WhatItsSwitchesCannotIsRefused) {
  const struct {
    const char* value;
    const char* message;
  } kCases[] = {
      {"fault_handling.way=flood",
       "fault_handling.way: switches with routing.function up_down send no control packets; "
       "allowed: central"},
      {"fault_handling.emergency_path=true",
       "fault_handling.emergency_path: switches with routing.function up_down have no emergency "
       "paths; allowed: false"},
      {"rtl={blocks: [table_route]}", "table_route"},
  };
  for (const auto& each : kCases) {
    const Result result = set({each.value});
    EXPECT_EQ(result.status, 2) << each.value;
    EXPECT_THAT(result.errors, HasSubstr(each.message));
  }
}

}  // namespace
}  // namespace netloom::test
