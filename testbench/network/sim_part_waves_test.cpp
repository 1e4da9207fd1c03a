// `netloom run --trace` with switches in the structural view: the ports of the parts show what the
// events of the switch say, which are told apart from them.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "testbench/network/program.h"
#include "testbench/network/value_change_dump.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr std::uint64_t kCycles = 400;

class PartWaves : public Program {
 protected:
  /// Of a tree with two VCs, in which one switch of each stage is structural.
  Dump dump(const std::string& more = "") const {
    folder.write("c.yaml",
                 "network: {topology: fat_tree, k: 2, n: 3}\n"
                 "routing: {vcs: {policy: free, count: 2}}\n"
                 "nic: {injection_vcs: 2}\n"
                 "traffic: {load: 0.6, packet_phits: 8}\n"
                 "simulation: {warmup: 0, measure: 400}\n"
                 "views: {s0: structural, s4: structural, s8: structural}\n" +
                     more);
    const Result result = run({"run", "c.yaml", "--trace", "t.vcd"});
    EXPECT_EQ(result.status, 0) << result.errors;
    return read_dump(read_file(folder.file("t.vcd")));
  }
};

const Dump::Signal& signal(const Dump& dump, const std::string& name) {
  const auto found = dump.signals.find(name);
  if (found == dump.signals.end()) {
    ADD_FAILURE() << "no signal " << name;
    static const Dump::Signal none;
    return none;
  }
  return found->second;
}

// The reset has risen with the first cycle; each step of the dump is a period of the clock.
TEST_F(PartWaves, TheResetIsShownAndTheClockIsNot) {
  const Dump waves = dump();
  for (const char* part : {"input_port_0", "input_end_0", "routing_unit_1", "allocator", "crossbar",
                           "output_port_3", "output_end_3", "register_bank"}) {
    for (const std::uint64_t cycle : {std::uint64_t{0}, std::uint64_t{1}, kCycles - 1}) {
      EXPECT_EQ(signal(waves, fmt::format("s0.{}.rst_ni", part)).at(cycle), 1u) << part;
    }
    EXPECT_EQ(waves.signals.count(fmt::format("s0.{}.clk_i", part)), 0u) << part;
  }
}

TEST_F(PartWaves, PinsShowTheFlitsThatComeAndGo) {
  const Dump waves = dump();
  std::uint64_t phits = 0;
  for (const char* name : {"s0", "s4", "s8"}) {
    for (int port = 0; port < 4; ++port) {
      for (const bool in : {true, false}) {
        const std::string pins = in ? fmt::format("{}.input_port_{}.flit_i.", name, port)
                                    : fmt::format("{}.output_port_{}.flit_o.", name, port);
        const std::string events = fmt::format("{}.p{}.{}.vc", name, port, in ? "in" : "out");
        if (waves.signals.count(events + "0.flit_valid") == 0)
          continue;  // the root has no up ports
        for (std::uint64_t cycle = 0; cycle < kCycles; ++cycle) {
          const auto pin = [&](const char* which) { return signal(waves, pins + which).at(cycle); };
          const auto event = [&](std::uint64_t vc, const char* which) {
            return signal(waves, fmt::format("{}{}.{}", events, vc, which)).at(cycle);
          };
          const std::uint64_t valid = event(0, "flit_valid") + event(1, "flit_valid");
          ASSERT_EQ(pin("flit_valid"), valid) << pins << " in cycle " << cycle;
          if (valid == 0) continue;
          ++phits;
          const std::uint64_t vc = event(1, "flit_valid");
          ASSERT_EQ(pin("flit_vc"), vc) << pins << " in cycle " << cycle;
          ASSERT_EQ(pin("flit_first"), event(vc, "flit_head"));
          ASSERT_EQ(pin("flit_last"), event(vc, "flit_tail"));
          if (pin("flit_head") == 0) continue;
          ASSERT_EQ(pin("flit_data_source"), event(vc, "flit_source"));
          ASSERT_EQ(pin("flit_data_destination"), event(vc, "flit_destination"));
          ASSERT_EQ(pin("flit_data_number"), event(vc, "flit_packet"));
          ASSERT_EQ(pin("flit_data_flit_phits"), 8u);
        }
      }
    }
  }
  EXPECT_GT(phits, 1000u);
}

