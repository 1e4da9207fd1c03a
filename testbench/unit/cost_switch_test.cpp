#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/base/external_program.h"
#include "sim/base/temporary_folder.h"
#include "sim/config/config.h"
#include "sim/study/register_cost.h"
#include "sim/study/switch_kinds.h"
#include "sim/study/switch_report.h"
#include "sim/study/switch_state.h"
#include "sim/study/whole_switch_synthesis.h"
#include "testbench/support/thorough.h"

namespace netloom {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

Config config_of(const std::string& network, const std::string& routing, const std::string& parts,
                 const std::string& traffic = "{load: 0.1}") {
  return parse_config("network: " + network + "\nrouting: " + routing + "\nswitch: " + parts +
                          "\ntraffic: " + traffic + "\nviews: {default: rtl}\n",
                      "c.yaml", "");
}

constexpr const char* kTree = "{topology: fat_tree, k: 2, n: 2}";
constexpr const char* kDragonfly = "{topology: dragonfly, p: 1, a: 2, h: 1}";

std::vector<SwitchReport> reports_of(const Config& config, int phit_bits = 0) {
  SwitchReportRequest request;
  request.changes.phit_bits = phit_bits;
  return switch_reports(config, request);
}

// ---- Modules, counted by hand.

TEST(SwitchState, AnInputPortKeepsItsHeads) {
  // Two VCs of eight phits, packets of up to four, eight output channels of four ports.
  InputPortSize size;
  size.vcs = 2;
  size.depth = 8;
  size.phit_bits = 10;
  size.largest_flit = size.largest_packet = 4;
  size.channels = 8;
  size.port_bits = 2;
  HeadNeeds needs;
  needs.output_channels = 8;
  needs.preferred = true;
  const State state = input_port_state(size, needs);
  EXPECT_EQ(state.needed_memory(), 2u * 8 * 10);
  // Of each VC: two places of 3 bits, 0 to 8 flits, ready, candidates, port, 0 to 4 phits. Of the
  // flit that crosses: 0 to 3 phits, VC, place, size.
  EXPECT_EQ(state.needed_flip_flops(), 2u * (6 + 4 + 1 + 8 + 2 + 3) + 2 + 1 + 3 + 3);
  // Nobody asks which channels lead into rings or are minimal; it counts one phit more than is left
  // behind a first one; and each packet is its first and last flit.
  EXPECT_EQ(state.idle_flip_flops, 2u * (8 + 8) + 1 + 2);
  EXPECT_EQ(state.idle_memory, 0u);

  // All flits of one size: two at most.
  needs.sizes = false;
  EXPECT_EQ(input_port_state(size, needs).needed_flip_flops(),
            2u * (6 + 2 + 1 + 8 + 2) + 2 + 1 + 3);
  // Worms: the rest of a packet of 16, that its first flit has gone; first and last.
  needs.sizes = true;
  size.largest_packet = 16;
  EXPECT_EQ(input_port_state(size, needs).needed_flip_flops(),
            2u * (6 + 4 + 1 + 8 + 2 + 5 + 1) + 2 + 1 + 3 + 3 + 2);
  // A full crossbar has two lanes, which are of a VC each; a speedup a bit in each.
  size.full = true;
  size.speedup = 2;
  EXPECT_EQ(input_port_state(size, needs).needed_flip_flops(),
            2u * (6 + 4 + 1 + 8 + 2 + 5 + 1) + 2 * (2 + 3 + 3 + 2 + 1));
}

TEST(SwitchState, ARoutingQueueKeepsThoseThatWait) {
  // One head, served in the cycle in which it comes.
  EXPECT_EQ(routing_queue_state(1, 1).needed_flip_flops(), 0u);
  EXPECT_EQ(routing_queue_state(1, 1).idle_flip_flops, 3u);
  // Three of four heads wait; how many do.
  EXPECT_EQ(routing_queue_state(4, 1).needed_flip_flops(), 3u * 2 + 2);
  // In three cycles all four are there, and two cycles are left.
  EXPECT_EQ(routing_queue_state(4, 3).needed_flip_flops(), 4u * 2 + 3 + 2);
}

TEST(SwitchState, RegistersAreThoseOfTheRegisterTable) {
  EXPECT_EQ(ir_port_state(6).needed_flip_flops(), 12u);
  EXPECT_EQ(fir_port_state(6, 8, true).needed_flip_flops(), 3u * 6 + 8 + 1);
  EXPECT_EQ(fir_router_state(8).needed_flip_flops(), 0u);
  EXPECT_EQ(fir_router_state(8).idle_flip_flops, 8u);
  EXPECT_EQ(ft2ei_port_state(6, 2).needed_flip_flops(), 3u * 12 + 2);
  EXPECT_EQ(davc_vc_state(5).needed_flip_flops(), 5u);
  EXPECT_EQ(davc_port_state(5, 8).needed_flip_flops(), 3u + 5 + 8);
  EXPECT_EQ(misrouting_registers_state(false).needed_flip_flops(), 9u);
  EXPECT_EQ(misrouting_registers_state(true).needed_flip_flops(), 9u + 2 * 16);
  EXPECT_EQ(table_route_state(16, 4, 2).needed_memory(), 16u * 6);
  EXPECT_EQ(table_route_state(16, 4, 2).needed_flip_flops(), 0u);
  // One of four ports, or none.
  EXPECT_EQ(forwarding_registers_state(16, 4).needed_flip_flops(), 16u * 3);
  EXPECT_EQ(forwarding_registers_state(16, 4).needed_memory(), 0u);
}

TEST(SwitchState, ArbitersKeepAnOrder) {
  EXPECT_EQ(rr_arbiter_state(1, 1).needed_flip_flops(), 0u);
  EXPECT_EQ(rr_arbiter_state(1, 1).idle_flip_flops, 1u);
  // Eight channels of four ports.
  EXPECT_EQ(rr_arbiter_state(8, 4).needed_flip_flops(), 2u);
  EXPECT_EQ(rr_arbiter_state(8, 4).idle_flip_flops, 1u);
  // A bit for each pair.
  EXPECT_EQ(lrs_arbiter_state(8, 8).needed_flip_flops(), 28u);
  EXPECT_EQ(lrs_arbiter_state(8, 6).needed_flip_flops(), 15u);
  EXPECT_EQ(lrs_arbiter_state(1, 1).needed_flip_flops(), 0u);
  EXPECT_EQ(lrs_arbiter_state(1, 1).idle_flip_flops, 0u);
  // Who holds a channel, and where a cyclic selection goes on.
  EXPECT_EQ(switch_allocator_state(8, 6, true, true, 4).needed_flip_flops(), 6u + 2);
  EXPECT_EQ(switch_allocator_state(8, 6, false, false, 4).needed_flip_flops(), 0u);
  EXPECT_EQ(switch_random_state().needed_flip_flops(), 64u);
}

TEST(SwitchState, ACrossbarHasStages) {
  CrossbarSize size;
  size.phit_bits = 10;
  size.vc_bits = 1;
  size.phits_bits = 3;
  size.delay = 2;
  size.speedup = 2;
  CrossbarOutput direct;
  direct.vcs = 2;
  CrossbarOutput buffered = direct;
  buffered.buffered = true;
  CrossbarOutput none;
  none.exists = false;
  size.outputs = {direct, buffered, none};
  const State state = crossbar_state(size);
  // Busy, from which of three, to which VC; and in both stages a phit with head, tail and VC, or
  // two phits with head, VC and size.
  EXPECT_EQ(state.needed_flip_flops(),
            (1u + 2 + 1 + 2 * (1 + 2 + 1 + 10)) + (1u + 2 + 1 + 2 * (2 + 1 + 1 + 3 + 20)));
  // All three have room for all of that.
  EXPECT_EQ(state.needed_flip_flops() + state.idle_flip_flops,
            3u * (1 + 2 + 1 + 2 * (2 + 4 + 1 + 3 + 20)));
}

TEST(SwitchState, OutputsKeepCreditsAndPhits) {
  EXPECT_EQ(output_port_state(2, 0, 7).needed_flip_flops(), 0u);  // a host
  EXPECT_EQ(output_port_state(2, 32, 7).needed_flip_flops(), 2u * 6);
  EXPECT_EQ(output_port_state(2, 32, 7).idle_flip_flops, 2u);
  EXPECT_EQ(output_buffer_state(2, 4, false, false).needed_flip_flops(), 2u + 1 + 3);
  EXPECT_EQ(output_buffer_state(2, 4, true, true).needed_flip_flops(), 2u + 1 + 2);
  EXPECT_EQ(output_queue_state(8, 10, 4, false, false).needed_flip_flops(), 2u * 4 + 2 * 3);
  EXPECT_EQ(output_queue_state(8, 10, 4, false, false).needed_memory(), 8u * (10 + 3));
  EXPECT_EQ(output_queue_state(8, 10, 4, true, true).needed_memory(), 8u * (10 + 2));
  EXPECT_EQ(output_queue_state(8, 10, 4, false, true).idle_memory, 8u * (3 + 2));
}

// ---- Switches.

TEST(SwitchState, OfATreeInAllClasses) {
  const std::vector<SwitchReport> reports =
      reports_of(config_of(kTree, "{}", "{input_buffer: 32}"));
  ASSERT_EQ(reports.size(), 2u);  // with links up, and roots
  const SwitchReport& first = reports.front();
  EXPECT_EQ(first.kind.switches.size(), 2u);
  EXPECT_EQ(first.bits(StateClass::kRouting, false), 4u * 2 * 2);  // LIB and UIB of four ports
  EXPECT_EQ(first.bits(StateClass::kCredits, false), 2u * 6);      // of two links to switches
  EXPECT_EQ(first.bits(StateClass::kArbitration, false), 4u * 2);
  EXPECT_EQ(first.bits(StateClass::kBuffers, true), 4u * 32 * 48);
  EXPECT_EQ(reports.back().bits(StateClass::kRouting, false), 2u * 2 * 2);
  EXPECT_THAT(switch_reports_text(reports), HasSubstr("phits of 48 bits"));
  const Json json = switch_reports_json(reports);
  EXPECT_EQ(json.at(0).at("kind"), "netloom_switch_0");
  EXPECT_EQ(json.at(0).at("count"), 2);
  EXPECT_EQ(json.at(0).at("parameters").at("Ports"), "4");
  EXPECT_EQ(json.at(0).at("classes").at("buffers").at("memory_bits"), 4 * 32 * 48);
}

TEST(SwitchState, PhitsAreAsWideAsAsked) {
  const Config config = config_of(kTree, "{}", "{input_buffer: 32}");
  EXPECT_EQ(reports_of(config, 128).front().bits(StateClass::kBuffers, true), 4u * 32 * 128);
  try {
    reports_of(config, 20);
    ADD_FAILURE() << "20 bits have room for a header";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("--phit-width 20: the header of a packet takes "));
    EXPECT_THAT(error.what(), HasSubstr(" bits or more"));
  }
}

