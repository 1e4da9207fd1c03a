#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

#include "Vfir_port.h"
#include "Vfir_router.h"
#include "routing/base/cyclic_interval.h"
#include "routing/base/random.h"
#include "routing/function/tree/fir.h"
#include "routing/function/tree/interval.h"
#include "routing/registers/register_file.h"
#include "testbench/cosim/verilated_instance.h"

namespace netloom {
namespace {

// Word addresses of register set fir_source.
enum : std::uint32_t { kFirLib, kFirUib, kFirMr, kFirOperand, kFirRrr };

/// The smallest fir_port with everything: four ports, three bits.
class FirPort : public testing::Test {
 protected:
  FirPort() {
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

  bool matches(std::uint32_t destination, std::uint32_t source) {
    drive(port->destination_i, destination);
    drive(port->source_i, source);
    port->eval();
    return port->match_o != 0;
  }

  VerilatedInstance<Vfir_port> port;
};

TEST_F(FirPort, ResetsAsTheTableSays) {
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(read(kFirLib), 0u);
    EXPECT_EQ(read(kFirUib), 0u);
    EXPECT_EQ(read(kFirMr), 7u);
    EXPECT_EQ(read(kFirOperand), 0u);
    EXPECT_EQ(read(kFirRrr), 0u);
    for (std::uint32_t address = kFirLib; address <= kFirRrr; ++address) write(address, 5);
    port.reset();
  }
}

TEST_F(FirPort, RegistersReadBackAndDoNotDisturbEachOther) {
  constexpr std::array<std::uint32_t, 5> kMasks = {7, 7, 7, 1, 15};
  std::array<std::uint32_t, 5> expected = {0, 0, 7, 0, 0};
  Random random(5, 0);
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t value = random.next();
    const std::uint32_t address = random.below(16);
    write(address, value);
    if (address <= kFirRrr) expected[address] = value & kMasks[address];
    for (std::uint32_t other = 0; other < 16; ++other) {
      ASSERT_EQ(read(other), other <= kFirRrr ? expected[other] : 0) << "word " << other;
    }
  }
}

// All intervals, masks, operands, destinations and sources.
TEST_F(FirPort, MatchesExhaustively) {
  for (std::uint32_t registers = 0; registers < 1024; ++registers) {
    const std::uint32_t lib = registers & 7, uib = registers >> 3 & 7, mr = registers >> 6 & 7;
    const std::uint32_t operand = registers >> 9;
    write(kFirLib, lib);
    write(kFirUib, uib);
    write(kFirMr, mr);
    write(kFirOperand, operand);
    for (std::uint32_t nodes = 0; nodes < 64; ++nodes) {
      const std::uint32_t number = (operand == 0 ? nodes & 7 : nodes >> 3) & mr;
      ASSERT_EQ(matches(nodes & 7, nodes >> 3), interval_contains(lib, uib, number))
          << "[" << lib << ".." << uib << "], mask " << mr << ", operand " << operand
          << ", destination " << (nodes & 7) << ", source " << (nodes >> 3);
    }
  }
}

// All restrictions and all sets of ports that match, for a port that matches and one that does not.
TEST_F(FirPort, GivesWayExhaustively) {
  for (std::uint32_t rrr = 0; rrr < 16; ++rrr) {
    write(kFirRrr, rrr);
    for (std::uint32_t all = 0; all < 16; ++all) {
      drive(port->all_matches_i, all);
      ASSERT_TRUE(matches(0, 0));
      ASSERT_EQ(port->allowed_o != 0, (rrr & all) == 0) << "RRR " << rrr << ", matches " << all;
      ASSERT_FALSE(matches(1, 0));
      ASSERT_EQ(port->allowed_o, 0);
    }
  }
}

TEST_F(FirPort, WritesOnlyWhenEnabledAndClocked) {
  for (std::uint32_t address = kFirLib; address <= kFirRrr; ++address) {
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

/// fir_router with 40 ports, and the model with the same registers.
class FirRouter : public testing::Test {
 protected:
  static constexpr int kPorts = 40;

  FirRouter() : file("fir_source", shape()) {
    router->we_i = 0;
    router->route_i = 0;
    router.reset();
  }

  static SwitchShape shape() {
    SwitchShape shape;
    shape.hosts = 1u << 24;
    shape.ports = kPorts;
    return shape;
  }

  void write(const char* name, int port, std::uint32_t value, int word = 0) {
    file.write(file.address(name, port, word), value);
    const std::uint32_t address = name == std::string("LIB")       ? kFirLib
                                  : name == std::string("UIB")     ? kFirUib
                                  : name == std::string("MR")      ? kFirMr
                                  : name == std::string("OPERAND") ? kFirOperand
                                                                   : kFirRrr;
    drive(router->addr_i,
          static_cast<std::uint32_t>(port) << 4 | (address + static_cast<std::uint32_t>(word)));
    router->wdata_i = value;
    router->we_i = 1;
    router.clock();
    router->we_i = 0;
  }

  RegisterFile file;
  FirPorts model{kPorts, "fir_source"};
  VerilatedInstance<Vfir_router> router;
};

TEST_F(FirRouter, OffersAndKeepsWhatTheModelSays) {
  Random random(6, 0);
  for (int port = 0; port < kPorts; ++port) {
    // Few bits count, so that many ports match at once, and few restrictions, so that some remain.
    const std::uint32_t mask = random.next() & random.next() & random.next();
    write("LIB", port, random.next() & mask);
    write("UIB", port, random.next() & mask);
    write("MR", port, mask);
    write("OPERAND", port, random.below(2));
    for (int word = 0; word < 2; ++word) {
      write("RRR", port, random.next() & random.next() & random.next() & random.next(), word);
    }
  }
  model.registers_written(file);
  EXPECT_EQ(router->ar_o, 0u) << "nothing has been routed";
  int several = 0, none = 0;
  for (int i = 0; i < 5000; ++i) {
    RouteQuery query;
    query.destination = random.below(1u << 24);
    query.source = random.below(1u << 24);
    std::uint64_t expected = 0;
    model.match(query, &expected);
    const std::uint64_t kept = router->ar_o;
    drive(router->destination_i, query.destination);
    drive(router->source_i, query.source);
    const bool strobe = random.below(2) != 0;
    drive(router->route_i, strobe);
    router->eval();
    ASSERT_EQ(router->allowed_ports_o, expected);
    ASSERT_EQ(router->ar_o, kept) << "AR changes with the clock";
    router.clock();
    ASSERT_EQ(router->ar_o, strobe ? expected : kept);
    several += (expected & (expected - 1)) != 0 ? 1 : 0;
    none += expected == 0 ? 1 : 0;
  }
  EXPECT_GT(several, 100);
  EXPECT_LT(none, 4900);
}

TEST_F(FirRouter, PortsThatDoNotExistReadAsZero) {
  for (std::uint32_t address = 0; address < 1u << 10; ++address) {
    drive(router->addr_i, address);
    router->wdata_i = ~std::uint32_t{0};
    router->we_i = 1;
    router.clock();
    router->we_i = 0;
    router->eval();
    const bool exists = address >> 4 < kPorts && (address & 15) < 6;
    ASSERT_EQ(router->rdata_o != 0, exists) << "address " << address;
  }
}

}  // namespace
}  // namespace netloom
