#pragma once

#include <algorithm>

#include "hw/switch/core.h"
#include "hw/switch/part/fault_handler.h"

namespace netloom {
inline namespace hw {

// The cycles of a quantum.

template <int kBits, Features kFeatures>
void Core<kBits, kFeatures>::run(Cycle from, Cycle to) {
  Outbox<Mask> box;
  outbox = &box;
  if (fetching == Fetching::kEverything && runs(from, to)) hosts.prefetch_packets(*this);
  quantum_end = to;
  if (failing()) faults->schedule(*this);
  hosts.schedule(*this, to);
  // Inlined, as cycle() is: four instructions less for each packet-hop of a plain switch.
  for_active_cycles(
      from, to, [this](Cycle now) __attribute__((always_inline)) {
        running = now;
        cycle(now);
      });
  box.flush();
  outbox = nullptr;
}

template <int kBits, Features kFeatures>
template <class Step>
NETLOOM_ALWAYS_INLINE void Core<kBits, kFeatures>::for_active_cycles(Cycle from, Cycle to,
                                                                     Step step) {
  while (from < to) {
    // Up to the end of a block of 64 cycles, whose activity is one word.
    const Cycle block = from & ~Cycle{63};
    const Cycle stop = std::min(to, block + 64);
    if (!idle_skipping) calendar.activate(from, stop);
    std::uint64_t left = calendar.window(from, stop);
    const std::uint64_t& activity = calendar.active_block(from);
    // What a cycle schedules for a later one shows in the same word.
    while (const std::uint64_t active = activity & left) {
      step(block + static_cast<Cycle>(__builtin_ctzll(active)));
      const std::uint64_t done = active ^ (active - 1);
      left &= ~done;
    }
    calendar.deactivate(from, stop);
    from = stop;
  }
}

}  // namespace hw
}  // namespace netloom
