#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/function/tree/interval.h"
#include "rtl/block_registry.h"
#include "testbench/cosim/matcher_support.h"
#include "testbench/cosim/routed_network.h"

namespace netloom {
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::ThrowsMessage;

Ports ask(PortMatcher& matcher, NodeId destination) {
  RouteQuery query;
  query.destination = destination;
  return netloom::ask(matcher, query);
}

std::unique_ptr<PortMatcher> make(const std::string& implementation, int ports) {
  return make_rtl(implementation, IntervalPorts(ports), ports);
}

TEST(IntervalAdapter, DecidesAsTheModelForEverySwitchAndDestination) {
  for (const std::string& implementation : right_implementations("interval")) {
    SCOPED_TRACE(implementation);
    // Trees whose switches have fewer ports than a Verilated bank, as many, and more, with and
    // without a remainder.
    for (const auto& [k, n] : {std::pair{2, 4}, {3, 3}, {4, 3}, {5, 2}, {8, 2}}) {
      const IntervalTree network(k, n);
      for (SwitchId id = 0; id < network.netlist.switches.size(); ++id) {
        const RegisterFile file = network.programmed(id);
        IntervalPorts reference(file.shape().ports);
        const auto rtl = make(implementation, file.shape().ports);
        reference.registers_written(file);
        rtl->registers_written(file);
        for (NodeId destination = 0; destination < network.netlist.hosts.size(); ++destination) {
          ASSERT_EQ(ask(*rtl, destination), ask(reference, destination))
              << k << "-ary " << n << "-tree, switch " << id << ", destination " << destination;
        }
      }
    }
  }
}

TEST(IntervalAdapter, DecidesAsTheModelForAnyRegisters) {
  Random random(3, 0);
  for (const std::string& implementation : right_implementations("interval")) {
    SCOPED_TRACE(implementation);
    for (const int ports : {1, 7, 8, 9, 64, 65, 256}) {
      SwitchShape shape;
      shape.hosts = 1u << 24;
      shape.ports = ports;
      RegisterFile file("interval", shape);
      IntervalPorts reference(ports);
      const auto rtl = make(implementation, ports);
      Cycle now = 0;
      for (int round = 0; round < 10; ++round) {
        // A reset in the middle of it: then all registers are to be written again.
        if (round == 7) {
          reset(*rtl);
          now = 0;
        }
        // Some registers change, others stay: what was not rewritten has to stay in the RTL too.
        for (int port = 0; port < ports; ++port) {
          if (random.below(3) == 0) continue;
          file.write(file.address("LIB", port), random.next());
          file.write(file.address("UIB", port), random.next());
        }
        reference.registers_written(file);
        rtl->registers_written(file);
        for (int i = 0; i < 50; ++i) {
          RouteQuery query;
          query.cycle = now += random.below(3);
          query.destination = random.below(shape.hosts);
          ASSERT_EQ(netloom::ask(*rtl, query), netloom::ask(reference, query))
              << ports << " ports, node " << query.destination;
        }
      }
    }
  }
}

// As made, and as reset later.
TEST(IntervalAdapter, UnprogrammedPortsMatchAsTheModel) {
  for (const std::string& implementation : right_implementations("interval")) {
    SCOPED_TRACE(implementation);
    IntervalPorts reference(12);
    const auto rtl = make(implementation, 12);
    for (const bool again : {false, true}) {
      if (again) {
        SwitchShape shape;
        shape.hosts = 1u << 24;
        shape.ports = 12;
        RegisterFile file("interval", shape);
        for (int port = 0; port < 12; ++port) file.write({"UIB", port, 0xfffff0});
        rtl->registers_written(file);
        reset(*rtl);
      }
      for (const NodeId node : {0u, 1u, (1u << 24) - 1}) {
        EXPECT_EQ(ask(*rtl, node), ask(reference, node));
      }
    }
  }
}

TEST(RtlBlockRegistry, KnowsWhatImplementsABlock) {
  EXPECT_THAT(rtl_implementations("interval"),
              IsSupersetOf({"broken", "forgetful", "interval", "interval_subtract"}));
  EXPECT_TRUE(rtl_implementations("no_block").empty());
  EXPECT_THAT(
      [] { RtlBlockRegistry::instance().find("no_such_port"); },
      ThrowsMessage<Error>(HasSubstr("unknown RTL block implementation 'no_such_port'; known: ")));
}

TEST(IntervalAdapter, RegistersThatDoNotReadBackAreAnError) {
  const IntervalTree network(2, 3);
  const auto rtl = make("forgetful", 4);
  EXPECT_THAT([&] { rtl->registers_written(network.programmed(0)); },
              ThrowsMessage<Error>(
                  HasSubstr("'forgetful': LIB of port 2 reads back as 0 after 2 was written")));
}

// Points of a sweep run in processes that are forked after a configuration has tried its RTL.
TEST(IntervalAdapter, HasNoThreadsThatAForkWouldLose) {
  const auto rtl = make("interval", 4);
  const std::filesystem::directory_iterator threads("/proc/self/task");
  EXPECT_EQ(std::distance(begin(threads), end(threads)), 1);
}

}  // namespace
}  // namespace netloom
