#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <string>

#include "hw/structural/part/end_of_cycle_decision.h"
#include "hw/structural/part/matrix_allocator.h"
#include "hw/structural/part/pipelined_crossbar.h"
#include "hw/structural/part_kinds.h"
#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "sim/config/config.h"
#include "sim/lockstep/lockstep.h"
#include "sim/report/defect_text.h"

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

/// Grants each input the output of the same number.
class BlindAllocator : public Allocator {
 public:
  BlindAllocator(sc_core::sc_module_name name, SwitchParameters& of) : Allocator(name, of) {}

 protected:
  void match() override {
    for (const int input : waiting()) grant(input, input);
  }
};

const PartRegistry<Allocator>::Registration kBlind(
    "blind", PartEntry<Allocator>::of<BlindAllocator>("grants without a look at what may go"));

/// Takes the first and the last phit of each flit only.
class LeakyCrossbar : public Crossbar {
 public:
  LeakyCrossbar(sc_core::sc_module_name name, SwitchParameters& of) : Crossbar(name, of) {
    each_cycle(Phase::kDrive, &LeakyCrossbar::take);
  }

  std::vector<Flit> heads() const override { return {}; }
  bool busy() const override { return false; }

 private:
  void reset() override {}
  /// What has crossed in the cycle before comes out.
  void take() {
    std::vector<Crossing> out(crossing_o.size());
    for (const auto& input : crossing_i) {
      const Crossing& crossing = input.read();
      const bool takes = crossing.phits > 0 && (crossing.head || crossing.tail);
      if (takes) out[static_cast<std::size_t>(crossing.output)] = crossing;
    }
    for (std::size_t i = 0; i < out.size(); ++i) crossing_o[i].write(out[i]);
  }
};

const PartRegistry<Crossbar>::Registration kLeaky(
    "leaky", PartEntry<Crossbar>::of<LeakyCrossbar>("loses phits"));

/// Hides what is in it.
class HidingCrossbar : public PipelinedCrossbar {
 public:
  HidingCrossbar(sc_core::sc_module_name name, SwitchParameters& of)
      : PipelinedCrossbar(name, of) {}

  std::vector<Flit> heads() const override { return {}; }
};

const PartRegistry<Crossbar>::Registration kHiding(
    "hiding", PartEntry<Crossbar>::of<HidingCrossbar>("hides what is in it"));

/// Decides as Netloom's own.
class MyDecision : public EndOfCycleDecision {
 public:
  MyDecision(sc_core::sc_module_name name, SwitchParameters& of) : EndOfCycleDecision(name, of) {}
};

const PartRegistry<SourceDecision>::Registration kMine(
    "mine", PartEntry<SourceDecision>::of<MyDecision>("decides as Netloom's own"));

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

TEST(Parts, AnAllocatorThatGrantsWhatAFlitMayNotTakeIsFound) {
  EXPECT_THAT(
      outcome_of(std::string(kMesh) + "switch: {parts: {allocator: blind}}\n"),
      HasSubstr("cycle 2: s4: the allocator blind grants input s4.p0.vc0 the output s4.p0.vc0: "
                "the flit may not take that output"));
}

TEST(Parts, ACrossbarThatLosesPhitsIsFound) {
  EXPECT_THAT(outcome_of(std::string(kMesh) + "switch: {parts: {crossbar: leaky}}\n"),
              HasSubstr("a cycle without a phit within a flit at output_end_"));
  EXPECT_THAT(
      outcome_of(std::string(kMesh) + "switch: {output_buffer: 8, parts: {crossbar: leaky}}\n"),
      HasSubstr("the link sends a phit that has not come out of the crossbar, of s"));
}

TEST(Parts, ACrossbarThatHidesPacketsIsFound) {
  EXPECT_THAT(outcome_of(std::string(kMesh) +
                         "switch: {crossbar: {delay: 3}, parts: {crossbar: hiding}}\n"),
              HasSubstr("packets"));
}

