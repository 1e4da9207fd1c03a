// Hosts by TLM-2.0 where links fail, in both timings.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "testbench/support/child_process.h"
#include "testbench/tlm/faults.h"
#include "testbench/tlm/platform.h"

namespace netloom::test {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr Cycle kFault = 1000, kTimeOut = 500;

NetworkSetup grid(std::int64_t columns, std::int64_t rows) {
  NetworkSetup setup(make_netlist("mesh", {{"k", std::vector<std::int64_t>{columns, rows}}},
                                  {{"host", 2}, {"mesh", 5}}),
                     "up_down");
  setup.config.nic.packet_phits = 9;
  return with_fabric_manager(std::move(setup));
}

/// Four switches, of which one fails.
NetworkSetup square(Cycle cycle = kFault) {
  NetworkSetup setup = grid(2, 2);
  fail(setup, links_of(setup.netlist, 3), cycle);
  return setup;
}

std::vector<unsigned char> data(std::size_t count) {
  return std::vector<unsigned char>(count, 7);
}

void wait_until(Cycle cycle) {
  sc_core::wait(time_of(cycle) - sc_core::sc_time_stamp());
}

/// What an access takes, blocking and not.
double takes(Platform<>& platform, NodeId from, Access& access, bool blocking) {
  if (blocking) {
    sc_time delay;
    platform.initiators[from]->call(access, delay);
    sc_core::wait(delay);
  } else {
    platform.initiators[from]->begin(access);
    sc_core::wait(platform.initiators[from]->any_ended());
  }
  return access.ended - access.begun;
}

/// By source and destination.
using Latencies = std::map<std::pair<NodeId, NodeId>, double>;

/// What a transaction alone takes, of all hosts to all from `first` on: the same in both timings.
Latencies latencies_alone(Platform<>& platform, NodeId first = 0) {
  Latencies result;
  const auto hosts = static_cast<NodeId>(platform.initiators.size());
  for (NodeId from = 0; from < hosts; ++from) {
    for (NodeId to = first; to < hosts; ++to) {
      Access access{true, platform.base(to), data(8)};
      platform.fabric->set_timing(FabricTiming::kLoose);
      const double loose = takes(platform, from, access, true);
      EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE);
      platform.fabric->set_timing(FabricTiming::kApproximate);
      EXPECT_EQ(takes(platform, from, access, true), loose) << from << " to " << to;
      EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE);
      result[{from, to}] = loose;
      sc_core::wait(20, SC_NS);
    }
  }
  return result;
}

class FabricFaults : public testing::TestWithParam<FabricTiming> {
 protected:
  static TlmFabricConfig config(Cycle time_out = kTimeOut) {
    TlmFabricConfig result;
    result.timing = GetParam();
    result.time_out = time_out;
    return result;
  }
};
INSTANTIATE_TEST_SUITE_P(Both, FabricFaults,
                         testing::Values(FabricTiming::kApproximate, FabricTiming::kLoose));

// Whether the pair was used before the fault or not.
TEST_P(FabricFaults, WhatHasNoWayEndsByTheTimeOut) {
  Platform<> platform(square(), config());
  run(platform, [&] {
    Access access{true, platform.base(3), data(16)};
    for (const bool blocking : {true, false}) {
      EXPECT_LT(takes(platform, 0, access, blocking), 100);
      EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE);
    }
    wait_until(kFault);
    const std::uint64_t requests = platform.memories[3]->requests;
    for (const NodeId from : {0u, 1u}) {
      for (const bool blocking : {true, false}) {
        EXPECT_EQ(takes(platform, from, access, blocking), kTimeOut);
        EXPECT_EQ(access.status, ::tlm::TLM_GENERIC_ERROR_RESPONSE);
      }
    }
    EXPECT_EQ(platform.fabric->lost(), 4u);
    EXPECT_EQ(platform.memories[3]->requests, requests);
    // The own host, and hosts elsewhere, are still there.
    EXPECT_EQ(takes(platform, 3, access, true), 0);
    EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE);
    access.address = platform.base(1);
    takes(platform, 0, access, true);
    EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE);
  });
}