TEST(SwitchState, OfANetworkOfAsManyHostsAsAsked) {
  SwitchReportRequest request;
  request.changes.hosts = 1U << 20;
  const Config tree = config_of(kTree, "{}", "{input_buffer: 32}");
  const SwitchReport report = switch_reports(tree, request).front();
  EXPECT_EQ(report.bits(StateClass::kRouting, false), 4u * 2 * 20);
  // The header, of 45 to 48 bits, has room for two numbers of 20 bits instead of 2; in whole bytes.
  EXPECT_EQ(ElaboratedSwitch(report.kind.parameters).value("PhitWidth"), 48 + 40);
  const Config table = config_of(kTree, "{function: ecmp}", "{}");
  EXPECT_EQ(switch_reports(table, request).front().bits(StateClass::kRouting, true),
            (std::uint64_t{1} << 20) * (4 + 1));
  // Of four switches of four hosts.
  const Config davc =
      config_of(kTree, "{vcs: {policy: davc, count: {host: 1, up: 2, down: 2}}}", "{}");
  EXPECT_EQ(switch_reports(davc, request).front().bits(StateClass::kRouting, false),
            4u * 2 * 20 + 20 + 4 * (2 + 20 + 8));
  const Config torus = config_of("{topology: torus, k: 3, n: 1}", "{function: dor}", "{}");
  try {
    switch_reports(torus, request);
    ADD_FAILURE() << "coordinates of the configuration are those of a million hosts";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("--hosts 1048576: switches know their way by coordinates"));
    EXPECT_THAT(error.what(), HasSubstr("allowed: with routing functions of registers or tables"));
  }
}

