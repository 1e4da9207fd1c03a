#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "routing/base/random.h"
#include "routing/function/tree/fir.h"
#include "testbench/cosim/matcher_support.h"
#include "testbench/cosim/routed_network.h"

namespace netloom {
namespace {

TEST(FirAdapter, DecidesAsTheModelForEverySwitchSourceAndDestination) {
  for (const std::string& implementation : right_implementations("fir")) {
    SCOPED_TRACE(implementation);
    for (const char* function : {"destro", "det_lin"}) {
      for (const auto& [k, n] : {std::pair{2, 4}, {4, 3}, {8, 2}, {16, 2}}) {
        const RoutedNetwork network("fat_tree", k, n, function);
        const auto hosts = static_cast<NodeId>(network.netlist.hosts.size());
        for (SwitchId id = 0; id < network.netlist.switches.size(); ++id) {
          const RegisterFile file = network.programmed(id);
          FirPorts reference(file.shape().ports, network.routing->register_set());
          const auto rtl = make_rtl(implementation, reference, file.shape().ports);
          reference.registers_written(file);
          rtl->registers_written(file);
          RouteQuery query;
          for (query.destination = 0; query.destination < hosts; ++query.destination) {
            // Every source where it matters, in steps where it does not.
            const NodeId step = network.routing->depends_on_source() ? 1 : 7;
            for (query.source = 0; query.source < hosts; query.source += step) {
              ASSERT_EQ(ask(*rtl, query), ask(reference, query))
                  << function << ", " << k << "-ary " << n << "-tree, switch " << id << ", source "
                  << query.source << ", destination " << query.destination;
            }
          }
        }
      }
    }
  }
}

// A switch of 64 ports, of which each is the way to some destination.
TEST(FirAdapter, LeadsToEveryPortOfALargeSwitch) {
  const RoutedNetwork network("fat_tree", 32, 2, "destro");
  const RegisterFile file = network.programmed(3);
  for (const std::string& implementation : right_implementations("fir")) {
    FirPorts reference(64, network.routing->register_set());
    const auto rtl = make_rtl(implementation, reference, 64);
    reference.registers_written(file);
    rtl->registers_written(file);
    RouteQuery query;
    std::uint64_t seen = 0;
    for (query.destination = 0; query.destination < 1024; ++query.destination) {
      const Ports ports = ask(*rtl, query);
      ASSERT_EQ(ports, ask(reference, query)) << query.destination;
      seen |= ports[0];
    }
    EXPECT_EQ(seen, ~std::uint64_t{0}) << implementation;
  }
}

TEST(FirAdapter, DecidesAsTheModelForAnyRegisters) {
  Random random(7, 0);
  for (const std::string& implementation : right_implementations("fir")) {
    SCOPED_TRACE(implementation);
    for (const char* const set : {"fir", "fir_source"}) {
      for (const int ports : {2, 15, 16, 17, 33, 64}) {
        SwitchShape shape;
        shape.hosts = 1u << 24;
        shape.ports = ports;
        RegisterFile file(set, shape);
        FirPorts reference(ports, set);
        const auto rtl = make_rtl(implementation, reference, ports);
        Cycle now = 0;
        for (int round = 0; round < 8; ++round) {
          // A reset in the middle of it: then all registers are to be written again.
          if (round == 5) {
            reset(*rtl);
            now = 0;
          }
          // Some registers change, others stay: what was not rewritten has to stay in the RTL too.
          for (std::uint64_t address = 4; address < file.size(); address += 4) {
            if (random.below(3) == 0) continue;
            file.write(address, random.next() & random.next() & random.next());
          }
          reference.registers_written(file);
          rtl->registers_written(file);
          for (int i = 0; i < 60; ++i) {
            RouteQuery query;
            query.cycle = now += random.below(3);
            // Also the corners.
            query.destination = i == 0 ? 0 : i == 1 ? shape.hosts - 1 : random.below(shape.hosts);
            query.source = random.below(shape.hosts);
            ASSERT_EQ(ask(*rtl, query), ask(reference, query)) << ports << " ports";
          }
        }
      }
    }
  }
}

TEST(FirAdapter, UnprogrammedPortsMatchAsTheModel) {
  for (const std::string& implementation : right_implementations("fir")) {
    FirPorts reference(12, "fir");
    const auto rtl = make_rtl(implementation, reference, 12);
    RouteQuery query;
    for (const NodeId node : {0u, 1u, (1u << 24) - 1}) {
      query.destination = node;
      EXPECT_EQ(ask(*rtl, query), ask(reference, query));
    }
  }
}

TEST(FirAdapter, SaysWhichSwitchesFit) {
  const RtlBlockEntry& entry = RtlBlockRegistry::instance().find("broken_fir");  // 16 ports only
  EXPECT_TRUE(entry.implements(FirPorts(16, "fir"), 16));
  EXPECT_FALSE(entry.implements(FirPorts(17, "fir"), 17));
  EXPECT_THAT(entry.fits, testing::HasSubstr("up to 16 ports"));
}

}  // namespace
}  // namespace netloom
