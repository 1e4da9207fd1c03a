#include <gtest/gtest.h>

#include <cstdint>

#include "hw/switch/base/status_board.h"

namespace netloom {
namespace {

StatusBroadcast broadcast(int words, int least, int most) {
  StatusBroadcast result;
  result.words = words;
  result.least_delay = least;
  result.most_delay = most;
  return result;
}

TEST(StatusBoard, ShowsAValueToTheCycleAfterItsDelay) {
  StatusBoard board(2, broadcast(1, 10, 10), 10);
  const std::uint32_t seven = 7, eight = 8;
  board.publish(1, 5, &seven);
  board.publish(1, 6, &eight);
  EXPECT_EQ(*board.read(1, 14, 10), 0u);
  EXPECT_EQ(*board.read(1, 15, 10), 7u);
  EXPECT_EQ(*board.read(1, 16, 10), 8u);
  EXPECT_EQ(*board.read(1, 1000, 10), 8u);
  EXPECT_EQ(*board.read(0, 1000, 10), 0u);
}

TEST(StatusBoard, BeforeTheStartEverythingIsZero) {
  StatusBoard board(1, broadcast(2, 3, 3), 1);
  const std::uint32_t words[] = {1, 2};
  board.publish(0, 0, words);
  EXPECT_EQ(board.read(0, 2, 3)[1], 0u);
  EXPECT_EQ(board.read(0, 3, 3)[1], 2u);
}

// The writer is a quantum ahead of the reader, and changes its words in every cycle.
TEST(StatusBoard, KeepsWhatReadersMayStillAskFor) {
  for (const int quantum : {1, 4, 10}) {
    StatusBoard board(1, broadcast(1, 10, 25), quantum);
    for (Cycle begin = 0; begin < 200; begin += static_cast<Cycle>(quantum)) {
      const Cycle end = begin + static_cast<Cycle>(quantum);
      for (Cycle cycle = begin; cycle < end; ++cycle) {
        const auto value = static_cast<std::uint32_t>(cycle + 1);
        board.publish(0, cycle, &value);
      }
      for (Cycle now = begin; now < end; ++now) {
        for (const int delay : {10, 17, 25}) {
          const Cycle before = static_cast<Cycle>(delay);
          EXPECT_EQ(*board.read(0, now, delay), now < before ? 0 : now - before + 1);
        }
      }
    }
  }
}

}  // namespace
}  // namespace netloom
