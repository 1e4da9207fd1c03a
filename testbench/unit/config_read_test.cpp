// Valid configurations: what is read, the defaults, the overrides.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "routing/base/error.h"
#include "sim/config/config.h"
#include "testbench/unit/config_support.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

const char* const kNetwork = "network: {topology: fat_tree, k: 2, n: 3}\n";

/// A folder of its own for the files of one test.
class ConfigFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("netloom-config-" + std::to_string(::getpid()) + "-" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }

  std::filesystem::path folder_;
};

TEST(ConfigRead, DefaultsAreThoseOfTheContract) {
  const Config config = read(kSmallConfig);
  EXPECT_EQ(config.netlist.topology, "fat_tree");
  EXPECT_EQ(config.netlist.hosts.size(), 8u);
  EXPECT_EQ(config.netlist.switches.size(), 12u);
  EXPECT_EQ(config.routing_function, "interval");
  EXPECT_EQ(config.network.switches.selection, "sadp");
  EXPECT_EQ(config.vc_policy, "single");
  EXPECT_THAT(config.vcs, ElementsAre(1, 1, 1));

  const SwitchConfig& switches = config.network.switches;
  EXPECT_EQ(switches.switching, Switching::kVirtualCutThrough);
  EXPECT_THAT(switches.vcs, ElementsAre(1, 1, 1));
  EXPECT_THAT(switches.input_buffer, ElementsAre(80, 80, 80));
  EXPECT_THAT(switches.output_buffer, ElementsAre(0, 0, 0));
  EXPECT_EQ(switches.routing_delay, 1);
  EXPECT_EQ(switches.crossbar_delay, 1);
  EXPECT_EQ(switches.speedup, 1);
  EXPECT_EQ(switches.crossbar, CrossbarKind::kMultiplexed);
  EXPECT_EQ(switches.allocator, AllocatorKind::kSeparableInputFirst);
  EXPECT_EQ(switches.iterations, 1);
  EXPECT_EQ(switches.arbiter, ArbiterKind::kRoundRobin);
  EXPECT_FALSE(switches.control_priority);
  EXPECT_EQ(switches.selection, "sadp");

  EXPECT_EQ(config.network.nic.packet_phits, 16);
  EXPECT_EQ(config.network.nic.injection_buffer, 256);
  EXPECT_EQ(config.network.nic.injection_vcs, 1);
  EXPECT_EQ(config.network.nic.injection_vc_choice, InjectionVcChoice::kRoundRobin);
  EXPECT_EQ(config.network.nic.reorder_buffer, 0);
  EXPECT_EQ(config.network.smallest_packet, 0);

  EXPECT_EQ(config.traffic.kind, TrafficConfig::Kind::kOpen);
  EXPECT_THAT(config.traffic.loads, ElementsAre(0.3));
  ASSERT_EQ(config.traffic.phases.size(), 1u);
  ASSERT_EQ(config.traffic.phases[0].patterns.size(), 1u);
  EXPECT_EQ(config.traffic.phases[0].patterns[0].name, "uniform");
  EXPECT_THAT(config.traffic.phases[0].patterns[0].nodes, IsEmpty());

  EXPECT_EQ(config.run.warmup, 5000u);
  EXPECT_EQ(config.run.measure, 10000u);
  EXPECT_EQ(config.run.drain, 0u);
  EXPECT_THAT(config.run.seeds, ElementsAre(1u));
  EXPECT_TRUE(config.rtl.blocks.empty());
  EXPECT_EQ(config.rtl.mode, RtlConfig::Mode::kShadow);
}

// What is printed with all defaults can be read again.
TEST(ConfigRead, SwitchesInRtlDecideAloneUnlessSomethingElseIsSaid) {
  const Override rtl = {"views", "{default: fast, s1: rtl}"};
  const Config config = read(kSmallConfig, {rtl});
  EXPECT_EQ(config.rtl.mode, RtlConfig::Mode::kReplace);
  EXPECT_EQ(config.resolved.at("rtl").at("mode"), "replace");
  EXPECT_EQ(read(print_config(config)).resolved, config.resolved);
  EXPECT_EQ(read(kSmallConfig, {rtl, {"rtl.mode", "lockstep"}}).rtl.mode,
            RtlConfig::Mode::kLockstep);
  EXPECT_EQ(read(kSmallConfig).resolved.at("rtl").at("mode"), "shadow");
}

