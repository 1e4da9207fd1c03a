#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hw/structural/part/matrix_allocator.h"
#include "hw/structural/part/pipelined_crossbar.h"
#include "routing/base/error.h"
#include "sim/config/config.h"
#include "sim/lockstep/lockstep.h"

namespace netloom::test {
namespace {

using namespace structural;
using testing::HasSubstr;

// ---- Parts of the tests' own.

/// Grants all of the first row, whether it requests anything or not.
class GreedyAllocator : public MatrixAllocator {
 public:
  GreedyAllocator(sc_core::sc_module_name name, SwitchParameters& of) : MatrixAllocator(name, of) {}

 protected:
  BitMatrix match(const BitMatrix& /*requests*/) override {
    BitMatrix granted(rows(), columns());
    for (int column = 0; column < columns(); ++column) granted.set(0, column);
    return granted;
  }
};

const PartRegistry<Allocator>::Registration kGreedy(
    "greedy", PartEntry<Allocator>::of<GreedyAllocator>("grants what nobody requests"));

/// Hides what is in it.
class HidingCrossbar : public PipelinedCrossbar {
 public:
  HidingCrossbar(sc_core::sc_module_name name, SwitchParameters& of)
      : PipelinedCrossbar(name, of) {}

  std::vector<Flit> heads() const override { return {}; }
};

const PartRegistry<Crossbar>::Registration kHiding(
    "hiding", PartEntry<Crossbar>::of<HidingCrossbar>("hides what is in it"));

// ---- Tests.

Config config(const std::string& text) {
  return parse_config(text + "simulation: {warmup: 100, measure: 300}\n", "parts.yaml", ".");
}

PointRequest request() {
  PointRequest result;
  result.load = 0.7;
  return result;
}

const char* const kTree =
    "network: {topology: fat_tree, k: 2, n: 3}\n"
    "routing: {vcs: {policy: free, count: 2}}\n"
    "nic: {injection_vcs: 2}\n"
    "traffic: {load: 0.7, packet_phits: 8}\n";
const char* const kMesh =
    "network: {topology: mesh, k: [3, 3]}\n"
    "traffic: {load: 0.7, packet_phits: 4}\n";

/// The same network with the wavefront allocator in SystemC and in RTL.
LockstepResult wavefronts(const std::string& text, const std::string& switches) {
  const auto side = [&](const std::string& allocator) {
    return LockstepSide{allocator, config(text + "switch: {" + switches +
                                          "parts: {allocator: " + allocator + "}}\n")};
  };
  return run_lockstep(side("wavefront"), side("wavefront_rtl"), request());
}

TEST(Parts, AVerilatedAllocatorGrantsWhatTheModelGrants) {
  for (const char* network : {kTree, kMesh}) {
    const LockstepResult result = wavefronts(network, "");
    EXPECT_FALSE(result.difference) << network;
    EXPECT_GT(result.grants, 500u) << network;
    EXPECT_EQ(result.first_point, result.second_point) << network;
  }
}

TEST(Parts, AVerilatedAllocatorServesAFullCrossbar) {
  const LockstepResult result = wavefronts(kTree, "crossbar: {kind: full}, ");
  EXPECT_FALSE(result.difference);
  EXPECT_GT(result.grants, 500u);
}

TEST(Parts, WavefrontIsNotTheSeparableAllocator) {
  const auto side = [&](const std::string& allocator) {
    return LockstepSide{allocator, config(std::string(kTree) +
                                          "views: {default: structural}\n"
                                          "switch: {parts: {allocator: " +
                                          allocator + "}}\n")};
  };
  EXPECT_TRUE(run_lockstep(side("separable"), side("wavefront"), request()).difference);
}

/// What a run comes to.
std::string outcome_of(const std::string& text) {
  return simulate_apart({"structural", config(text)}, request()).dump();
}

TEST(Parts, TooManyRowsForTheRtlAreAnError) {
  EXPECT_THAT(outcome_of("network: {topology: fat_tree, k: 9, n: 2}\n"
                         "traffic: {load: 0.7, packet_phits: 4}\n"
                         "switch: {parts: {allocator: wavefront_rtl}}\n"),
              HasSubstr("the crossbar has 18 inputs; allowed with wavefront_rtl: up to 16"));
}

TEST(Parts, AnAllocatorThatGrantsWhatNobodyRequestsIsFound) {
  EXPECT_THAT(outcome_of(std::string(kMesh) + "switch: {parts: {allocator: greedy}}\n"),
              HasSubstr("grants what nobody requests, or a row or a column twice: row 0, column"));
}

TEST(Parts, ACrossbarThatHidesPacketsIsFound) {
  EXPECT_THAT(outcome_of(std::string(kMesh) +
                         "switch: {crossbar: {delay: 3}, parts: {crossbar: hiding}}\n"),
              HasSubstr("packets"));
}

// ---- Configurations.

std::string refusal_of(const std::string& switches, const std::string& rest = "") {
  try {
    config(std::string(kMesh) + "switch: {" + switches + "}\n" + rest);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Parts, WithAPartOfOnesOwnAllSwitchesAreStructural) {
  const Config of_parts = config(std::string(kMesh) + "switch: {parts: {allocator: wavefront}}\n");
  for (SwitchId id = 0; id < of_parts.netlist.switches.size(); ++id) {
    EXPECT_EQ(of_parts.network.view(id), SwitchView::kStructural);
  }
  EXPECT_EQ(config(kMesh).network.view(0), SwitchView::kFast);
}

TEST(Parts, AFastSwitchCannotHaveThem) {
  EXPECT_THAT(refusal_of("parts: {allocator: wavefront}", "views: {s0: fast}\n"),
              HasSubstr("switch.parts.allocator: wavefront is in the structural view only"));
}

TEST(Parts, WhatAPartDoesNotDoIsAnError) {
  EXPECT_THAT(refusal_of("allocator: {kind: islip}, parts: {allocator: wavefront}"),
              HasSubstr("switch.allocator.kind"));
  EXPECT_THAT(refusal_of("allocator: {iterations: 2}, parts: {allocator: wavefront}"),
              HasSubstr("switch.allocator.iterations is 2"));
  EXPECT_THAT(refusal_of("control_priority: true, parts: {allocator: wavefront}"),
              HasSubstr("switch.control_priority is true"));
  EXPECT_EQ(refusal_of("allocator: {arbiter: age}, parts: {allocator: wavefront}"), "");
}

TEST(Parts, AnUnknownPartIsAnErrorThatNamesTheKnownOnes) {
  EXPECT_THAT(refusal_of("parts: {crossbar: bus}"), HasSubstr("allowed: hiding, pipelined"));
}

}  // namespace
}  // namespace netloom::test
