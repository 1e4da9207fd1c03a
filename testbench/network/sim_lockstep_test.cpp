#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/config/config.h"
#include "sim/lockstep/difference_waves.h"
#include "sim/lockstep/lockstep.h"
#include "sim/lockstep/side.h"
#include "testbench/network/program.h"
#include "testbench/network/value_change_dump.h"
#include "testbench/unit/sim_support.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Kind = PortEvent::Kind;

/// The network of docs/timing.md, "Without contention": one packet of four phits over two switches.
/// With R = 1 it is granted by s0 in cycle 2, and its link to s1 starts X cycles later.
class Lockstep : public testing::Test {
 protected:
  Lockstep() { folder_.write("one_packet.txt", "0 0 1 32\n"); }

  LockstepSide side(const std::string& view, int crossbar_delay, int routing_delay = 1,
                    const std::string& trace = "one_packet.txt") const {
    const std::string text = fmt::format(
        "network: {{topology: mesh, k: [2], latency: {{host: 1, mesh: 3}}}}\n"
        "switch: {{routing_delay: {}, crossbar: {{delay: {}}}}}\n"
        "traffic: {{trace: {}, packet_phits: 4}}\n"
        "views: {{default: {}}}\n",
        routing_delay, crossbar_delay, trace, view);
    return {view, parse_config(text, "two_switches.yaml", folder_.file("."))};
  }

  TemporaryFolder folder_;
  PointRequest request_;
};

TEST_F(Lockstep, EveryEventOfBothViewsIsCompared) {
  const LockstepResult result = run_lockstep(side("fast", 2), side("structural", 2), request_);
  EXPECT_FALSE(result.difference);
  // Injected and delivered; at each switch it arrives, is granted, starts on the link, leaves the
  // buffer, and its credit comes back.
  EXPECT_EQ(result.events, 2u + 2u * 5u);
  EXPECT_EQ(result.grants, 2u);
  EXPECT_EQ(result.first_point, result.second_point);
  EXPECT_EQ(result.first_point.at("completion_cycle"), 14);
}

TEST_F(Lockstep, TheFirstDifferenceIsFound) {
  for (const bool early_first : {false, true}) {
    const LockstepSide early = side(early_first ? "fast" : "structural", 1);
    const LockstepSide late = side(early_first ? "structural" : "fast", 2);
    const LockstepResult result =
        early_first ? run_lockstep(early, late, request_) : run_lockstep(late, early, request_);
    ASSERT_TRUE(result.difference);
    EXPECT_EQ(result.events, 3u);  // injected, arrived, granted
    EXPECT_EQ(result.difference->cycle(), 3u);
    EXPECT_EQ(result.difference->switch_id(), 0u);
    EXPECT_EQ(result.difference->of_first, early_first);
    EXPECT_EQ(result.difference->event.kind, Kind::kSent);
    ASSERT_TRUE(result.difference->next);
    EXPECT_EQ(result.difference->next->kind, Kind::kSent);
    EXPECT_EQ(result.difference->next->cycle, 4u);
  }
}

TEST_F(Lockstep, ARunThatStopsEarlierDiffers) {
  LockstepSide shorter = side("structural", 2);
  shorter.config.run.completion_limit = 9;
  for (const bool shorter_first : {false, true}) {
    const LockstepSide longer = side("fast", 2);
    const LockstepResult result = shorter_first ? run_lockstep(shorter, longer, request_)
                                                : run_lockstep(longer, shorter, request_);
    ASSERT_TRUE(result.difference);
    EXPECT_EQ(result.difference->of_first, !shorter_first);
    EXPECT_FALSE(result.difference->next);
    EXPECT_EQ(result.difference->cycle(), 10u);  // the ejection link of s1 starts
    EXPECT_EQ(result.difference->switch_id(), 1u);
  }
}

/// The head of one side is granted in cycle 2, that of the other waits, and nothing else happens:
/// the difference is told when that side has passed the cycle, and not when it does something.
TEST_F(Lockstep, ASideThatIsSilentIsNotWaitedFor) {
  const LockstepSide quick = side("fast", 1);
  const LockstepSide silent = side("structural", 1, 20000);
  for (const bool silent_first : {false, true}) {
    const LockstepResult result = silent_first ? run_lockstep(silent, quick, request_)
                                               : run_lockstep(quick, silent, request_);
    ASSERT_TRUE(result.difference);
    EXPECT_EQ(result.difference->cycle(), 2u);
    EXPECT_EQ(result.difference->event.kind, Kind::kGranted);
    EXPECT_EQ(result.difference->of_first, !silent_first);
    // It would be in cycle 20001.
    EXPECT_FALSE(result.difference->next);
  }
}