TEST(Parts, WhoseMistakeItMayBeIsSaid) {
  const auto text = [](const std::string& parts) {
    return command_defect_text(
        config(std::string(kMesh) + "switch: {parts: {" + parts + "}}\n").resolved);
  };
  EXPECT_THAT(text("allocator: separable"), HasSubstr("a mistake in Netloom, not in the config"));
  EXPECT_THAT(text("allocator: blind, crossbar: leaky"),
              HasSubstr("a mistake in Netloom, or in the part blind in the place of its allocator "
                        "separable, or in the part leaky in the place of its crossbar pipelined, "
                        "not in the configuration"));
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

TEST(Parts, AValueThatAPartDoesNotDoIsAnErrorOfItsKey) {
  EXPECT_EQ(refusal_of("allocator: {iterations: 2}, parts: {allocator: wavefront}"),
            "parts.yaml:3: switch.allocator.iterations: the allocator wavefront matches once a "
            "cycle; allowed: 1 with switch.parts.allocator: wavefront");
  EXPECT_EQ(refusal_of("control_priority: true, parts: {allocator: wavefront}"),
            "parts.yaml:3: switch.control_priority: the allocator wavefront sees no packets; "
            "allowed: false with switch.parts.allocator: wavefront");
  EXPECT_EQ(refusal_of("allocator: {iterations: 1}, control_priority: false, "
                       "parts: {allocator: wavefront}"),
            "");
}

TEST(Parts, AKeyThatAPartHasNotIsAnErrorWithItsDefaultToo) {
  for (const char* kind : {"islip", "separable_input_first"}) {
    EXPECT_EQ(
        refusal_of(std::string("allocator: {kind: ") + kind + "}, parts: {allocator: wavefront}"),
        "parts.yaml:3: switch.allocator.kind: the allocator wavefront has one way to match; "
        "allowed: no such key with switch.parts.allocator: wavefront")
        << kind;
  }
}

TEST(Parts, AnArbiterIsForInputsThatVcsShare) {
  EXPECT_EQ(refusal_of("allocator: {arbiter: age}, parts: {allocator: wavefront}"), "");
  for (const char* arbiter : {"age", "round_robin"}) {
    EXPECT_THAT(refusal_of(std::string("crossbar: {kind: full}, allocator: {arbiter: ") + arbiter +
                           "}, parts: {allocator: wavefront}"),
                HasSubstr("switch.allocator.arbiter: the allocator wavefront has no arbiters where "
                          "each VC has its own input of the crossbar; allowed: no such key"))
        << arbiter;
  }
}

TEST(Parts, TheResolvedConfigurationHasNoKeyThatAPartHasNot) {
  const Config resolved = config(std::string(kMesh) + "switch: {parts: {allocator: wavefront}}\n");
  const auto& allocator = resolved.resolved.at("switch").at("allocator");
  EXPECT_FALSE(allocator.contains("kind")) << allocator;
  EXPECT_TRUE(allocator.contains("iterations") && allocator.contains("arbiter")) << allocator;
  const std::string printed = print_config(resolved);
  EXPECT_EQ(print_config(parse_config(printed, "printed.yaml", ".")), printed);
}

TEST(Parts, APartThatWouldBeInNoSwitchIsAnError) {
  EXPECT_EQ(refusal_of("parts: {source_decision: mine}"),
            "parts.yaml:3: switch.parts.source_decision: mine would be in no switch, because dor "
            "decides nothing by queues; allowed: end_of_cycle, or another routing.function");
  EXPECT_EQ(refusal_of("parts: {source_decision: end_of_cycle}"), "");
  EXPECT_NO_THROW(
      config("network: {topology: dragonfly, h: 1}\n"
             "routing: {function: ugal_l}\n"
             "traffic: {load: 0.1, packet_phits: 4}\n"
             "switch: {parts: {source_decision: mine}}\n"));
}

/// As docs/guides/exchange_a_part.md says.
TEST(Parts, TheClassOfEachKindIsInTheFileOfItsName) {
  for (const PartKind& kind : part_kinds()) {
    const std::string key = kind.key;
    std::string name;
    for (std::size_t i = 0; i < key.size(); ++i) {
      const bool first = i == 0 || key[i - 1] == '_';
      if (key[i] != '_') name += static_cast<char>(first ? std::toupper(key[i]) : key[i]);
    }
    const std::string path = NETLOOM_SOURCE_DIR "/hw/structural/kind/" + key + ".h";
    EXPECT_THAT(read_text(path), HasSubstr("class " + name + " : public Part,")) << path;
  }
}

TEST(Parts, AnUnknownPartIsAnErrorThatNamesTheKnownOnes) {
  EXPECT_THAT(refusal_of("parts: {crossbar: bus}"), HasSubstr("allowed: hiding, leaky, pipelined"));
}

}  // namespace
}  // namespace netloom::test