// A default that is written twice, in a structure and in the schema, must be the same.
TEST(ConfigRead, DefaultsAgreeWithTheStructures) {
  const Config config = read(kSmallConfig);
  const RunConfig run;
  EXPECT_EQ(config.run.warmup, run.warmup);
  EXPECT_EQ(config.run.measure, run.measure);
  EXPECT_EQ(config.run.drain, run.drain);
  EXPECT_EQ(config.run.seeds, run.seeds);
  EXPECT_EQ(config.run.stationary_bound, run.stationary_bound);
  EXPECT_EQ(config.run.samples.interval, run.samples.interval);
  EXPECT_EQ(config.run.completion_limit, run.completion_limit);
  const SimulationConfig simulation;
  const SimulationConfig& read_simulation = config.network.simulation;
  EXPECT_EQ(read_simulation.seed, simulation.seed);
  EXPECT_EQ(read_simulation.quantum, simulation.quantum);
  EXPECT_EQ(read_simulation.idle_skipping, simulation.idle_skipping);
  EXPECT_EQ(read_simulation.shuffle, simulation.shuffle);
  EXPECT_EQ(read_simulation.check_invariants, simulation.check_invariants);
  EXPECT_EQ(read_simulation.specialised, simulation.specialised);
  EXPECT_EQ(read_simulation.watchdog, simulation.watchdog);
  EXPECT_EQ(read_simulation.stall_probability, simulation.stall_probability);
  const NicConfig nic;
  EXPECT_EQ(config.network.nic.packet_phits, nic.packet_phits);
  EXPECT_EQ(config.network.nic.injection_buffer, nic.injection_buffer);
  const TrafficConfig traffic;
  EXPECT_EQ(config.traffic.reply_delay, traffic.reply_delay);
  EXPECT_EQ(config.traffic.bytes_per_phit, traffic.bytes_per_phit);
  EXPECT_EQ(config.traffic.packet_phits, traffic.packet_phits);
}

TEST(ConfigRead, TheExampleOfTheContract) {
  const Config config = read(R"(
network:
  topology: fat_tree
  k: 4
  n: 3
  latency: {host: 1, up: 3, down: 5}
switch:
  switching: vct
  input_buffer: 80
  output_buffer: 0
  routing_delay: 1
  crossbar: {kind: multiplexed, delay: 1, speedup: 1}
  allocator: {kind: separable_input_first, iterations: 1, arbiter: round_robin}
routing:
  function: interval
  selection: sadp
  vcs: {policy: single}
traffic:
  pattern: uniform
  load: [0.1, 0.2, 0.3]
  packet_phits: 16
nic: {injection_buffer: 256, injection_vcs: 1, reorder_buffer: 0}
simulation: {warmup: 5000, measure: 10000, seeds: [1, 2, 3]}
faults: []
rtl: {blocks: [], mode: shadow}
)");
  EXPECT_EQ(config.netlist.hosts.size(), 64u);
  EXPECT_THAT(config.traffic.loads, ElementsAre(0.1, 0.2, 0.3));
  EXPECT_THAT(config.run.seeds, ElementsAre(1u, 2u, 3u));
  int up = 0;
  for (const Link& link : config.netlist.links) {
    if (config.netlist.kinds[static_cast<std::size_t>(link.kind)] == "up") {
      EXPECT_EQ(link.latency, 3);
      ++up;
    }
  }
  EXPECT_EQ(up, 128);
}

/// Latencies of the ejection link of host 0 and of the first link between switches.
std::pair<int, int> long_and_up(const Config& config) {
  int up = 0;
  int last = 0;
  for (const Link& link : config.netlist.links) {
    if (link.kind != 0 && up == 0) up = link.latency;
    if (link.to.type == Endpoint::Type::kHost && link.to.index == 0) last = link.latency;
  }
  return {last, up};
}