TEST(SwitchState, WhatRtlDoesNotDoIsRefused) {
  EXPECT_THROW(reports_of(config_of(kTree, "{}", "{allocator: {arbiter: age}}")), Error);
}

TEST(SwitchState, OtherTextsAreNoParameters) {
  EXPECT_EQ(ElaboratedSwitch({"Ports=4", "A=64'h0000000200000003"}).of_port("A", 1), 2);
  EXPECT_EQ(ElaboratedSwitch({"A=3'b101"}).value("A"), 5);
  EXPECT_EQ(ElaboratedSwitch({"A=3"}).value("B"), 0);
  for (const char* const text : {"A", "A=", "A=x", "A=8'h", "A=8'hxy", "A=8'd3"}) {
    EXPECT_THROW(ElaboratedSwitch({text}), std::invalid_argument) << text;
  }
}

// ---- Beside synthesis.

struct Synthesised {
  const char* name;
  const char* network;
  const char* routing;
  const char* parts;
  const char* traffic = "{load: 0.1}";
};

void PrintTo(const Synthesised& each, std::ostream* out) {
  *out << each.name;
}

double off_by(double estimate, double found) {
  return 100 * std::abs(estimate / found - 1);
}

/// The estimate is as near to what synthesis finds as it says.
void expect_near(const SwitchReport& report) {
  double found = 0;
  for (const ModuleSynthesis& each : report.synthesis->modules) {
    found += equivalents_once(report, each);
  }
  const SwitchEstimate& estimate = report.estimate;
  EXPECT_GT(estimate.error.switches, 0);
  EXPECT_LE(off_by(estimate.gate_equivalents, found), estimate.error.largest)
      << estimate.gate_equivalents << " were estimated, and there are " << found;
  if (report.synthesis->path) {
    EXPECT_LE(off_by(estimate.period, report.synthesis->path->period),
              estimate.period_error.largest)
        << estimate.period << " ns were estimated, and it takes " << report.synthesis->path->period;
  }
}

