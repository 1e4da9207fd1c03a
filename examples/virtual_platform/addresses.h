#pragma once

#include <cstdint>

/// Width of all sockets.
constexpr unsigned int kBusBits = 64;

/// What is behind the addresses of a host: its memory, from the first one on, and in the last page
/// the registers of its DMA engine. All words are of eight bytes.
struct Window {
  static constexpr std::uint64_t kRegisterBytes = 0x1000;
  static constexpr std::uint64_t kWordBytes = 8;

  std::uint64_t base = 0;
  std::uint64_t size = 0;  ///< bytes

  bool contains(std::uint64_t address) const { return address >= base && address - base < size; }
  std::uint64_t memory_bytes() const { return size - kRegisterBytes; }
  std::uint64_t registers() const { return base + memory_bytes(); }
};
