#pragma once

#include <cstddef>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// Brings what is at an address into the cache, to be written. GCC takes a function that does
/// nothing else for one without effect and drops its calls, but for the empty assembly.
inline void prefetch_line(const void* address) {
  __builtin_prefetch(address, 1);
  asm volatile("");
}

/// Brings `bytes` from `first` on into the cache.
inline void prefetch_memory(const void* first, std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  const char* at = static_cast<const char*>(first);
  const char* const end = at + bytes;
  for (; at + 4 * kLine <= end; at += 4 * kLine) {
    prefetch_line(at);
    prefetch_line(at + kLine);
    prefetch_line(at + 2 * kLine);
    prefetch_line(at + 3 * kLine);
  }
  for (; at < end; at += kLine) prefetch_line(at);
}

}  // namespace hw
}  // namespace netloom