TEST(ConfigRead, LongLinksAreAsLongAsTheStagesTheySkip) {
  const std::string start =
      "network: {topology: ruft, k: 2, n: 3, latency: {up: 8}}\n"
      "switch: {routing_delay: 12, crossbar: {delay: 2}}\n"
      "traffic: {load: 0.1}\n";
  const std::string key = "network.latency.long";
  EXPECT_EQ(long_and_up(read(start)), std::pair(8, 8)) << "no stage is skipped";
  EXPECT_EQ(read(start).resolved["network"]["latency"]["long"], 8);
  EXPECT_EQ(long_and_up(read(start, {{key, "3"}})), std::pair(3, 8));
  EXPECT_EQ(long_and_up(read(start, {{key + ".stages", "0"}})), std::pair(8, 8));
  EXPECT_EQ(long_and_up(read(start, {{key + ".stages", "2"}})), std::pair(8 + 2 * (8 + 12 + 2), 8));
  EXPECT_EQ(long_and_up(read(start, {{key, "{link: 5, stages: 1}"}})), std::pair(5 + 19, 8));
  // Any kind of links, and without a switch section.
  const std::string plain = "network: {topology: ruft, k: 2, n: 3}\ntraffic: {load: 0.1}\n";
  EXPECT_EQ(long_and_up(read(plain, {{"network.latency.up.stages", "3"}})), std::pair(10, 10));
  EXPECT_EQ(long_and_up(read(plain, {{"network.latency.up", "{}"}})), std::pair(1, 1));
  // What was read can be read again.
  const Config config = read(start, {{key + ".stages", "2"}});
  const nlohmann::json expected = {{"link", 8}, {"stages", 2}};
  EXPECT_EQ(config.resolved["network"]["latency"]["long"], expected);
  EXPECT_EQ(long_and_up(read(print_config(config))), long_and_up(config));
}

TEST(ConfigRead, ARuftIsRoutedInItsOwnWay) {
  const Config config = read("network: {topology: ruft, k: 2, n: 3}\ntraffic: {load: 0.1}\n");
  EXPECT_EQ(config.routing_function, "ruft");
  EXPECT_EQ(config.network.switches.selection, "ff");
}

