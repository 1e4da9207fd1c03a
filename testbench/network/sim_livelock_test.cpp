#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;

/// A line of four switches whose table lets s1 send packets for h3 back to s0, which "ff" prefers.
class LivelockProgram : public Program {
 protected:
  void SetUp() override {
    folder.write("table.txt",
                 "s0 * 2\n"
                 "s1 h0 1\n"
                 "s1 * 1 2\n"
                 "s2 h3 2\n"
                 "s2 * 1\n"
                 "s3 * 1\n");
    folder.write("one.txt", "0 0 3 32\n");
    folder.write("line.yaml",
                 "network: {topology: mesh, k: [4]}\n"
                 "routing: {function: table, file: table.txt, selection: ff}\n"
                 "traffic: {trace: one.txt, packet_phits: 4}\n");
  }
};

TEST_F(LivelockProgram, ATableThatLeadsInCirclesFailsTheRunAndNamesThePacketAndItsWay) {
  const Result result = run({"run", "line.yaml", "--json", "line.json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.errors, HasSubstr("livelock: packet 0 from h0 to h3 has passed"));
  EXPECT_THAT(result.errors, HasSubstr("passes 4, and 16 are allowed (simulation.hop_factor)"));
  EXPECT_THAT(result.errors, HasSubstr("s0.p2 -> s1.p1 -> s0.p2 -> s1.p1"));
  EXPECT_THAT(result.errors, HasSubstr("--explain h0:0"));
}

TEST_F(LivelockProgram, TheHintShowsTheWholeWay) {
  const Result result = run({"run", "line.yaml", "--explain", "h0:0"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("cycle 1: s0"));
  EXPECT_THAT(result.output, HasSubstr("port 1, VC 0 -> s0.p2: ff, preferred port 0"));
}

TEST_F(LivelockProgram, TheFactorIsOneToAThousandAndFollowsFromWhatDecides) {
  EXPECT_THAT(run({"run", "line.yaml", "--set", "simulation.hop_factor=0"}).errors,
              HasSubstr("simulation.hop_factor: 0 is out of range; allowed: an integer from 1 to 1000"));
  EXPECT_THAT(run({"run", "line.yaml", "--print-config"}).output, HasSubstr("hop_factor: 4"));
  EXPECT_THAT(run({"run", "line.yaml", "--set", "simulation.hop_factor=2"}).errors,
              HasSubstr("and 8 are allowed"));
}

}  // namespace
}  // namespace netloom::test