class SwitchSynthesis : public testing::TestWithParam<Synthesised> {};

// Flip-flops and bits of memory of each module are those that are counted, and all gates of the one
// that CI has nearly those that are estimated.
TEST_P(SwitchSynthesis, HasWhatTheSwitchKeeps) {
  if (find_program("yosys").empty()) GTEST_SKIP() << "there is no yosys";
  const Synthesised& of = GetParam();
  const bool in_ci = std::string(of.name) == "tree";
  if (!in_ci && !test::thorough()) GTEST_SKIP() << "see thorough.switches";
  std::vector<SwitchReport> reports =
      reports_of(config_of(of.network, of.routing, of.parts, of.traffic));
  const WholeSwitchSynthesis synthesis;
  for (SwitchReport& report : reports) {
    report.synthesis = synthesis.of(report.kind.parameters,
                                    in_ci ? WholeSwitchScope::kGates : WholeSwitchScope::kState);
    EXPECT_THAT(report.differences(), IsEmpty());
    if (in_ci) expect_near(report);
    if (!test::thorough()) break;
  }
}

const char* const kTwoVcs = "{vcs: {policy: free, count: 2}}";
const char* const kMixedVcs = "{vcs: {policy: free, count: {host: 1, up: 2, down: 3}}}";
const char* const kRestricted = "{function: rlm, congestion_factor: 150}";
const char* const kTransitFirst = "{allocator: {transit_priority: true}}";
const char* const kFailing =
    "{load: 0.1}\nfaults: [{cycle: 100, cable: s0.p2}]\nfault_handling: {way: central}";

INSTANTIATE_TEST_SUITE_P(
    Kinds, SwitchSynthesis,
    testing::Values(
        Synthesised{"tree", kTree, "{}", "{input_buffer: 32}"},
        Synthesised{"wormhole", kTree, kTwoVcs,
                    "{switching: wormhole, flit_phits: 4, input_buffer: 8}"},
        Synthesised{"buffered_with_speedup", kTree, kMixedVcs,
                    "{output_buffer: 32, crossbar: {speedup: 2, delay: 2}}",
                    "{load: 0.1, packet_phits: 8}"},
        Synthesised{"full_crossbar", kTree, kTwoVcs, "{crossbar: {kind: full}}"},
        Synthesised{"full_and_buffered", kTree, kMixedVcs,
                    "{crossbar: {kind: full, speedup: 2}, output_buffer: 32}"},
        Synthesised{"islip", kTree, "{vcs: {policy: free, count: 2}, selection: mc}",
                    "{allocator: {kind: islip, iterations: 2}, routing_delay: 3}"},
        Synthesised{"failing_links", kTree, "{function: ft2ei}", "{input_buffer: 16}", kFailing},
        Synthesised{"least_recently_served", kTree, kTwoVcs,
                    "{allocator: {arbiter: least_recently_served}}"},
        Synthesised{"worms_in_buffers", kTree, "{selection: cp}",
                    "{switching: wormhole, flit_phits: 4, input_buffer: 8, output_buffer: 8, "
                    "allocator: {arbiter: least_recently_served}}",
                    "{load: 0.1, packet_phits: 10}"},
        Synthesised{"davc", kDragonfly, "{function: min, vcs: {policy: davc}}", "{}"},
        Synthesised{"ft2ei", kTree, "{function: ft2ei}", "{}"},
        Synthesised{"fir", kTree, "{function: destro, implementation: fir}", "{}"},
        Synthesised{"table", kTree, "{function: ecmp}", "{}"},
        Synthesised{"forwarding", kTree, "{function: up_down}", "{}"},
        Synthesised{"in_transit", kDragonfly, "{function: rlm}", "{}"},
        Synthesised{"restricted", kDragonfly, kRestricted, kTransitFirst},
        Synthesised{"random_selection", kTree, "{selection: random}", "{}"},
        Synthesised{"bubble", "{topology: torus, k: 3, n: 1}", "{function: dor, rings: bubble}",
                    "{input_buffer: 64}"}),
    [](const auto& each) { return std::string(each.param.name); });