TEST_F(Lockstep, TheReportNamesThePortAndWhatEachSideDoesThere) {
  const LockstepSide early = side("fast", 1);
  const LockstepSide late = side("structural", 2);
  const LockstepResult result = run_lockstep(early, late, request_);
  ASSERT_TRUE(result.difference);
  const std::string text = difference_text(early, late, request_, *result.difference);
  // Port 0 is the host, port 2 the plus direction.
  EXPECT_THAT(
      text,
      StartsWith("first difference in cycle 3 at s0.p2.vc0:\n"
                 "  fast: cycle 3: s0.p2.vc0: packet 0 from h0 to h1 starts on the link in header "
                 "state 0, 4 phits\n"
                 "  structural: no such event in this cycle; the next one at this port: cycle 4: "
                 "s0.p2.vc0: packet 0 from h0 to h1 starts on the link in header state 0, 4 "
                 "phits\n"));
  EXPECT_THAT(text, HasSubstr("\ns0, structural:\n  before the allocation of cycle 3:\n"));

  const LockstepSide silent = side("structural", 1, 20000);
  const LockstepResult waits = run_lockstep(silent, early, request_);
  ASSERT_TRUE(waits.difference);
  EXPECT_THAT(difference_text(silent, early, request_, *waits.difference),
              HasSubstr("\n  structural: no such event in this cycle, and none at this port in the "
                        "1000 cycles after it\n"));
}

/// Worked out from docs/timing.md: the head comes in cycle 1 and may be granted from cycle 2 on.
TEST_F(Lockstep, TheStateOfASwitchIsWhatItIsBeforeTheAllocation) {
  const std::string arbiters =
      "  arbiters look first at: p0: input vc0, output p0; p1: input vc0, output p0; p2: input "
      "vc0, "
      "output p0\n";
  for (const char* view : {"fast", "structural"}) {
    EXPECT_EQ(switch_state(side(view, 2), request_, 0, 2),
              "  before the allocation of cycle 2:\n"
              "  input p0.vc0: packet 0 from h0 to h1, 4 phits, header state 0, since cycle 1, "
              "routed\n"
              "    p2.vc0: can be taken; room 80, credits 80, waiting 0 of 80\n" +
                  arbiters)
        << view;
    // It has been granted, and its tail crosses up to cycle 5.
    EXPECT_EQ(switch_state(side(view, 2), request_, 0, 4).find("input p"), std::string::npos);
    // At the other switch it comes 5 cycles after the grant, and goes to its host.
    EXPECT_THAT(switch_state(side(view, 2), request_, 1, 8),
                HasSubstr("since cycle 7, routed\n    p0.vc0: can be taken; host\n"))
        << view;
  }
}

/// The packet of cycle 500 starts on the link to s1 in cycle 503 in one view, in 504 in the other.
TEST_F(Lockstep, WaveformsShowTheSwitchAroundTheFirstDifference) {
  folder_.write("one_packet.txt", "500 0 1 32\n");
  const LockstepSide early = side("fast", 1);
  const LockstepSide late = side("structural", 2);
  const LockstepResult result = run_lockstep(early, late, request_);
  ASSERT_TRUE(result.difference);
  ASSERT_EQ(result.difference->cycle(), 503u);
  for (const LockstepSide* each : {&early, &late}) {
    const std::string path = folder_.file(each->name + ".vcd");
    EXPECT_EQ(write_difference_waves(*each, request_, *result.difference, path),
              fmt::format("waveform of {}: {}\n", each->name, path));
    const Dump dump = read_dump(read_file(path));
    EXPECT_EQ(dump.first, 303u);
    // The tail is delivered in cycle 512 or 514, with which the run ends.
    EXPECT_GE(dump.last, 512u);
    EXPECT_LE(dump.last, 523u);
    for (const auto& [name, signal] : dump.signals) EXPECT_EQ(name.rfind("s0.", 0), 0u) << name;
  }
}

TEST_F(Lockstep, WaveformsOfARunThatEndsEarlyAreThoseOfItsEnd) {
  folder_.write("two_packets.txt", "0 0 1 32\n100000 0 1 32\n");
  const LockstepSide shorter = side("structural", 2);
  const LockstepResult result =
      run_lockstep(side("fast", 2, 1, "two_packets.txt"), shorter, request_);
  ASSERT_TRUE(result.difference);
  ASSERT_GE(result.difference->cycle(), 100000u);
  const std::string path = folder_.file("w.vcd");
  EXPECT_THAT(write_difference_waves(shorter, request_, *result.difference, path),
              StartsWith("waveform of structural: " + path + ", up to cycle "));
  const Dump dump = read_dump(read_file(path));
  // The packet that both have is delivered in cycle 14.
  EXPECT_GE(dump.last, 14u);
  EXPECT_LT(dump.last, 99000u);
}

