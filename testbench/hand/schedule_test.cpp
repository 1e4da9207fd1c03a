#include "testbench/hand/schedule.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "hw/nic/traffic_source.h"
#include "routing/base/error.h"
#include "sim/config/config.h"
#include "sim/config/views.h"
#include "sim/run/fabric.h"
#include "sim/run/make_workload.h"
#include "sim/traffic/trace.h"
#include "testbench/hand/recorder.h"
#include "testbench/support/child_process.h"

// Small networks whose schedules were worked out by hand from docs/timing.md: the program has to do
// the same in every cycle. No file here is ever written by the program.

namespace netloom::test {
namespace {

/// A workload, and a note of each packet that it delivers.
class NotedWorkload final : public TrafficSource {
 public:
  explicit NotedWorkload(const Config& config)
      : workload_(make_workload(config, std::nullopt, 1, load_trace(config))) {}

  Cycle first(NodeId host) override { return workload_->first(host); }
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override {
    return workload_->generate(host, cycle, injector);
  }
  Cycle delivered(const DeliveredPacket& packet) override {
    packets.push_back(packet);
    return workload_->delivered(packet);
  }
  bool reacts() const override { return workload_->reacts(); }
  bool sends_control() const override { return workload_->sends_control(); }

  Workload& workload() { return *workload_; }
  std::vector<DeliveredPacket> packets;

 private:
  std::unique_ptr<Workload> workload_;
};

/// Runs the network until it is empty, and no shorter than `cycles`. `before` is called with the
/// network before the first cycle.
template <typename Before>
void run(const Config& config, NotedWorkload& source, Cycle cycles, Before before) {
  Fabric fabric(config, source, 1, source.workload().bounds(config.network.nic.packet_phits));
  before(fabric.network());
  fabric.run(cycles);
  for (int i = 0; i < 10 && !fabric.network().empty(); ++i) fabric.run(cycles);
  if (!fabric.network().empty()) throw Error("packets are still on their way");
  const Conservation conservation = fabric.network().check_conservation();
  if (!conservation.holds) throw Error(conservation.message);
}

/// What the switches tell against the schedule. Rows of credits and space of which nothing is used
/// are left out of schedules.
std::string compare_events(const std::string& name, const std::vector<Override>& overrides) {
  const Schedule schedule = read_schedule(schedule_file(name, "schedule.txt"));
  Config config = load_config(schedule_file(name, "network.yaml"), overrides);
  config.network.simulation.specialised = false;
  NotedWorkload source(config);
  Recorder recorder(config, schedule.letters);
  Timetable program;
  run(config, source, schedule.table.cycles(), [&](Network& network) {
    for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) network.observe(id, recorder);
  });
  for (const auto& [place, cells] : recorder.finish(schedule.table.cycles()).rows()) {
    const bool level =
        place.find(" credits") != std::string::npos || place.find(" space") != std::string::npos;
    const bool used = std::any_of(cells.begin(), cells.end(),
                                  [&](const std::string& each) { return each != cells.front(); });
    if (level && !used && schedule.table.rows().count(place) == 0) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) program.replace(place, i, cells[i]);
  }
  return fmt::format("{}", fmt::join(differences(schedule.table, program), "\n"));
}

/// The cycles of injection and delivery on the switch core of the configuration, which tells no
/// more, against the rows of the NICs.
std::string compare_deliveries(const std::string& name) {
  const Schedule schedule = read_schedule(schedule_file(name, "schedule.txt"));
  const Config config = load_config(schedule_file(name, "network.yaml"));
  NotedWorkload source(config);
  run(config, source, schedule.table.cycles(), [](Network&) {});
  std::string result;
  std::size_t packets = 0;
  for (const auto& [packet, letter] : schedule.letters) {
    if (packet != "control") ++packets;
  }
  if (source.packets.size() != packets) result += "not all packets\n";
  for (const DeliveredPacket& packet : source.packets) {
    const auto host = [&](NodeId id) { return config.netlist.hosts[id].name; };
    const std::string& letter =
        schedule.letters.at(fmt::format("{}:{}", host(packet.source), packet.number));
    const auto expect = [&](const std::string& place, Cycle cycle, std::uint32_t phit) {
      const std::string& cell = schedule.table.cell(place, cycle);
      const std::string found = letter + std::to_string(phit);
      if (cell == found) return;
      result += fmt::format("{}, cycle {}: the schedule has {}, the program {}\n", place, cycle,
                            cell, found);
    };
    expect(host(packet.source) + " sends", packet.injected, 0);
    expect(host(packet.destination) + " receives", packet.delivered, packet.phits - 1);
  }
  return result;
}

class Schedules : public testing::TestWithParam<std::string> {};

TEST_P(Schedules, EveryEventIsInItsCycle) {
  const std::string found = in_child([&] { return compare_events(GetParam(), {}); });
  EXPECT_TRUE(found.empty()) << found;
}

TEST_P(Schedules, WhateverTheQuantumAndTheOrderOfTheModules) {
  const std::string found = in_child([&] {
    return compare_events(GetParam(), {{"simulation.quantum", "1"},
                                       {"simulation.idle_skipping", "false"},
                                       {"simulation.shuffle", "5"},
                                       {"simulation.check_invariants", "true"}});
  });
  EXPECT_TRUE(found.empty()) << found;
}

TEST_P(Schedules, InTheStructuralView) {
  const std::string found = in_child([&] {
    const Config config = load_config(schedule_file(GetParam(), "network.yaml"));
    if (const auto refusal = structural_refusal(config)) {
      const std::string expected = "a fault in cycle 2: links that fail while the network runs";
      return refusal->rfind(expected, 0) == 0 ? std::string() : *refusal;
    }
    return compare_events(GetParam(), {{"views.default", "structural"}});
  });
  EXPECT_TRUE(found.empty()) << found;
}

TEST_P(Schedules, DeliveriesOnTheCoreOfTheConfiguration) {
  const std::string found = in_child([&] { return compare_deliveries(GetParam()); });
  EXPECT_TRUE(found.empty()) << found;
}

/// Whatever cell is another one, the comparison names its place and cycle.
TEST_P(Schedules, EveryCellCounts) {
  const Timetable table = read_schedule(schedule_file(GetParam(), "schedule.txt")).table;
  ASSERT_EQ(differences(table, table), std::vector<std::string>{});
  for (const auto& [place, cells] : table.rows()) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      Timetable changed = table;
      changed.replace(place, i, "Z9");
      EXPECT_THAT(differences(changed, table),
                  testing::ElementsAre(fmt::format(
                      "{}, cycle {}: the schedule has Z9, the program {}", place, i, cells[i])));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(ByHand, Schedules, testing::ValuesIn(schedule_names()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace netloom::test
