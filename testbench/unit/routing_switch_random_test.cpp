#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "routing/decision/switch_random.h"

namespace netloom {
namespace {

constexpr DrawPlace kPlaces[] = {DrawPlace::kInputArbiter, DrawPlace::kOutputArbiter,
                                 DrawPlace::kLinkArbiter, DrawPlace::kSelection,
                                 DrawPlace::kDecision};

/// The sum of (found - expected)^2 / expected over all cells.
double chi_square(const std::vector<int>& cells, int draws) {
  const double expected = static_cast<double>(draws) / static_cast<double>(cells.size());
  double sum = 0;
  for (const int found : cells) sum += (found - expected) * (found - expected) / expected;
  return sum;
}

/// What a sum of `degrees` of freedom exceeds once in a million times, by [Wilson-Hilferty 1931].
double unlikely(std::size_t degrees) {
  const double d = static_cast<double>(degrees);
  return d * std::pow(1 - 2 / (9 * d) + 4.75 * std::sqrt(2 / (9 * d)), 3);
}

TEST(Draw, IsTheUpperPartOfTheProduct) {
  for (const std::uint32_t bits : {0u, 1u, 0xffffu, 0x10000u, 0x12345678u, 0x80000000u, ~0u}) {
    for (const std::uint32_t n : {1u, 2u, 3u, 7u, 255u, 4096u, 65535u}) {
      EXPECT_EQ(Draw(bits).below(n), static_cast<std::uint32_t>(std::uint64_t{bits} * n >> 32))
          << bits << ' ' << n;
    }
  }
}

TEST(SwitchRandom, DependsOnNothingButSeedSwitchCycleAndPlace) {
  // One asked in each cycle, one now and then, one backwards.
  SwitchRandom each(7, 3), seldom(7, 3), backwards(7, 3);
  std::vector<std::uint32_t> bits;
  for (Cycle cycle = 0; cycle < 3000; ++cycle) {
    bits.push_back(each.draw(cycle, DrawPlace::kSelection, 5).bits());
  }
  for (Cycle cycle = 0; cycle < 3000; cycle += 1 + cycle / 3) {
    EXPECT_EQ(seldom.draw(cycle, DrawPlace::kSelection, 5).bits(), bits[cycle]) << cycle;
  }
  for (Cycle cycle = 3000; cycle-- > 0; cycle -= cycle > 700 ? 700 : cycle) {
    EXPECT_EQ(backwards.draw(cycle, DrawPlace::kSelection, 5).bits(), bits[cycle]) << cycle;
  }
}

TEST(SwitchRandom, StepsLikeARegister) {
  SwitchRandom random(1, 2);
  for (const Cycle cycle : {Cycle{0}, Cycle{64}, Cycle{65}, Cycle{1} << 31}) {
    const std::uint64_t before = random.word(cycle);
    EXPECT_EQ(random.word(cycle + 1), SwitchRandom::step(before)) << cycle;
  }
}

TEST(SwitchRandom, DiffersBySeedSwitchAndPlace) {
  std::set<std::uint32_t> seen;
  std::size_t asked = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (SwitchId id = 0; id < 8; ++id) {
      SwitchRandom random(seed, id);
      for (const DrawPlace place : kPlaces) {
        for (int index = 0; index < 8; ++index, ++asked) {
          seen.insert(random.draw(9, place, index).bits());
        }
      }
    }
  }
  EXPECT_GT(seen.size(), asked - 4);
}

TEST(SwitchRandom, EachDrawIsUniform) {
  constexpr int kDraws = 60000;
  for (const std::uint32_t n : {2u, 3u, 5u, 8u, 23u}) {
    for (const int index : {0, 1, 7, 12, 13, 40, 63, 64, 300}) {
      for (const DrawPlace place : kPlaces) {
        SwitchRandom random(11, 4);
        std::vector<int> cells(n, 0);
        for (Cycle cycle = 0; cycle < kDraws; ++cycle) {
          ++cells[random.draw(cycle, place, index).below(n)];
        }
        EXPECT_LT(chi_square(cells, kDraws), unlikely(n - 1))
            << "of " << n << ", place " << static_cast<int>(place) << ", index " << index;
      }
    }
  }
}

TEST(SwitchRandom, WhatAnyTwoDrawIsIndependent) {
  constexpr int kDraws = 20000;
  struct User {
    DrawPlace place;
    int index;
  };
  std::vector<User> users;
  for (const DrawPlace place : kPlaces) {
    for (const int index : {0, 1, 2, 3, 9, 80}) users.push_back({place, index});
  }
  for (const std::uint32_t of : {3u, 4u}) {
    std::vector<std::vector<std::uint32_t>> draws;
    for (const User& user : users) {
      SwitchRandom random(5, 0);
      std::vector<std::uint32_t>& list = draws.emplace_back();
      for (Cycle cycle = 0; cycle <= kDraws; ++cycle) {
        list.push_back(random.draw(cycle, user.place, user.index).below(of));
      }
    }
    // In the same cycle, and one in the next.
    for (std::size_t a = 0; a < users.size(); ++a) {
      for (std::size_t b = 0; b < users.size(); ++b) {
        for (const std::size_t later : {std::size_t{0}, std::size_t{1}}) {
          if (a == b && later == 0) continue;
          std::vector<int> cells(of * of, 0);
          for (std::size_t i = 0; i < kDraws; ++i) ++cells[draws[a][i] * of + draws[b][i + later]];
          EXPECT_LT(chi_square(cells, kDraws), unlikely(of * of - 1))
              << "of " << of << ": " << a << ", " << b << ", later " << later;
        }
      }
    }
  }
}

}  // namespace
}  // namespace netloom