TEST(ConfigRead, EverythingElseThanTheDefaults) {
  const Config config = read(std::string(kNetwork) + R"(
switch:
  switching: wormhole
  flit_phits: 4
  input_buffer: {host: 8, up: 12}
  output_buffer: {down: 4}
  routing_delay: 0
  crossbar: {kind: full, delay: 3, speedup: 2}
  allocator: {kind: islip, iterations: 2, arbiter: age}
  control_priority: true
routing:
  selection: mc
  vcs: {policy: free, count: {up: 3, down: 2}}
traffic: {load: 1, packet_phits: 10}
nic: {injection_buffer: 30, injection_vcs: 2, injection_vc_choice: destination, reorder_buffer: 20}
simulation:
  warmup: 0
  measure: 1e3
  drain: 500
  seeds: 7
  stationary_bound: 0.1
  sample_interval: 100
  sample_by: injection
  counter_interval: 50
  sample_quartiles: true
  completion_limit: 5000
  quantum: 1
  regions: 2
  idle_skipping: false
  shuffle: 3
  check_invariants: true
  specialised: false
  stall_probability: 0.25
  watchdog: 0
rtl: {blocks: [{name: interval, implementation: interval_subtract}], mode: replace}
)");
  const SwitchConfig& switches = config.network.switches;
  EXPECT_EQ(switches.switching, Switching::kWormhole);
  EXPECT_EQ(switches.flit_phits, 4);
  EXPECT_THAT(switches.input_buffer, ElementsAre(8, 12, 80));
  EXPECT_THAT(switches.output_buffer, ElementsAre(0, 0, 4));
  EXPECT_EQ(switches.routing_delay, 0);
  EXPECT_EQ(switches.crossbar, CrossbarKind::kFull);
  EXPECT_EQ(switches.crossbar_delay, 3);
  EXPECT_EQ(switches.speedup, 2);
  EXPECT_EQ(switches.allocator, AllocatorKind::kIslip);
  EXPECT_EQ(switches.iterations, 2);
  EXPECT_EQ(switches.arbiter, ArbiterKind::kAge);
  EXPECT_TRUE(switches.control_priority);
  EXPECT_EQ(switches.selection, "mc");
  EXPECT_EQ(config.vc_policy, "free");
  EXPECT_THAT(config.vcs, ElementsAre(1, 3, 2));
  EXPECT_THAT(switches.vcs, ElementsAre(1, 3, 2));
  EXPECT_THAT(config.traffic.loads, ElementsAre(1.0));
  EXPECT_EQ(config.network.nic.packet_phits, 10);
  EXPECT_EQ(config.network.nic.injection_buffer, 30);
  EXPECT_EQ(config.network.nic.injection_vcs, 2);
  EXPECT_EQ(config.network.nic.injection_vc_choice, InjectionVcChoice::kDestination);
  EXPECT_EQ(config.network.nic.reorder_buffer, 20);
  EXPECT_EQ(config.run.warmup, 0u);
  EXPECT_EQ(config.run.measure, 1000u);
  EXPECT_EQ(config.run.drain, 500u);
  EXPECT_THAT(config.run.seeds, ElementsAre(7u));
  EXPECT_EQ(config.run.stationary_bound, 0.1);
  EXPECT_EQ(config.run.samples.interval, 100u);
  EXPECT_EQ(config.run.samples.by, SampleSettings::By::kInjection);
  EXPECT_TRUE(config.run.samples.quartiles);
  EXPECT_EQ(config.run.counter_interval, 50u);
  EXPECT_EQ(config.run.completion_limit, 5000u);
  const SimulationConfig& simulation = config.network.simulation;
  EXPECT_EQ(simulation.seed, 7u);
  EXPECT_EQ(simulation.quantum, 1);
  EXPECT_EQ(simulation.regions, 2);
  EXPECT_FALSE(simulation.idle_skipping);
  EXPECT_EQ(simulation.shuffle, 3u);
  EXPECT_TRUE(simulation.check_invariants);
  EXPECT_FALSE(simulation.specialised);
  EXPECT_EQ(simulation.stall_probability, 0.25);
  EXPECT_EQ(simulation.watchdog, 0u);
  ASSERT_EQ(config.rtl.blocks.size(), 1u);
  EXPECT_EQ(config.rtl.blocks[0].name, "interval");
  EXPECT_EQ(config.rtl.blocks[0].implementation, "interval_subtract");
  EXPECT_EQ(config.rtl.mode, RtlConfig::Mode::kReplace);
}

TEST(ConfigRead, FaultsAreLinksThatHaveFailedBeforeTheStart) {
  const Config config = read(
      "network: {topology: fat_tree, k: 2, n: 3}\n"
      "routing: {function: ft2ei, exclusion_intervals: 3}\n"
      "traffic: {load: 0.1}\n"
      "faults: [{link: s4.p1}, {cable: s8.p0, cycle: 0}, {switch: s11}]\n");
  EXPECT_EQ(integer_parameter(config.routing_parameters, "exclusion_intervals"), 3);
  ASSERT_EQ(config.faults.size(), 3u);
  EXPECT_EQ(config.faults[0].part, FailedPart::kLink);
  EXPECT_EQ(config.faults[1].part, FailedPart::kCable);
  EXPECT_EQ(config.faults[1].name, "s8.p0");
  EXPECT_EQ(config.faults[2].part, FailedPart::kSwitch);
  EXPECT_EQ(config.faults[0].links.size(), 1u);
  EXPECT_EQ(config.faults[1].links.size(), 2u);
  EXPECT_EQ(config.faults[2].links.size(), 4u);
  EXPECT_EQ(routing_context(config).failed_links.size(), 7u);
  EXPECT_EQ(config.resolved["faults"][0]["cycle"], 0);
  EXPECT_EQ(read(print_config(config)).resolved, config.resolved);
}

TEST(ConfigRead, OtherSwitchKinds) {
  const Config config = read(std::string(kSmallConfig) +
                             "switch:\n"
                             "  switching: store_and_forward\n"
                             "  allocator: {kind: separable_output_first, arbiter: random}\n"
                             "rtl: {blocks: [interval]}\n");
  EXPECT_EQ(config.network.switches.switching, Switching::kStoreAndForward);
  EXPECT_EQ(config.network.switches.allocator, AllocatorKind::kSeparableOutputFirst);
  EXPECT_EQ(config.network.switches.arbiter, ArbiterKind::kRandom);
  ASSERT_EQ(config.rtl.blocks.size(), 1u);
  EXPECT_EQ(config.rtl.blocks[0].implementation, "interval");
  const Config served = read(kSmallConfig, {{"switch.allocator.arbiter", "least_recently_served"}});
  EXPECT_EQ(served.network.switches.arbiter, ArbiterKind::kLeastRecentlyServed);
}

