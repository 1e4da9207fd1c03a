#include <gtest/gtest.h>

#include <cstdint>

#include "Vir_port.h"
#include "routing/function/interval.h"
#include "routing/random.h"
#include "rtl/adapter/verilated_context.h"

namespace netloom {
namespace {

constexpr std::uint8_t kLib = 0;
constexpr std::uint8_t kUib = 1;
constexpr std::uint32_t kMask = (1u << 24) - 1;

class IrPort : public testing::Test {
 protected:
  IrPort() {
    port.rst_ni = 1;
    port.eval();
    reset();
  }
  ~IrPort() override { port.final(); }

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

  Vir_port port{&verilated_context(), ""};
};

TEST_F(IrPort, ResetsToTheIntervalOfNodeZero) {
  EXPECT_EQ(read(kLib), 0u);
  EXPECT_EQ(read(kUib), 0u);
  EXPECT_TRUE(matches(0));
  EXPECT_FALSE(matches(1));
  EXPECT_FALSE(matches(kMask));
  write(kLib, 5);
  write(kUib, 9);
  EXPECT_TRUE(matches(7));
  reset();
  EXPECT_EQ(read(kLib), 0u);
  EXPECT_EQ(read(kUib), 0u);
  EXPECT_FALSE(matches(7));
}

TEST_F(IrPort, RegistersReadBackAndDoNotDisturbEachOther) {
  Random random(2, 0);
  std::uint32_t expected[2] = {0, 0};
  for (int i = 0; i < 2000; ++i) {
    const auto address = static_cast<std::uint8_t>(random.below(2));
    const std::uint32_t value = random.next();
    write(address, value);
    expected[address] = value & kMask;
    ASSERT_EQ(read(kLib), expected[kLib]) << "bits above the width read as 0";
    ASSERT_EQ(read(kUib), expected[kUib]);
    const std::uint32_t node = random.next() & kMask;
    ASSERT_EQ(matches(node), interval_contains(expected[kLib], expected[kUib], node));
  }
}

TEST_F(IrPort, WritesOnlyWhenEnabledAndClocked) {
  write(kLib, 3);
  port.addr_i = kLib;
  port.wdata_i = 77;
  port.we_i = 0;
  clock();
  EXPECT_EQ(read(kLib), 3u);
  port.we_i = 1;
  port.eval();
  EXPECT_EQ(read(kLib), 3u) << "no edge yet";
  clock();
  EXPECT_EQ(read(kLib), 77u);
}

}  // namespace
}  // namespace netloom
