// The block `ft2ei`: one port exhaustively at three bits, and whole switches through the adapter.

#include "routing/function/tree/ft2ei.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "Vft2ei_port.h"
#include "routing/base/cyclic_interval.h"
#include "routing/base/random.h"
#include "routing/function/tree/interval.h"
#include "routing/registers/register_file.h"
#include "testbench/cosim/matcher_support.h"
#include "testbench/cosim/routed_network.h"
#include "testbench/cosim/verilated_instance.h"

namespace netloom {
namespace {

// Word addresses of register set ft2ei; those of exclusion interval 1 are three further.
enum : std::uint32_t { kLib, kUib, kElib, kEuib, kEnable, kElib1, kEuib1, kEnable1, kWords };

/// Three bits, two exclusion intervals.
class Ft2eiPort : public testing::Test {
 protected:
  Ft2eiPort() {
    port->we_i = 0;
    port.reset();
  }

  void write(std::uint32_t address, std::uint32_t value) {
    drive(port->addr_i, address);
    port->wdata_i = value;
    port->we_i = 1;
    port.clock();
    port->we_i = 0;
  }

  std::uint32_t read(std::uint32_t address) {
    drive(port->addr_i, address);
    port->eval();
    return port->rdata_o;
  }

  bool matches(std::uint32_t destination) {
    drive(port->destination_i, destination);
    port->eval();
    return port->match_o != 0;
  }