TEST(ConfigRead, BuffersGrowWithThePackets) {
  const Config config = read(kSmallConfig, {{"traffic.packet_phits", "1024"}});
  EXPECT_THAT(config.network.switches.input_buffer, ElementsAre(2048, 2048, 2048));
  EXPECT_EQ(config.network.nic.injection_buffer, 2048);
  EXPECT_EQ(config.resolved["switch"]["input_buffer"]["host"], 2048);
  const Config wormhole = read(kSmallConfig, {{"traffic.packet_phits", "1024"},
                                              {"switch.switching", "wormhole"},
                                              {"switch.flit_phits", "8"}});
  EXPECT_THAT(wormhole.network.switches.input_buffer, ElementsAre(80, 80, 80));
}

TEST(ConfigRead, RoutingFunctionFollowsTheTopology) {
  const Config mesh = read("network: {topology: mesh, k: [4, 3]}\ntraffic: {load: 0.1}\n");
  EXPECT_EQ(mesh.routing_function, "dor");
  EXPECT_EQ(mesh.netlist.switches.size(), 12u);
  EXPECT_EQ(mesh.resolved["routing"]["function"], "dor");
  const Config square = read("network: {topology: mesh, k: 4, n: 2}\ntraffic: {load: 0.1}\n");
  EXPECT_EQ(square.netlist.switches.size(), 16u);
  EXPECT_EQ(square.resolved["network"]["k"], json::array({4}));
  const Config star = read("network: {topology: single_switch, hosts: 4}\ntraffic: {load: 0.1}\n");
  EXPECT_EQ(star.routing_function, "shortest_path");
}

TEST(ConfigRead, PatternsWithParameters) {
  const Config config = read(std::string(kNetwork) +
                             "traffic: {pattern: hotspot, node: 3, load: 0.2, nodes: [0, 4-6]}\n");
  const auto& pattern = config.traffic.phases.at(0).patterns.at(0);
  EXPECT_EQ(pattern.name, "hotspot");
  EXPECT_EQ(integer_parameter(pattern.parameters, "node"), 3);
  EXPECT_EQ(real_parameter(pattern.parameters, "fraction"), 0.05);
  EXPECT_THAT(pattern.nodes, ElementsAre(0u, 4u, 5u, 6u));
  EXPECT_EQ(config.resolved["traffic"]["fraction"], 0.05);
}

TEST(ConfigRead, Mixture) {
  const Config config = read(std::string(kNetwork) +
                             "traffic:\n"
                             "  load: 0.2\n"
                             "  mixture:\n"
                             "  - {pattern: uniform, share: 0.1, nodes: 0-3}\n"
                             "  - {pattern: complement, share: 0.2, nodes: 0-3}\n"
                             "  - {pattern: hotspot, share: 0.7, nodes: [0-3]}\n"
                             "  - {nodes: [4, 5]}\n");
  const auto& patterns = config.traffic.phases.at(0).patterns;
  ASSERT_EQ(patterns.size(), 4u);
  EXPECT_EQ(patterns[1].name, "complement");
  EXPECT_EQ(patterns[1].share, 0.2);
  EXPECT_EQ(patterns[3].name, "uniform");
  EXPECT_EQ(patterns[3].share, 1);
  EXPECT_THAT(patterns[3].nodes, ElementsAre(4u, 5u));
}

