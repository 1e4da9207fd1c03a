#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "application.h"

/// Bitonic sort of blocks of keys, one in each host: in each step two hosts send each other their
/// blocks, and one keeps the lower half of both, the other the upper one. At the end the keys of
/// all hosts, in the order of the hosts, ascend.
class Sort final : public Application {
 public:
  /// Keys of each host, at least 1. The hosts are a power of two.
  Sort(unsigned hosts, std::uint64_t keys, std::uint64_t seed);

  std::uint64_t memory_bytes() const override { return inbox(2); }
  void load(Debugger& memories) override;
  void run(Runtime& host) const override;
  bool is_right(Debugger& memories, std::string& difference) const override;

 private:
  std::uint64_t block_bytes() const { return keys_ * Window::kWordBytes; }
  /// Offsets in each memory: the block, and two places for that of a partner, used by turns, so
  /// that one can be sent while another is still read.
  std::uint64_t block() const { return Runtime::kFreeMemory; }
  std::uint64_t inbox(std::uint64_t step) const { return block() + (1 + step) * block_bytes(); }

  void sort_block(Runtime& host) const;
  void merge(Runtime& host, std::uint64_t other, bool keep_lower) const;

  unsigned hosts_;
  std::uint64_t keys_;
  std::vector<std::vector<std::uint64_t>> blocks_;  ///< in the beginning
};