TEST_F(PartWaves, ACreditGoesBackForEachFlitThatHasLeft) {
  for (const char* crossbar : {"", "switch: {crossbar: {kind: full}}\n"}) {
    SCOPED_TRACE(crossbar);
    const bool full = *crossbar != '\0';
    const Dump waves = dump(crossbar);
    std::uint64_t credits = 0;
    for (int port = 0; port < 4; ++port) {
      for (std::uint64_t cycle = 0; cycle < kCycles; ++cycle) {
        const std::string pins = fmt::format("s4.input_port_{}.credit_o.", port);
        for (std::uint64_t vc = 0; vc < 2; ++vc) {
          const std::string of_vc = full ? fmt::format("_{}", vc) : "";
          const bool valid = signal(waves, pins + "credit_valid" + of_vc).at(cycle) == 1 &&
                             (full || signal(waves, pins + "credit_vc").at(cycle) == vc);
          const std::uint64_t now =
              signal(waves, fmt::format("s4.p{}.in.vc{}.occupancy", port, vc)).at(cycle);
          // The buffer is empty of the flit in the cycle after its last phit has left.
          const std::uint64_t next =
              signal(waves, fmt::format("s4.p{}.in.vc{}.occupancy", port, vc)).at(cycle + 1);
          if (valid && cycle + 1 < kCycles) {
            ++credits;
            EXPECT_EQ(signal(waves, pins + "credit_phits" + of_vc).at(cycle), 8u);
            EXPECT_TRUE(next == now - 8 || next == now) << "another flit may come at the same time";
          } else {
            EXPECT_GE(next, now) << "port " << port << ", VC " << vc << ", cycle " << cycle;
          }
        }
      }
    }
    EXPECT_GT(credits, 50u);
  }
}

TEST_F(PartWaves, GrantsAreThoseOfTheAllocator) {
  const Dump waves = dump();
  std::uint64_t grants = 0;
  for (int channel = 0; channel < 8; ++channel) {
    const std::string event = fmt::format("s4.p{}.in.vc{}.grant", channel / 2, channel % 2);
    for (std::uint64_t cycle = 0; cycle < kCycles; ++cycle) {
      const auto pin = [&](const std::string& part) {
        return signal(waves, part + ".valid").at(cycle);
      };
      ASSERT_EQ(pin(fmt::format("s4.allocator.grant_o_{}", channel)),
                signal(waves, event).at(cycle));
      ASSERT_EQ(pin(fmt::format("s4.input_port_{}.grant_i_{}", channel / 2, channel % 2)),
                signal(waves, event).at(cycle));
      grants += signal(waves, event).at(cycle);
    }
  }
  EXPECT_GT(grants, 50u);
}

TEST_F(PartWaves, TheRegisterBankShowsTheRoutingRegisters) {
  const Dump waves = dump();
  const Result listed = run({"netlist", "c.yaml", "--registers"});
  ASSERT_EQ(listed.status, 0) << listed.errors;
  std::istringstream lines(listed.output);
  std::string line, name;
  int port = 0, registers = 0;
  std::uint64_t lower = 0, upper = 0;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    if (!(words >> name >> port >> lower >> upper) || name != "s4") continue;
    for (const std::uint64_t cycle : {std::uint64_t{0}, kCycles - 1}) {
      EXPECT_EQ(signal(waves, fmt::format("s4.register_bank.LIB_{}", port)).at(cycle), lower);
      EXPECT_EQ(signal(waves, fmt::format("s4.register_bank.UIB_{}", port)).at(cycle), upper);
    }
    ++registers;
  }
  EXPECT_EQ(registers, 4);
}

/// What a switch tells is the same in both views.
TEST_F(PartWaves, WhatBothViewsShowIsTheSame) {
  for (const char* more : {"", "switch: {routing_delay: 0, crossbar: {kind: full}}\n",
                           "switch: {switching: wormhole, flit_phits: 4, input_buffer: 12, "
                           "output_buffer: 8, crossbar: "
                           "{speedup: 2}}\n"}) {
    SCOPED_TRACE(more);
    folder.write("both.yaml",
                 "network: {topology: mesh, k: [3, 3]}\n"
                 "routing: {vcs: {policy: free, count: 2}}\n"
                 "traffic: {load: 0.4, packet_phits: 8}\n"
                 "simulation: {warmup: 0, measure: 250}\n" +
                     std::string(more));
    std::map<std::string, Dump> dumps;
    for (const std::string view : {"fast", "structural"}) {
      const Result result =
          run({"run", "both.yaml", "--set", "views.default=" + view, "--trace", view + ".vcd"});
      ASSERT_EQ(result.status, 0) << result.errors;
      dumps[view] = read_dump(read_file(folder.file(view + ".vcd")));
    }
    EXPECT_GT(dumps["fast"].signals.size(), 500u);
    for (const auto& [name, each] : dumps["fast"].signals) {
      EXPECT_EQ(signal(dumps["structural"], name).values, each.values) << name;
    }
  }
}

TEST_F(PartWaves, FastSwitchesHaveNoParts) {
  const Dump waves = dump();
  for (const auto& [name, each] : waves.signals) {
    if (name.rfind("s1.", 0) == 0) {
      EXPECT_THAT(name, Not(HasSubstr("_port_")));
    }
  }
  EXPECT_EQ(waves.signals.count("s1.p0.in.vc0.flit_valid"), 1u);
}

TEST_F(PartWaves, TheSaveFileHasAGroupForEachPart) {
  dump();
  const std::string save = read_file(folder.file("t.gtkw"));
  for (const char* group : {"-s0 input_port_3\n", "-s0 allocator\n", "-s8 register_bank\n"}) {
    EXPECT_THAT(save, HasSubstr(group));
  }
  EXPECT_THAT(save, Not(HasSubstr("-s1 allocator\n")));
}

}  // namespace
}  // namespace netloom::test