TEST(ConfigRead, Phases) {
  const Config config = read(std::string(kNetwork) +
                             "traffic:\n"
                             "  load: [0.2, 0.4]\n"
                             "  phases:\n"
                             "  - {pattern: uniform}\n"
                             "  - {from: 1000, load: 0.5, mixture: [{share: 0.5}, {pattern: "
                             "complement, share: 0.5}]}\n");
  ASSERT_EQ(config.traffic.phases.size(), 2u);
  EXPECT_EQ(config.traffic.phases[0].from, 0u);
  EXPECT_FALSE(config.traffic.phases[0].load.has_value());
  EXPECT_EQ(config.traffic.phases[1].from, 1000u);
  EXPECT_EQ(config.traffic.phases[1].load, 0.5);
  EXPECT_EQ(config.traffic.phases[1].patterns.size(), 2u);
  EXPECT_THAT(config.traffic.loads, ElementsAre(0.2, 0.4));
}

TEST(ConfigRead, PhasesWithLoadsOfTheirOwnMakeOnePoint) {
  const Config config =
      read(std::string(kNetwork) + "traffic: {phases: [{load: 0.2}, {from: 10, load: 0.6}]}\n");
  EXPECT_THAT(config.traffic.loads, ElementsAre(0.2));
}

TEST(ConfigRead, Burst) {
  const Config config =
      read(std::string(kNetwork) + "traffic: {pattern: complement, burst: {packets: 1000}}\n");
  EXPECT_EQ(config.traffic.kind, TrafficConfig::Kind::kBurst);
  EXPECT_EQ(config.traffic.burst_packets, 1000u);
  EXPECT_THAT(config.traffic.loads, IsEmpty());
  EXPECT_EQ(config.traffic.phases.at(0).patterns.at(0).name, "complement");
}

TEST(ConfigRead, RequestReply) {
  const Config config = read(std::string(kNetwork) +
                             "traffic: {load: 0.1, request_reply: {reply_phits: 40, delay: 5}}\n");
  EXPECT_EQ(config.traffic.kind, TrafficConfig::Kind::kRequestReply);
  EXPECT_EQ(config.traffic.reply_phits, 40);
  EXPECT_EQ(config.traffic.reply_delay, 5);
  EXPECT_EQ(config.network.smallest_packet, 8) << "40 phits are packets of 16, 16 and 8";
  const Config same = read(std::string(kNetwork) + "traffic: {load: 0.1, request_reply: {}}\n");
  EXPECT_EQ(same.traffic.reply_phits, 16);
  EXPECT_EQ(same.traffic.reply_delay, 1);
  EXPECT_EQ(same.network.smallest_packet, 16);
}

TEST_F(ConfigFiles, PathsStartAtTheFolderOfTheConfiguration) {
  write("inputs/events.txt", "0 0 1 64\n");
  const std::string path =
      write("run.yaml", std::string(kNetwork) + "traffic: {trace: inputs/events.txt}\n");
  const Config config = load_config(path);
  EXPECT_EQ(config.traffic.kind, TrafficConfig::Kind::kTrace);
  EXPECT_EQ(config.traffic.trace, (folder_ / "inputs/events.txt").string());
  EXPECT_EQ(config.traffic.bytes_per_phit, 8);
  EXPECT_EQ(config.network.smallest_packet, 1);
  EXPECT_THAT(config.traffic.phases, IsEmpty());
  EXPECT_EQ(config.resolved["traffic"]["trace"], "inputs/events.txt");
}

TEST(ConfigRead, GeneratedTrace) {
  const std::string network = "network: {topology: fat_tree, k: 2, n: 5}\n";
  const Config config =
      read(network +
           "traffic: {trace: {generator: disk, preset: 5, burst: 777, skew: 1.5}, "
           "packet_phits: 1024, bytes_per_phit: 4}\n");
  EXPECT_EQ(config.traffic.kind, TrafficConfig::Kind::kTrace);
  EXPECT_EQ(config.traffic.bytes_per_phit, 4);
  EXPECT_EQ(config.traffic.trace, "");
  ASSERT_TRUE(config.traffic.generated_trace);
  const TrafficConfig::GeneratedTrace& trace = *config.traffic.generated_trace;
  EXPECT_FALSE(trace.seed) << "that of the run";
  EXPECT_EQ(trace.disk.burst, 777u);
  EXPECT_EQ(trace.disk.skew, 1.5);
  EXPECT_EQ(trace.disk.idle, disk_trace_preset(5).idle);
  const json& resolved = config.resolved["traffic"]["trace"];
  EXPECT_EQ(resolved["seed"], "run");
  EXPECT_EQ(resolved["burst"], 777);
  EXPECT_EQ(resolved["idle"], disk_trace_preset(5).idle);
  EXPECT_EQ(resolved.size(), 3 + disk_trace_fields().size()) << "every key has its value";
  const Config seeded = read(network + "traffic: {trace: {generator: disk, seed: 9}}\n");
  EXPECT_EQ(seeded.traffic.generated_trace->seed, 9u);
}