// ---- Estimates.

TEST(SwitchEstimate, SaysWhatIsBeyondTheFit) {
  const SwitchEstimate within =
      reports_of(config_of(kTree, "{}", "{input_buffer: 32}"), 64).front().estimate;
  EXPECT_THAT(within.extrapolated, IsEmpty());
  EXPECT_GT(within.routing_share, 0);
  EXPECT_LT(within.routing_share, 1);
  EXPECT_GT(within.period, 0);
  const SwitchEstimate beyond =
      reports_of(config_of(kTree, "{}", "{input_buffer: 5000}"), 4096).front().estimate;
  EXPECT_THAT(beyond.extrapolated, Contains(HasSubstr("input buffer 5000 (")));
  EXPECT_THAT(beyond.extrapolated, Contains(HasSubstr("phit bits 4096 (")));
  EXPECT_GT(beyond.gate_equivalents, within.gate_equivalents);
  const Config failing = config_of(kTree, "{function: ft2ei}", "{input_buffer: 32}", kFailing);
  const SwitchEstimate with_detours = reports_of(failing, 64).front().estimate;
  EXPECT_THAT(with_detours.extrapolated, IsEmpty());
  EXPECT_THAT(with_detours.parts, Contains(Field(&PartEstimate::part, "detour")));
}

TEST(SwitchEstimate, FlipFlopsAreThoseThatAreDeclared) {
  const SwitchReport report = reports_of(config_of(kTree, "{}", "{input_buffer: 32}")).front();
  std::uint64_t declared = 0;
  for (const ModuleState& each : report.modules) {
    declared += each.state.needed_flip_flops() + each.state.idle_flip_flops;
  }
  double estimated = 0;
  for (const PartEstimate& each : report.estimate.parts) estimated += each.flip_flops;
  EXPECT_DOUBLE_EQ(estimated, 5 * static_cast<double>(declared));
}

/// A switch of testbench/synthesis/kinds.yaml of which the fit knows nothing.
class HeldOut : public testing::TestWithParam<std::string> {};

YAML::Node held_out() {
  return YAML::LoadFile(NETLOOM_SOURCE_DIR "/testbench/synthesis/kinds.yaml")["held_out"];
}

std::vector<std::string> held_out_names() {
  std::vector<std::string> names;
  for (const YAML::Node& each : held_out()) names.push_back(each["name"].as<std::string>());
  return names;
}

TEST_P(HeldOut, IsNearItsEstimate) {
  if (find_program("yosys").empty()) GTEST_SKIP() << "there is no yosys";
  if (!test::thorough()) GTEST_SKIP() << "see thorough.estimates";
  const std::string kLibrary = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";
  for (YAML::Node each : held_out()) {
    if (each["name"].as<std::string>() != GetParam()) continue;
    SwitchReportRequest request;
    request.changes.phit_bits = each["phit_width"].as<int>();
    request.kind = "netloom_switch_0";
    const bool path =
        each["path"] && !find_program("sta").empty() && std::filesystem::exists(kLibrary);
    if (each["hosts"]) request.changes.hosts = each["hosts"].as<std::uint32_t>();
    for (const char* const key : {"name", "phit_width", "hosts", "path"}) each.remove(key);
    each["views"] = YAML::Load("{default: rtl}");
    const Config config =
        parse_config(YAML::Dump(each), "c.yaml", "", {}, TrafficSection::kOptional);
    SwitchReport report = switch_reports(config, request).front();
    EXPECT_THAT(report.estimate.extrapolated, IsEmpty());
    report.synthesis = WholeSwitchSynthesis().of(report.kind.parameters);
    EXPECT_THAT(report.differences(), IsEmpty());
    if (path) {
      report.synthesis->path =
          WholeSwitchSynthesis(CellLibrary(kLibrary)).of(report.kind.parameters).path;
      ASSERT_TRUE(report.synthesis->path);
    }
    expect_near(report);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, HeldOut, testing::ValuesIn(held_out_names()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace netloom
