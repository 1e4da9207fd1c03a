#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "hw/kernel/arena.h"
#include "hw/kernel/ring.h"
#include "hw/nic/source_numbers.h"
#include "routing/base/random.h"

namespace netloom {
namespace {

TEST(GrowingRing, IsAFifoThatGrowsAtAnyPosition) {
  GrowingRing<int> ring;
  std::deque<int> reference;
  Random random(1, 0);
  EXPECT_TRUE(ring.empty());
  for (int step = 0; step < 20000; ++step) {
    // Longer runs of pushes than of pops, then the reverse: the ring grows while its front is
    // anywhere, and runs empty.
    const bool push = random.below(10) < (step / 500 % 2 == 0 ? 6u : 4u);
    if (push || reference.empty()) {
      ring.push(step);
      reference.push_back(step);
    } else {
      ASSERT_EQ(ring.front(), reference.front());
      ring.pop();
      reference.pop_front();
    }
    ASSERT_EQ(ring.size(), reference.size());
    ASSERT_EQ(ring.empty(), reference.empty());
    if (!reference.empty()) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(reference.size()));
      ASSERT_EQ(ring[at], reference[at]);
    }
  }
}

TEST(Arena, PiecesAreAlignedZeroedAndApart) {
  Arena arena(1 << 16);
  std::vector<std::pair<std::byte*, std::size_t>> pieces;
  for (std::size_t bytes : {1u, 64u, 65u, 1000u, 70000u, 3u << 20, 7u}) {
    auto* piece = static_cast<std::byte*>(arena.allocate(bytes));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(piece) % 64, 0u);
    for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(piece[i], std::byte{0});
    std::memset(piece, static_cast<int>(pieces.size() + 1), bytes);
    pieces.emplace_back(piece, bytes);
  }
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    for (std::size_t i = 0; i < pieces[n].second; ++i) {
      ASSERT_EQ(pieces[n].first[i], static_cast<std::byte>(n + 1)) << "piece " << n;
    }
  }
}

TEST(Arena, CountsWhatItHandsOutInWholeCacheLines) {
  Arena arena(1 << 16);
  EXPECT_EQ(arena.used(), 0u);
  arena.allocate(1);
  EXPECT_EQ(arena.used(), 64u);
  arena.allocate(65);
  EXPECT_EQ(arena.used(), 192u);
}

TEST(Arena, ArraysAreConstructed) {
  struct Item {
    int value = 7;
  };
  Arena arena(1 << 16);
  Item* items = arena.array<Item>(100);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(items[i].value, 7);
}

TEST(SourceNumbers, AreThoseThatWereSetWhetherHostsAreFewOrMany) {
  for (const std::uint32_t hosts : {2u, 2048u, 2049u, 100000u}) {
    Arena arena(1 << 16);
    SourceNumbers numbers(hosts, arena);
    std::map<NodeId, std::uint32_t> reference;
    Random random(1, hosts);
    for (std::uint32_t step = 1; step < 5000; ++step) {
      const NodeId source = random.below(hosts);
      ASSERT_EQ(numbers.of(source), reference[source]) << source << " of " << hosts;
      numbers.of(source) = step;
      reference[source] = step;
    }
  }
}

}  // namespace
}  // namespace netloom