TEST(ConfigRead, ReorderBufferWithoutLimit) {
  const Config config =
      read(std::string(kNetwork) + "traffic: {load: 0.1}\nnic: {reorder_buffer: unlimited}\n");
  EXPECT_EQ(config.network.nic.reorder_buffer, kUnlimitedReorderBuffer);
  EXPECT_EQ(config.resolved["nic"]["reorder_buffer"], "unlimited");
}

TEST_F(ConfigFiles, ErrorsNameTheFile) {
  const std::string path = write("run.yaml", std::string(kNetwork) + "traffic: {load: 2}\n");
  try {
    load_config(path);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(),
              path +
                  ":2: traffic.load: 2 is out of range; allowed: a number above 0 and "
                  "up to 1, or a list of such values");
  }
}

TEST_F(ConfigFiles, FilesThatCannotBeRead) {
  const std::string missing = (folder_ / "none.yaml").string();
  const std::string folder = folder_.string();
  for (const auto& [path, message] :
       {std::pair(missing, missing + ": the file cannot be read: No such file or directory"),
        std::pair(folder, folder + ": is a folder; allowed: a regular file")}) {
    try {
      load_config(path);
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), message);
    }
  }
}

TEST_F(ConfigFiles, NetlistFileIsPrintedOnce) {
  write("net.yaml",
        "netlist: 1\ncables:\n- {from: h0, to: s0.p0}\n- {from: h1, to: s0.p1}\n"
        "switches: [{name: s0, ports: 2}]\nhosts: [{name: h0}, {name: h1}]\n");
  const Config config =
      load_config(write("run.yaml", "network: {file: net.yaml}\ntraffic: {load: 0.1}\n"));
  const std::string printed = write("printed.yaml", print_config(config));
  EXPECT_EQ(load_config(printed).resolved, config.resolved);
}

TEST_F(ConfigFiles, BrokenNetlistFile) {
  const std::string netlist = write("net.yaml", "switches: 3\n");
  const std::string path = write("run.yaml", "traffic: {load: 0.1}\nnetwork:\n  file: net.yaml\n");
  try {
    load_config(path);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(path + ":3: network.file: " + netlist + ":"));
  }
}

TEST(ConfigOverride, ReplacesAddsAndTakesAway) {
  const std::string text = std::string(kNetwork) + "traffic: {load: [0.1, 0.2, 0.3]}\n";
  const Config config = read(text, {{"switch.crossbar.delay", "4"},
                                    {"traffic.load[1]", "0.5"},
                                    {"traffic.load.2", "null"},
                                    {"network.latency", "{up: 8}"},
                                    {"routing.vcs", "{policy: free, count: 2}"}});
  EXPECT_EQ(config.network.switches.crossbar_delay, 4);
  EXPECT_THAT(config.traffic.loads, ElementsAre(0.1, 0.5));
  EXPECT_EQ(config.resolved["network"]["latency"]["up"], 8);
  EXPECT_THAT(config.vcs, ElementsAre(2, 2, 2));
  const Config burst = read(text, {{"traffic.load", "null"}, {"traffic.burst.packets", "10"}});
  EXPECT_EQ(burst.traffic.burst_packets, 10u);
}

TEST(ConfigOverride, TheLastOneWins) {
  EXPECT_THAT(read(kSmallConfig, {{"traffic.load", "0.5"}, {"traffic.load", "0.7"}}).traffic.loads,
              ElementsAre(0.7));
}

TEST(ConfigOverride, ANewTopologyWithItsParameters) {
  const Config config = read(kSmallConfig, {{"network", "{topology: mesh, k: [3, 3]}"}});
  EXPECT_EQ(config.netlist.topology, "mesh");
  EXPECT_EQ(config.routing_function, "dor");
}