TEST_P(FabricFaults, WhatHasFailedBeforeTheStartIsNoWayEither) {
  Platform<> platform(square(0), config());
  run(platform, [&] {
    for (const bool blocking : {true, false}) {
      Access access{true, platform.base(3), data(16)};
      EXPECT_EQ(takes(platform, 0, access, blocking), kTimeOut);
      EXPECT_EQ(access.status, ::tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
  });
}

// The request comes to the memory, and what is read does not come to the initiator.
TEST_P(FabricFaults, AResponseWithoutWayIsLost) {
  NetworkSetup setup = grid(2, 1);
  const std::vector<int> cable = links_between(setup.netlist, 0, 1);
  for (const int link : cable) {
    if (setup.netlist.links[static_cast<std::size_t>(link)].from.index == 1) {
      fail(setup, {link}, kFault);
    }
  }
  Platform<> platform(setup, config());
  platform.memories[1]->latency = 10;
  run(platform, [&] {
    wait_until(kFault + 100);
    for (const bool blocking : {true, false}) {
      Access access{false, platform.base(1), data(16)};
      EXPECT_EQ(takes(platform, 0, access, blocking), kTimeOut);
      EXPECT_EQ(access.status, ::tlm::TLM_GENERIC_ERROR_RESPONSE);
      EXPECT_EQ(access.data, data(16));
    }
    EXPECT_EQ(platform.memories[1]->requests, 2u);
  });
}

// A transaction alone takes the same in both timings, however often it was asked before, with all
// links, and when the fabric manager has led ways around one that has failed.
TEST(FabricFault, ATransactionAloneTakesTheSameBeforeAndAfter) {
  constexpr Cycle kLater = 4000;
  NetworkSetup setup = grid(3, 2);
  fail(setup, links_between(setup.netlist, 0, 1), kLater);
  TlmFabricConfig config;
  config.time_out = kTimeOut;
  Platform<> platform(setup, config);
  run(platform, [&] {
    // Some pairs are used before, and others not.
    Latencies before = latencies_alone(platform, 4);
    for (const NodeId to : {1u, 0u}) {
      Access access{true, platform.base(to), data(8)};
      platform.fabric->set_timing(FabricTiming::kLoose);
      before[{1 - to, to}] = takes(platform, 1 - to, access, true);
      platform.fabric->set_timing(FabricTiming::kApproximate);
    }
    ASSERT_LT(now(), kLater) << "too slow for this test";
    wait_until(kLater + 10);
    EXPECT_GT(write_around_faults(platform.setup, platform.fabric->network()), 0);
    sc_core::wait(100, SC_NS);
    const Latencies after = latencies_alone(platform);
    // There is no detour of one link in a mesh: two more each way.
    EXPECT_EQ(after.at({0, 1}), before.at({0, 1}) + 4 * (5 + 2));
    EXPECT_EQ(after.at({5, 4}), before.at({5, 4}));
  });
}

// Nobody writes the registers: what comes down to the failed link takes the emergency path.
TEST(FabricFault, ATransactionAloneTakesTheSameOverAnEmergencyPath) {
  constexpr Cycle kLater = 20000;
  NetworkSetup setup(make_netlist("fat_tree", {{"k", std::int64_t{2}}, {"n", std::int64_t{3}}},
                                  {{"host", 2}, {"up", 3}, {"down", 4}}),
                     "ft2ei");
  setup.config.nic.packet_phits = 9;
  setup.config.fault_handling.way = FaultWay::kCentral;
  fail(setup, links_between(setup.netlist, 8, 4), kLater);
  TlmFabricConfig config;
  config.time_out = kTimeOut;
  Platform<> platform(setup, config);
  run(platform, [&] {
    const Latencies before = latencies_alone(platform);
    ASSERT_LT(now(), kLater) << "too slow for this test";
    wait_until(kLater + 100);
    const Latencies after = latencies_alone(platform);
    std::set<double> longer;
    for (const auto& [pair, cycles] : after) longer.insert(cycles - before.at(pair));
    // For some requests and responses, and for others not.
    EXPECT_GT(longer.size(), 1u);
    EXPECT_EQ(*longer.begin(), 0);
    EXPECT_GT(platform.fabric->network().counters().deviated, 0u);
    EXPECT_EQ(platform.fabric->lost(), 0u);
  });
}

TEST(LooseFabricFault, EndsWhatHasNoWayAtOnceWithoutATimeOut) {
  TlmFabricConfig config;
  config.timing = FabricTiming::kLoose;
  Platform<> platform(square(), config);
  run(platform, [&] {
    wait_until(kFault);
    for (const bool blocking : {true, false}) {
      Access access{true, platform.base(3), data(16)};
      EXPECT_EQ(takes(platform, 0, access, blocking), 0);
      EXPECT_EQ(access.status, ::tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
    EXPECT_EQ(platform.fabric->lost(), 2u);
  });
}

// An initiator ahead of time meets the network of its time, not of the simulation's.
TEST(LooseFabricFault, CountsFromTheAnnotatedTimeOn) {
  TlmFabricConfig config;
  config.timing = FabricTiming::kLoose;
  config.time_out = kTimeOut;
  NetworkSetup setup = grid(3, 2);
  fail(setup, links_between(setup.netlist, 0, 1), kFault);
  Platform<> platform(setup, config);
  Program manager("manager", [&] {
    wait_until(kFault + 500);
    write_around_faults(platform.setup, platform.fabric->network());
  });
  run(platform, [&] {
    Access access{true, platform.base(1), data(8)};
    sc_time delay(kFault - 100, SC_NS);
    platform.initiators[0]->call(access, delay);
    EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE) << "before";
    EXPECT_EQ(now(), 0) << "no time passes";
    const double alone = access.ended - access.begun;
    delay = sc_time(kFault + 100, SC_NS);
    platform.initiators[0]->call(access, delay);
    EXPECT_EQ(access.status, ::tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(access.ended, kFault + 100 + kTimeOut);
    delay += sc_time(1000, SC_NS);
    platform.initiators[0]->call(access, delay);
    EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE) << "around the fault";
    EXPECT_GT(access.ended - access.begun, alone);
  });
}

TEST(LooseFabricFault, DirectMemoryIsThereWhereAWayIs) {
  TlmFabricConfig config;
  config.timing = FabricTiming::kLoose;
  config.time_out = kTimeOut;
  Platform<> platform(square(), config);
  for (auto& each : platform.memories) each->offers_dmi = true;
  run(platform, [&] {
    sc_core::wait(1, SC_NS);
    ::tlm::tlm_generic_payload payload;
    payload.set_read();
    payload.set_data_length(4);
    const auto ask = [&](NodeId from, NodeId to) {
      ::tlm::tlm_dmi dmi;
      payload.set_address(platform.base(to) + 4);
      const bool granted = platform.initiators[from]->socket->get_direct_mem_ptr(payload, dmi);
      EXPECT_EQ(dmi.get_start_address(), platform.base(to));
      EXPECT_EQ(dmi.get_end_address(), platform.base(to) + Platform<>::kMemory - 1);
      return granted;
    };
    EXPECT_TRUE(ask(0, 3));
    EXPECT_TRUE(platform.initiators[0]->invalidated.empty());
    wait_until(kFault + 1);
    EXPECT_THAT(platform.initiators[0]->invalidated, ElementsAre("0x0 to 0xffffffffffffffff"));
    EXPECT_FALSE(ask(0, 3));
    EXPECT_FALSE(ask(3, 0));
    EXPECT_TRUE(ask(0, 1));
    EXPECT_TRUE(ask(3, 3));
  });
}

TEST(FabricFault, WarnsOfFaultsWithoutATimeOut) {
  for (const Cycle time_out : {Cycle{0}, kTimeOut}) {
    EXPECT_EQ(
        in_child([&]() -> std::string {
          TlmFabricConfig config;
          config.time_out = time_out;
          Platform<> platform(square(), config);
          std::string message;
          sc_core::sc_report_handler::set_actions("/netloom/tlm_fabric", sc_core::SC_CACHE_REPORT);
          sc_core::sc_start(1, SC_NS);
          const sc_core::sc_report* const report = sc_core::sc_report_handler::get_cached_report();
          if (report == nullptr) return "none";
          EXPECT_EQ(report->get_severity(), sc_core::SC_WARNING);
          EXPECT_THAT(report->get_msg(), HasSubstr("allowed: a time_out (tlm.time_out"));
          return testing::Test::HasFailure() ? "failed" : "warned";
        }),
        time_out == 0 ? "warned" : "none");
  }
}

// ---- What ends a call in another way than by its return.

TEST(FabricFault, AnExceptionOfATargetLeavesNothingOutstanding) {
  for (const bool faults : {false, true}) {
    EXPECT_EQ(in_child([&]() -> std::string {
                TlmFabricConfig config;
                config.timing = FabricTiming::kLoose;
                config.time_out = kTimeOut;
                Platform<> platform(faults ? square() : grid(2, 2), config);
                platform.memories[3]->throws = true;
                Program thread("program", [&] {
                  Access access{true, platform.base(3) + 4, data(8)};
                  ::tlm::tlm_generic_payload payload;
                  access.put_into(payload);
                  sc_time delay;
                  auto& fabric = platform.fabric->target_sockets[0].get_base_interface();
                  EXPECT_THROW(fabric.b_transport(payload, delay), std::runtime_error);
                  EXPECT_EQ(payload.get_address(), platform.base(3) + 4);
                  EXPECT_EQ(platform.fabric->outstanding(), 0u);
                  EXPECT_EQ(platform.fabric->pool().in_use(), 0u);
                  platform.fabric->set_timing(FabricTiming::kApproximate);
                });
                sc_core::sc_start(1, SC_NS);
                EXPECT_TRUE(thread.done);
                return testing::Test::HasFailure() ? "failed" : "";
              }),
              "")
        << faults;
  }
}

// A thread that is killed while it waits: for its turn, or for a response.
TEST(FabricFault, ACallWhoseThreadIsKilledLeavesNothingOutstanding) {
  TlmFabricConfig config;
  config.outstanding = 1;
  config.order = FabricOrder::kPerInitiator;
  Platform<> platform(grid(2, 2), config);
  auto& fabric = platform.fabric->target_sockets[0].get_base_interface();
  std::vector<sc_core::sc_process_handle> callers;
  const auto call = [&] {
    callers.push_back(sc_core::sc_get_current_process_handle());
    Access access{true, platform.base(3), data(8)};
    ::tlm::tlm_generic_payload payload;
    access.put_into(payload);
    sc_time delay;
    fabric.b_transport(payload, delay);
    ADD_FAILURE() << "the call has returned";
  };
  Program first("first", call), second("second", call), third("third", call);
  Program thread("program", [&] {
    sc_core::wait(10, SC_NS);
    EXPECT_EQ(platform.fabric->outstanding(), 3u);
    callers.at(1).kill();
    EXPECT_EQ(platform.fabric->outstanding(), 2u);
    callers.at(0).kill();
    EXPECT_EQ(platform.fabric->outstanding(), 1u);
    sc_core::wait(10, SC_NS);
    callers.at(2).kill();
    EXPECT_EQ(platform.fabric->outstanding(), 0u);
    sc_core::wait(200, SC_NS);
    EXPECT_EQ(platform.fabric->pool().in_use(), 0u);
    platform.fabric->set_timing(FabricTiming::kLoose);
    platform.fabric->set_timing(FabricTiming::kApproximate);
    Access access{true, platform.base(3), data(8)};
    takes(platform, 0, access, true);
    EXPECT_EQ(access.status, ::tlm::TLM_OK_RESPONSE);
  });
  sc_core::sc_start();
  EXPECT_TRUE(thread.done);
}

}  // namespace
}  // namespace netloom::test
