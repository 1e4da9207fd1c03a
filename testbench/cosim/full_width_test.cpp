// Blocks without registers, and register ports, with random values on all bits of their inputs,
// against what the block says it computes: beyond what networks of a size that can be built ask.

#include <gtest/gtest.h>

#include <cstdint>

#include "Vdestro_route.h"
#include "Vfir_router_64.h"
#include "Vft2ei_router.h"
#include "Viodet_vc.h"
#include "Vir_router.h"
#include "Vparity_sign_pair_8.h"
#include "Vruft_route.h"
#include "Vstage_digit.h"
#include "routing/base/random.h"
#include "routing/function/dragonfly/local_misrouting.h"
#include "routing/function/dragonfly/local_pair_ports.h"
#include "verilated_instance.h"

namespace netloom {
namespace {

constexpr int kBits = 24;

std::uint32_t node(Random& random) {
  return random.below(1u << kBits);
}

/// A number without its lowest bits; 0 if there are no others.
std::uint32_t above(std::uint32_t number, int bits) {
  return bits < kBits ? number >> bits : 0;
}

TEST(FullWidth, StageDigit) {
  VerilatedInstance<Vstage_digit> block;
  Random random(21, 0);
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t number = node(random);
    const int stage = static_cast<int>(random.below(32));
    const int bits = 1 + static_cast<int>(random.below(7));
    drive(block->number_i, number);
    drive(block->stage_i, stage);
    drive(block->digit_bits_i, bits);
    block->eval();
    const std::uint32_t rest = above(number, stage * bits);
    ASSERT_EQ(block->digit_o, rest & ((1u << bits) - 1)) << number << ", " << stage << ", " << bits;
    ASSERT_EQ(block->higher_o, rest >> bits) << number << ", " << stage << ", " << bits;
  }
}

TEST(FullWidth, RuftRoute) {
  VerilatedInstance<Vruft_route> block;
  Random random(22, 0);
  for (int i = 0; i < 20000; ++i) {
    const std::uint32_t destination = node(random);
    const int bits = 1 + static_cast<int>(random.below(8));
    const int stage = static_cast<int>(random.below(i % 4 == 0 ? 32u : 3u));
    drive(block->destination_i, destination);
    drive(block->stage_i, stage);
    drive(block->digit_bits_i, bits);
    block->eval();
    const auto expected = static_cast<int>(above(destination, stage * bits) & ((1u << bits) - 1));
    ASSERT_TRUE(has_only_bit<256>(block->allowed_ports_o, expected)) << i << ": " << expected;
  }
}

TEST(FullWidth, DestroRoute) {
  VerilatedInstance<Vdestro_route> block;
  Random random(23, 0);
  for (int i = 0; i < 40000; ++i) {
    const int bits = 1 + static_cast<int>(random.below(7));
    const int stage = static_cast<int>(random.below(i % 4 == 0 ? 32u : 3u));
    const std::uint32_t destination = node(random);
    const std::uint32_t source = node(random);
    // A switch below which the destination is, or any.
    const bool fits = random.below(2) == 0;
    const std::uint32_t position = fits ? above(destination, bits) : node(random);
    const bool last = random.below(4) == 0, by_source = random.below(2) == 0;
    const bool nonminimal = random.below(3) == 0, from_above = random.below(2) == 0;
    drive(block->digit_bits_i, bits);
    drive(block->stage_i, stage);
    drive(block->position_i, position);
    drive(block->last_stage_i, last);
    drive(block->by_source_i, by_source);
    drive(block->nonminimal_i, nonminimal);
    drive(block->destination_i, destination);
    drive(block->source_i, source);
    drive(block->from_above_i, from_above);
    block->eval();
    const std::uint32_t k = 1u << bits;
    const bool below = above(destination, stage * bits) >> bits == above(position, stage * bits);
    const bool down = nonminimal ? last || from_above : below;
    const std::uint32_t up = above(by_source ? source : destination, stage * bits) % k;
    const std::uint32_t expected = down ? above(destination, stage * bits) % k : k + up;
    ASSERT_TRUE(has_only_bit<256>(block->allowed_ports_o, static_cast<int>(expected)))
        << i << ": " << expected;
  }
}

// Four dimensions of 16 bits.
TEST(FullWidth, IodetVc) {
  VerilatedInstance<Viodet_vc> block;
  Random random(24, 0);
  for (int i = 0; i < 40000; ++i) {
    std::uint64_t position = 0, destination = 0;
    for (int d = 0; d < 4; ++d) {
      position |= std::uint64_t{random.below(1u << 16)} << 16 * d;
      destination |= std::uint64_t{random.below(1u << 16)} << 16 * d;
    }
    const int dimension = static_cast<int>(random.below(4));
    const bool dateline = random.below(2) == 0, plus = random.below(2) == 0;
    const std::uint32_t vcs = 1 + random.below(dateline ? 32 : 64);
    drive(block->position_i, position);
    drive(block->destination_i, destination);
    drive(block->dimension_i, dimension);
    drive(block->plus_i, plus);
    drive(block->dateline_i, dateline);
    drive(block->class_vcs_i, vcs);
    block->eval();
    const std::uint64_t here = position >> 16 * dimension & 0xffff;
    const std::uint64_t there = destination >> 16 * dimension & 0xffff;
    const bool ahead = plus ? there >= here : there <= here;
    const std::uint64_t expected = there % vcs + (dateline && ahead ? vcs : 0);
    ASSERT_EQ(block->vcs_o, std::uint64_t{1} << expected);
  }
}

// Positions of 8 bits.
TEST(FullWidth, ParitySignPair) {
  const LocalPairs table(LocalRestriction::kParitySign);
  VerilatedInstance<Vparity_sign_pair_8> block;
  Random random(25, 0);
  for (int i = 0; i < 20000; ++i) {
    const auto from = static_cast<int>(random.below(256)),
               via = static_cast<int>(random.below(256));
    const auto to = static_cast<int>(random.below(256));
    if (via == from || via == to) continue;
    drive(block->from_i, from);
    drive(block->via_i, via);
    drive(block->to_i, to);
    block->eval();
    ASSERT_EQ(block->allowed_o != 0, table.allowed(from, via, to));
  }
}

/// Writes words of 32 bits to random addresses below `addresses`, and reads them back: registers
/// keep 24 bits, `expected(address, word)`, and nothing but what is written.
template <class Model, class Expected>
void write_and_read_back(VerilatedInstance<Model>& block, std::uint32_t addresses,
                         Expected expected) {
  block->we_i = 0;
  block.reset();
  Random random(26, 0);
  for (int i = 0; i < 4000; ++i) {
    const std::uint32_t address = random.below(addresses);
    const std::uint32_t word = random.below(1u << 16) << 16 | random.below(1u << 16);
    drive(block->addr_i, address);
    block->wdata_i = word;
    block->we_i = 1;
    block.clock();
    block->we_i = 0;
    block->wdata_i = ~word;
    block.clock();
    block->eval();
    ASSERT_EQ(block->rdata_o, expected(address, word)) << "address " << address;
  }
}

TEST(FullWidth, RegistersOfIrRouterKeepWhatFits) {
  VerilatedInstance<Vir_router> block;
  write_and_read_back(block, 16, [](std::uint32_t, std::uint32_t word) { return word & 0xffffff; });
}

TEST(FullWidth, RegistersOfFt2eiRouterKeepWhatFits) {
  VerilatedInstance<Vft2ei_router> block;
  // Of a port 64 addresses: LIB, UIB, and ELIB, EUIB and EENABLE of two exclusion intervals.
  write_and_read_back(block, 8 * 64, [](std::uint32_t address, std::uint32_t word) {
    const std::uint32_t number = address % 64;
    if (number >= 8) return std::uint32_t{0};
    return number >= 2 && (number - 2) % 3 == 2 ? word & 1 : word & 0xffffff;
  });
}

// 64 ports, each of which matches one destination: AR keeps the one that was routed last.
TEST(FullWidth, FirRouterKeepsEveryPort) {
  constexpr std::uint32_t kLib = 0, kUib = 1, kMr = 2;
  VerilatedInstance<Vfir_router_64> block;
  block->we_i = 0;
  block->route_i = 0;
  block.reset();
  const auto write = [&block](std::uint32_t port, std::uint32_t address, std::uint32_t value) {
    drive(block->addr_i, port << 4 | address);
    block->wdata_i = value;
    block->we_i = 1;
    block.clock();
    block->we_i = 0;
  };
  for (std::uint32_t port = 0; port < 64; ++port) {
    write(port, kLib, port);
    write(port, kUib, port);
    write(port, kMr, (1u << kBits) - 1);
  }
  Random random(27, 0);
  std::uint64_t kept = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t destination = random.below(70);
    const bool routed = random.below(3) > 0;
    drive(block->destination_i, destination);
    drive(block->route_i, routed);
    block->eval();
    const std::uint64_t expected = destination < 64 ? std::uint64_t{1} << destination : 0;
    ASSERT_EQ(block->allowed_ports_o, expected) << destination;
    ASSERT_EQ(block->ar_o, kept) << "AR changes with the clock";
    block.clock();
    if (routed) kept = expected;
    ASSERT_EQ(block->ar_o, kept);
  }
}

}  // namespace
}  // namespace netloom