  VerilatedInstance<Vft2ei_port> port;
};

TEST_F(Ft2eiPort, ResetsAsTheTableSays) {
  for (int round = 0; round < 2; ++round) {
    for (std::uint32_t address = 0; address < 64; ++address) EXPECT_EQ(read(address), 0u);
    EXPECT_TRUE(matches(0)) << "no exclusion interval is in force";
    for (std::uint32_t address = 0; address < kWords; ++address) write(address, 7);
    port.reset();
  }
}

TEST_F(Ft2eiPort, RegistersReadBackAndDoNotDisturbEachOther) {
  constexpr std::array<std::uint32_t, kWords> kMasks = {7, 7, 7, 7, 1, 7, 7, 1};
  std::array<std::uint32_t, kWords> expected{};
  Random random(5, 0);
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t value = random.next();
    const std::uint32_t address = random.below(64);
    write(address, value);
    if (address < kWords) expected[address] = value & kMasks[address];
    for (std::uint32_t other = 0; other < 64; ++other) {
      ASSERT_EQ(read(other), other < kWords ? expected[other] : 0) << "word " << other;
    }
  }
}

// All intervals, all exclusion intervals, in force or not, and all destinations.
TEST_F(Ft2eiPort, MatchesExhaustively) {
  for (std::uint32_t bounds = 0; bounds < 1u << 12; ++bounds) {
    const std::uint32_t lib = bounds & 7, uib = bounds >> 3 & 7;
    const std::uint32_t elib = bounds >> 6 & 7, euib = bounds >> 9 & 7;
    write(kLib, lib);
    write(kUib, uib);
    // The other exclusion interval is another one in each case.
    const std::uint32_t elib1 = bounds * 5 >> 2 & 7, euib1 = bounds * 3 >> 4 & 7;
    write(kElib, elib);
    write(kEuib, euib);
    write(kElib1, elib1);
    write(kEuib1, euib1);
    for (std::uint32_t enables = 0; enables < 4; ++enables) {
      write(kEnable, enables & 1);
      write(kEnable1, enables >> 1);
      for (std::uint32_t destination = 0; destination < 8; ++destination) {
        const bool excluded = ((enables & 1) != 0 && interval_contains(elib, euib, destination)) ||
                              ((enables & 2) != 0 && interval_contains(elib1, euib1, destination));
        ASSERT_EQ(matches(destination), interval_contains(lib, uib, destination) && !excluded)
            << "[" << lib << ".." << uib << "], exclusion [" << elib << ".." << euib << "], ["
            << elib1 << ".." << euib1 << "], in force " << enables << ", destination "
            << destination;
      }
    }
  }
}

TEST_F(Ft2eiPort, WritesOnlyWhenEnabledAndClocked) {
  for (std::uint32_t address = 0; address < kWords; ++address) {
    const std::uint32_t before = read(address);
    port->wdata_i = before ^ 1;
    port.clock();
    EXPECT_EQ(read(address), before) << "not enabled";
    port->we_i = 1;
    port->eval();
    EXPECT_EQ(read(address), before) << "no edge yet";
    port.clock();
    port->we_i = 0;
    EXPECT_EQ(read(address), before ^ 1);
  }
}

TEST(Ft2eiAdapter, DecidesAsTheModelInFaultyTrees) {
  for (const std::string& implementation : right_implementations("ft2ei")) {
    SCOPED_TRACE(implementation);
    Random random(9, 0);
    int in_force = 0;
    for (const auto& [k, n, registers] :
         {std::tuple{2, 4, 1}, {4, 3, 2}, {4, 3, 3}, {8, 2, 6}, {16, 2, 1}}) {
      RoutedNetwork network("fat_tree", k, n, "interval");
      std::vector<int> between;  // links between switches
      for (std::size_t i = 0; i < network.netlist.links.size(); ++i) {
        if (network.netlist.links[i].kind != 0) between.push_back(static_cast<int>(i));
      }
      std::vector<int> failed;
      for (int i = 0; i < 2 * k; ++i) {
        failed.push_back(between[random.below(static_cast<std::uint32_t>(between.size()))]);
      }
      network.make_routing("ft2ei", {{"exclusion_intervals", std::int64_t{registers}}}, {}, failed);
      const auto hosts = static_cast<NodeId>(network.netlist.hosts.size());
      for (SwitchId id = 0; id < network.netlist.switches.size(); ++id) {
        const RegisterFile file = network.programmed(id);
        Ft2eiPorts reference(file.shape().ports, registers);
        const auto rtl = make_rtl(implementation, reference, file.shape().ports);
        reference.registers_written(file);
        rtl->registers_written(file);
        for (int i = 0; i < file.shape().up_ports * registers; ++i) {
          in_force += static_cast<int>(file.value("EENABLE", i));
        }
        RouteQuery query;
        for (query.destination = 0; query.destination < hosts; ++query.destination) {
          ASSERT_EQ(ask(*rtl, query), ask(reference, query))
              << k << "-ary " << n << "-tree, switch " << id << ", destination "
              << query.destination;
        }
      }
    }
    EXPECT_GT(in_force, 20);
  }
}

TEST(Ft2eiAdapter, DecidesAsTheModelForAnyRegisters) {
  Random random(7, 0);
  for (const std::string& implementation : right_implementations("ft2ei")) {
    SCOPED_TRACE(implementation);
    for (const int registers : {1, 2, 3, 16}) {
      // Up ports in the middle of a bank, and none; more ports than up and down links.
      for (const auto& [ports, first_up, up_ports] :
           {std::tuple{4, 2, 2}, {12, 6, 6}, {20, 5, 10}, {8, 8, 0}, {70, 35, 35}}) {
        SwitchShape shape;
        shape.hosts = 1u << 24;
        shape.ports = ports;
        shape.first_up_port = first_up;
        shape.up_ports = up_ports;
        shape.exclusion_intervals = registers;
        RegisterFile file("ft2ei", shape);
        Ft2eiPorts reference(ports, registers);
        const auto rtl = make_rtl(implementation, reference, ports);
        Cycle now = 0;
        for (int round = 0; round < 6; ++round) {
          // A reset in the middle of it: then all registers are to be written again.
          if (round == 4) {
            reset(*rtl);
            now = 0;
          }
          // Some registers change, others stay.
          for (std::uint64_t address = 4; address < file.size(); address += 4) {
            if (random.below(3) != 0) file.write(address, random.next());
          }
          reference.registers_written(file);
          rtl->registers_written(file);
          for (int i = 0; i < 60; ++i) {
            RouteQuery query;
            query.cycle = now += random.below(3);
            query.destination = i == 0 ? 0 : i == 1 ? shape.hosts - 1 : random.below(shape.hosts);
            const Ports expected = ask(reference, query);
            ASSERT_EQ(ask(*rtl, query), expected) << ports << " ports";
            // And the model decides as its registers say.
            for (int port = 0; port < ports; ++port) {
              bool allowed = interval_contains(file.value("LIB", port), file.value("UIB", port),
                                               query.destination);
              const int up = port - first_up;
              for (int each = 0; up >= 0 && up < up_ports && each < registers; ++each) {
                const int index = up * registers + each;
                allowed =
                    allowed && (file.value("EENABLE", index) == 0 ||
                                !interval_contains(file.value("ELIB", index),
                                                   file.value("EUIB", index), query.destination));
              }
              ASSERT_EQ((expected[static_cast<std::size_t>(port / 64)] >> port % 64 & 1) != 0,
                        allowed)
                  << "port " << port;
            }
          }
        }
      }
    }
  }
}

TEST(Ft2eiAdapter, SaysWhatFits) {
  const RtlBlockEntry& entry = RtlBlockRegistry::instance().find("broken_ft2ei");  // 2 intervals
  EXPECT_TRUE(entry.implements(Ft2eiPorts(4, 2), 4));
  EXPECT_FALSE(entry.implements(Ft2eiPorts(4, 3), 4));
  EXPECT_FALSE(entry.implements(IntervalPorts(4), 4));
  EXPECT_THAT(entry.fits, testing::HasSubstr("up to 2 exclusion_intervals"));
}

}  // namespace
}  // namespace netloom