class LockstepProgram : public Program {};

TEST_F(LockstepProgram, TheQuantumDoesNotCountButHasToBeOne) {
  folder.write("c.yaml",
               "network: {topology: mesh, k: [2], latency: {mesh: 3}}\n"
               "traffic: {load: 0.2, packet_phits: 4}\n"
               "simulation: {warmup: 0, measure: 50, quantum: 2}\n");
  Result result = run({"lockstep", "c.yaml"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("no difference in"));
  EXPECT_THAT(result.errors,
              HasSubstr("simulation.quantum 2 does not count: each view runs with the longest that "
                        "it allows"));
  result = run({"lockstep", "c.yaml", "--set", "simulation.quantum=0"});
  EXPECT_EQ(result.errors, "");
  result = run({"lockstep", "c.yaml", "--set", "simulation.quantum=77"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.errors, HasSubstr("simulation.quantum: 77 cycles are longer than"));
}

TEST_F(LockstepProgram, ThreadsDoNotCount) {
  folder.write("c.yaml",
               "network: {topology: mesh, k: [4], latency: {mesh: 3}}\n"
               "traffic: {load: 0.2, packet_phits: 4}\n"
               "simulation: {warmup: 0, measure: 50, threads: 2}\n");
  const Result result = run({"lockstep", "c.yaml"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("no difference in"));
}

TEST_F(LockstepProgram, PartsOfOneViewCannotBeCompared) {
  folder.write("c.yaml",
               "network: {topology: mesh, k: [2]}\n"
               "switch: {parts: {allocator: wavefront}}\n"
               "traffic: {load: 0.2, packet_phits: 4}\n");
  const Result result = run({"lockstep", "c.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.errors,
            "netloom: error: c.yaml: switch.parts.allocator: wavefront is in the structural view "
            "only: there "
            "is none to compare it with; allowed: separable\n");
}

TEST_F(LockstepProgram, FaultsOfOneViewCannotBeCompared) {
  folder.write("c.yaml",
               "network: {topology: fat_tree, k: 2, n: 3}\n"
               "routing: {function: ft2ei}\n"
               "faults: [{link: s4.p2, cycle: 100}]\n"
               "traffic: {load: 0.2, packet_phits: 4}\n");
  const Result result = run({"lockstep", "c.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.errors,
            "netloom: error: c.yaml: faults: a fault in cycle 100: links that fail while the "
            "network runs, and the control packets that switches then send each other, are in the "
            "fast view only; allowed: faults before the start (cycle 0), or fault_handling.way "
            "central, with which there are none\n");
}

TEST_F(LockstepProgram, TooFewVcsAreRefusedAsForARun) {
  folder.write("c.yaml",
               "network: {topology: dragonfly, p: 1, a: 2, h: 1}\n"
               "routing: {function: min, vcs: {policy: davc, davc: np, count: 1}}\n"
               "traffic: {load: 0.2, packet_phits: 2}\n"
               "simulation: {warmup: 0, measure: 50}\n");
  const Result result = run({"lockstep", "c.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(result.errors, HasSubstr("c.yaml:2: routing.vcs: DAVC (np) needs 2 VCs on links of "
                                       "the kind 'local', which have 1"));
  EXPECT_EQ(result.errors, run({"run", "c.yaml"}).errors);
}

TEST_F(LockstepProgram, TwoViewsAreCompared) {
  folder.write("c.yaml",
               "network: {topology: mesh, k: [2]}\n"
               "traffic: {load: 0.2, packet_phits: 4}\n"
               "simulation: {warmup: 0, measure: 50}\n");
  EXPECT_EQ(run({"lockstep", "c.yaml", "--views", "mixed,fast"}).status, 0);
  for (const char* views : {"fast", "fast,gates", "fast,fast", "fast,structural,mixed", ","}) {
    const Result result = run({"lockstep", "c.yaml", "--views", views});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.errors,
              fmt::format("netloom: error: --views: '{}' is not allowed; allowed: two of fast, "
                          "structural, rtl, mixed, as fast,structural\n",
                          views));
  }
}

}  // namespace
}  // namespace netloom::test
