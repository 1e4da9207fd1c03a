// Registers that are written while the network runs: what is written counts from its cycle.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/network/partition.h"
#include "hw/switch/base/switch_model.h"
#include "hw/switch/register_bus.h"
#include "testbench/support/child_process.h"
#include "testbench/support/sources.h"
#include "testbench/support/test_network.h"

namespace netloom::test {
namespace {

/// Does something in a cycle.
class Software : public sc_core::sc_module {
 public:
  Software(Cycle cycle, std::function<void()> work)
      : sc_core::sc_module(sc_core::sc_module_name("software")),
        cycle_(cycle),
        work_(std::move(work)) {
    SC_HAS_PROCESS(Software);
    SC_METHOD(act);
  }

 private:
  void act() {
    if (waited_) return work_();
    waited_ = true;
    next_trigger(sc_core::sc_time(static_cast<double>(cycle_), sc_core::SC_NS));
  }

  Cycle cycle_;
  std::function<void()> work_;
  bool waited_ = false;
};

/// Four hosts at two switches, s0 and s1, each with a link of 20 cycles to s2, its port 2, and one
/// to s3, its port 3. Host 0 sends a packet to host 3, which s0 routes in cycle 11; it may take
/// both links, and takes the first.
struct RegisterWrites {
  RegisterWrites()
      : setup(make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{2}}},
                           {{"host", 1}, {"up", 20}, {"down", 20}}),
              "interval"),
        source(4) {
    Message message;
    message.destination = 3;
    message.phits = 4;
    source.send(0, 10, message);
  }

  NetworkSetup setup;
  SendingOnly source;
};

/// By which port of s0 the packet goes if the first is closed in a cycle, with the length of the
/// window.
std::string way(Cycle closed_in, const std::vector<Cycle>& runs,
                const std::function<void(NetworkConfig&)>& change) {
  return in_child([&]() -> std::string {
    RegisterWrites test;
    change(test.setup.config);
    TestNetwork network(test.setup, test.source);
    RegisterBus bus = network->register_bus(0);
    bool accepted = true;
    // Nothing leads to host 3 there any more.
    const Software software(closed_in, [&] {
      for (const char* name : {"LIB", "UIB"}) {
        const std::uint64_t address = network->registers(0).address(name, 2);
        accepted = accepted && bus.write(address, 0) == RegisterFile::Status::kOk;
      }
    });
    for (const Cycle cycles : runs) network->run(cycles);
    std::string ports;
    for (const int port : {2, 3}) {
      if (network->model(0).channel_sent(port, 0) > 0) ports += std::to_string(port);
    }
    return fmt::format("port {}, window {}{}", ports, network->partition().window,
                       accepted ? "" : ", not accepted");
  });
}

struct Way {
  std::string name;
  int window;
  std::function<void(NetworkConfig&)> change;

  friend void PrintTo(const Way& each, std::ostream* out) { *out << each.name; }
};

class WritesCount : public testing::TestWithParam<Way> {};

TEST_P(WritesCount, FromTheirCycle) {
  const auto expected = [&](int port) {
    return fmt::format("port {}, window {}", port, GetParam().window);
  };
  for (const Cycle cycle : {1, 10, 11}) {
    EXPECT_EQ(way(cycle, {100}, GetParam().change), expected(3)) << cycle;
  }
  for (const Cycle cycle : {12, 13, 19, 20, 21, 30}) {
    EXPECT_EQ(way(cycle, {100}, GetParam().change), expected(2)) << cycle;
  }
}

// A run ends where it is asked to, and the window with it.
TEST_P(WritesCount, FromTheirCycleInSeveralRuns) {
  for (const std::vector<Cycle>& runs :
       {std::vector<Cycle>{11, 89}, {10, 1, 1, 88}, {12, 88}, {3, 3, 3, 91}}) {
    const std::string closed = fmt::format("port 3, window {}", GetParam().window);
    const std::string open = fmt::format("port 2, window {}", GetParam().window);
    EXPECT_EQ(way(11, runs, GetParam().change), closed) << runs.front();
    EXPECT_EQ(way(12, runs, GetParam().change), open) << runs.front();
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, WritesCount,
                         testing::Values(Way{"OneCyclePerActivation", 1,
                                             [](NetworkConfig& config) {
                                               config.simulation.quantum = 1;
                                               config.simulation.regions = 1;
                                             }},
                                         Way{"OneRegion", 21, [](NetworkConfig&) {}},
                                         Way{"Regions", 21,
                                             [](NetworkConfig& config) {
                                               config.simulation.region_of = {0, 1, 2, 3};
                                             }},
                                         Way{"Threads", 21,
                                             [](NetworkConfig& config) {
                                               config.simulation.region_of = {0, 1, 2, 3};
                                               config.simulation.threads = 3;
                                             }},
                                         Way{"StructuralView", 20,
                                             [](NetworkConfig& config) {
                                               config.views = {SwitchView::kStructural,
                                                               SwitchView::kFast, SwitchView::kFast,
                                                               SwitchView::kFast};
                                             }},
                                         Way{"BesideTheStructuralView", 20,
                                             [](NetworkConfig& config) {
                                               config.views = {
                                                   SwitchView::kFast, SwitchView::kStructural,
                                                   SwitchView::kStructural, SwitchView::kFast};
                                             }}),
                         [](const auto& each) { return each.param.name; });

// … and what says that something cannot be written.
TEST(RegisterBus, ReadsBackWhatWaitsForItsCycle) {
  RegisterWrites test;
  TestNetwork network(test.setup, test.source);
  RegisterFile& file = network->registers(0);
  RegisterBus bus = network->register_bus(0);
  const std::uint64_t address = file.address("LIB", 1);
  const std::uint32_t before = file.value("LIB", 1);
  std::uint32_t value = 0;
  const Software software(5, [&] {
    EXPECT_EQ(bus.write(address, 0xfe), RegisterFile::Status::kOk);
    EXPECT_EQ(bus.write(file.address("LIB", 2), 1), RegisterFile::Status::kOk);
    EXPECT_EQ(bus.read(address, value), RegisterFile::Status::kOk);
    EXPECT_EQ(value, 2u) << "the two bits of a host's number";
    EXPECT_EQ(file.value("LIB", 1), before) << "as the switch has it";
    EXPECT_EQ(bus.write(file.address("CREDITS", 1), 1), RegisterFile::Status::kReadOnly);
    EXPECT_EQ(bus.write(file.size(), 1), RegisterFile::Status::kUnmapped);
    EXPECT_EQ(bus.read(file.size(), value), RegisterFile::Status::kUnmapped);
  });
  network->run(6);
  EXPECT_EQ(file.value("LIB", 1), 2u);
  EXPECT_EQ(bus.write(address, 1), RegisterFile::Status::kOk);
  EXPECT_EQ(file.value("LIB", 1), 1u) << "no time passes";
}

// What a process writes in the cycle in which a run ends counts in the next one.
TEST(RegisterBus, KeepsTheOrderOfWritesBetweenRuns) {
  RegisterWrites test;
  TestNetwork network(test.setup, test.source);
  RegisterFile& file = network->registers(0);
  RegisterBus bus = network->register_bus(0);
  const std::uint64_t address = file.address("LIB", 1);
  const Software software(6, [&] { bus.write(address, 2); });
  network->run(6);
  bus.write(address, 3);
  EXPECT_EQ(file.value("LIB", 1), 3u);
  network->run(10);
  EXPECT_EQ(file.value("LIB", 1), 3u);
}

}  // namespace
}  // namespace netloom::test