TEST(ConfigOverride, FillsASectionThatIsEmpty) {
  const Config config = read(std::string(kSmallConfig) + "nic:\n", {{"nic.injection_vcs", "2"}});
  EXPECT_EQ(config.network.nic.injection_vcs, 2);
}

TEST(ConfigRead, AliasesStandForWhatTheyName) {
  const Config config = read(std::string(kNetwork) +
                             "traffic: {load: &few [0.1, 0.2]}\n"
                             "simulation: {seeds: &n [3, 4], warmup: &w 10, drain: *w}\n");
  EXPECT_THAT(config.traffic.loads, ElementsAre(0.1, 0.2));
  EXPECT_EQ(config.run.drain, 10u);
}

TEST(ConfigRead, JsonIsYaml) {
  const Config config =
      read(R"({"network": {"topology": "fat_tree", "k": 2, "n": 2}, "traffic": {"load": [0.5]}})");
  EXPECT_EQ(config.netlist.hosts.size(), 4u);
}

TEST(ConfigRead, MakesTheRoutingFunction) {
  const Config config = read(kSmallConfig);
  const auto routing = make_routing(config);
  ASSERT_NE(routing, nullptr);
  EXPECT_FALSE(routing->in_order());
  EXPECT_FALSE(routing->register_program(0).empty());
}

// The tables of a large network are not made on trial; the message names the place all the same.
TEST(ConfigRead, ARoutingFunctionThatDoesNotFitALargeNetwork) {
  try {
    read(
        "network: {topology: mesh, k: [40, 40]}\n"
        "routing:\n"
        "  function: interval\n"
        "  selection: ff\n"
        "traffic: {load: 0.1}\n");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("c.yaml:3: routing.function: "));
  }
}

/// Tables of large networks are made once, and not to see whether they can be.
TEST(ConfigRead, RoutingTablesThatDoNotFitALargeNetwork) {
  TemporaryFolder folder;
  folder.write("table.txt", "s0 s1 2\n");
  const Config config = read(
      "network: {topology: mesh, k: [40, 40]}\n"
      "routing:\n"
      "  function: table\n"
      "  file: " +
      folder.file("table.txt") +
      "\n"
      "traffic: {load: 0.1}\n");
  try {
    make_routing(config);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("c.yaml:3: routing.function: "));
  }
}

TEST(ConfigRead, MessageClassesTakeTheirShareOfTheVcs) {
  const std::string network = "network: {topology: dragonfly, h: 1}\ntraffic: {load: 0.1}\n";
  const Config one = read(network);
  EXPECT_EQ(one.network.nic.classes, 1);
  EXPECT_THAT(one.vcs, ElementsAre(1, 2, 1));
  const Config two = read(network + "routing: {vcs: {classes: 2}}\n");
  EXPECT_EQ(two.network.nic.classes, 2);
  EXPECT_THAT(two.vcs, ElementsAre(2, 4, 2)) << "twice as many";
  EXPECT_EQ(two.network.nic.injection_vcs, 2);
  const RoutingContext context = routing_context(two);
  EXPECT_EQ(context.classes, 2);
  EXPECT_EQ(context.injection_vcs, 2);
  const Config given = read(network + "routing: {vcs: {classes: 2, count: {local: 6}}}\n");
  EXPECT_THAT(given.vcs, ElementsAre(2, 6, 2));
}

TEST(ConfigRead, HostsThatTakeALimitedNumberOfRequestsHaveClassesAndBuffers) {
  const std::string network =
      "network: {topology: mesh, k: [2]}\ntraffic: {load: 0.1, packet_phits: 9}\n";
  const Config all = read(network + "tlm: {map: []}\n");
  EXPECT_EQ(all.network.nic.classes, 1);
  EXPECT_EQ(all.network.nic.ejection_buffer, 0);
  const Config some = read(network + "tlm: {requests: 4}\n");
  EXPECT_EQ(some.network.nic.classes, 2);
  EXPECT_EQ(some.network.nic.ejection_buffer, 18);
  const Config shared = read(network + "tlm: {requests: 4}\nrouting: {vcs: {classes: 1}}\n");
  EXPECT_EQ(shared.network.nic.classes, 1) << "to show a deadlock";
}

}  // namespace
}  // namespace netloom::test
