#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "Vinterval_match_forms.h"
#include "routing/base/cyclic_interval.h"
#include "routing/base/random.h"
#include "routing/function/tree/interval.h"
#include "testbench/cosim/verilated_instance.h"

namespace netloom {
namespace {

constexpr std::array<int, 8> kWidths = {1, 2, 3, 4, 5, 6, 24, 32};

class IntervalMatch : public testing::Test {
 protected:
  /// All forms of one width against the C++ function.
  void check(std::size_t width, std::uint32_t lib, std::uint32_t uib, std::uint32_t node) {
    model.lib_i = lib;
    model.uib_i = uib;
    model.destination_i = node;
    model.eval();
    const bool expected = interval_contains(lib, uib, node);
    ASSERT_EQ((model.compare_o >> width & 1) != 0, expected)
        << kWidths[width] << " bits, comparing: [" << lib << ".." << uib << "], " << node;
    ASSERT_EQ((model.subtract_o >> width & 1) != 0, expected)
        << kWidths[width] << " bits, subtracting: [" << lib << ".." << uib << "], " << node;
    ASSERT_EQ((model.length_o >> width & 1) != 0, expected)
        << kWidths[width] << " bits, by the length: [" << lib << ".." << uib << "], " << node;
  }

  VerilatedInstance<Vinterval_match_forms> instance;
  Vinterval_match_forms& model = *instance;
};

TEST_F(IntervalMatch, ExhaustiveUpToSixBits) {
  for (std::size_t i = 0; i < 6; ++i) {
    const std::uint32_t count = 1u << kWidths[i];
    for (std::uint32_t lib = 0; lib < count; ++lib) {
      for (std::uint32_t uib = 0; uib < count; ++uib) {
        for (std::uint32_t node = 0; node < count; ++node) {
          ASSERT_NO_FATAL_FAILURE(check(i, lib, uib, node));
        }
      }
    }
  }
}

TEST_F(IntervalMatch, CornersAtFullWidth) {
  for (std::size_t i = 6; i < 8; ++i) {
    const std::uint32_t mask = ~std::uint32_t{0} >> (32 - kWidths[i]);
    // Around 0, around the middle, around the end, and around powers of two.
    std::vector<std::uint32_t> corners;
    for (int bit = 0; bit < kWidths[i]; bit += 5) {
      for (const std::uint32_t offset : {~std::uint32_t{0}, 0u, 1u}) {
        corners.push_back(((1u << bit) + offset) & mask);
      }
    }
    corners.insert(corners.end(), {mask, mask - 1, mask / 2, mask / 2 + 1, mask / 2 + 2});
    for (const std::uint32_t lib : corners) {
      for (const std::uint32_t uib : corners) {
        for (const std::uint32_t node : corners) {
          ASSERT_NO_FATAL_FAILURE(check(i, lib, uib, node));
        }
      }
    }
  }
}

TEST_F(IntervalMatch, RandomAtFullWidth) {
  Random random(1, 0);
  for (std::size_t i = 6; i < 8; ++i) {
    const std::uint32_t mask = ~std::uint32_t{0} >> (32 - kWidths[i]);
    for (int round = 0; round < 50000; ++round) {
      const std::uint32_t lib = random.next() & mask;
      const std::uint32_t uib = random.next() & mask;
      ASSERT_NO_FATAL_FAILURE(check(i, lib, uib, random.next() & mask));
      // At the bounds and just outside of them.
      for (const std::uint32_t node : {lib, uib, lib - 1, uib + 1}) {
        ASSERT_NO_FATAL_FAILURE(check(i, lib, uib, node & mask));
      }
    }
  }
}

}  // namespace
}  // namespace netloom
