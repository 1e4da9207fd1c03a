#include <gtest/gtest.h>

#include <cstdint>

#include "Vir_port.h"
#include "Vir_port_length.h"
#include "Vir_port_subtract.h"
#include "routing/base/cyclic_interval.h"
#include "routing/base/random.h"
#include "testbench/cosim/verilated_instance.h"

namespace netloom {
namespace {

constexpr std::uint8_t kIrLib = 0;
constexpr std::uint8_t kIrUib = 1;
constexpr std::uint32_t kMask = (1u << 24) - 1;

/// Any form of the port, at the full width of networks.
template <class Model>
class IrPort : public testing::Test {
 protected:
  IrPort() {
    port.we_i = 0;
    port.rst_ni = 1;
    port.eval();
    reset();
  }

  void clock() {
    port.clk_i = 1;
    port.eval();
    port.clk_i = 0;
    port.eval();
  }

  void reset() {
    port.rst_ni = 0;
    port.eval();
    port.rst_ni = 1;
    port.eval();
  }

  void write(std::uint8_t address, std::uint32_t value) {
    port.addr_i = address;
    port.wdata_i = value;
    port.we_i = 1;
    clock();
    port.we_i = 0;
  }

  std::uint32_t read(std::uint8_t address) {
    port.addr_i = address;
    port.eval();
    return port.rdata_o;
  }

  bool matches(std::uint32_t node) {
    port.destination_i = node;
    port.eval();
    return port.match_o != 0;
  }

  VerilatedInstance<Model> instance;
  Model& port = *instance;
};

using Forms = testing::Types<Vir_port, Vir_port_subtract, Vir_port_length>;
TYPED_TEST_SUITE(IrPort, Forms);

TYPED_TEST(IrPort, ResetsToTheIntervalOfNodeZero) {
  EXPECT_EQ(this->read(kIrLib), 0u);
  EXPECT_EQ(this->read(kIrUib), 0u);
  EXPECT_TRUE(this->matches(0));
  EXPECT_FALSE(this->matches(1));
  EXPECT_FALSE(this->matches(kMask));
  this->write(kIrLib, 5);
  this->write(kIrUib, 9);
  EXPECT_TRUE(this->matches(7));
  this->reset();
  EXPECT_EQ(this->read(kIrLib), 0u);
  EXPECT_EQ(this->read(kIrUib), 0u);
  EXPECT_FALSE(this->matches(7));
}

TYPED_TEST(IrPort, RegistersReadBackAndDoNotDisturbEachOther) {
  Random random(2, 0);
  std::uint32_t expected[2] = {0, 0};
  for (int i = 0; i < 2000; ++i) {
    const auto address = static_cast<std::uint8_t>(random.below(2));
    const std::uint32_t value = random.next();
    this->write(address, value);
    expected[address] = value & kMask;
    ASSERT_EQ(this->read(kIrLib), expected[kIrLib]) << "bits above the width read as 0";
    ASSERT_EQ(this->read(kIrUib), expected[kIrUib]);
    const std::uint32_t node = random.next() & kMask;
    ASSERT_EQ(this->matches(node), interval_contains(expected[kIrLib], expected[kIrUib], node));
  }
}

TYPED_TEST(IrPort, WritesOnlyWhenEnabledAndClocked) {
  this->write(kIrLib, 3);
  this->port.addr_i = kIrLib;
  this->port.wdata_i = 77;
  this->port.we_i = 0;
  this->clock();
  EXPECT_EQ(this->read(kIrLib), 3u);
  this->port.we_i = 1;
  this->port.eval();
  EXPECT_EQ(this->read(kIrLib), 3u) << "no edge yet";
  this->clock();
  EXPECT_EQ(this->read(kIrLib), 77u);
}

}  // namespace
}  // namespace netloom
