#pragma once

#include <verilated.h>

#include <cstdint>

#include "routing/base/random.h"

namespace netloom {
inline namespace rtl {

/// The Verilator context that all RTL instances of the process share. They have no notion of time
/// of their own (they are evaluated when a decision is asked for), and a fabric has thousands of
/// them.
///
/// It has no threads of its own: a process that has made an instance may fork (the points of a
/// sweep do), and threads do not survive that.
inline VerilatedContext& verilated_context() {
  struct SingleThreaded : VerilatedContext {
    SingleThreaded() {
      threads(1);
      randReset(2);  // what a model does not set itself begins with random values
    }
  };
  static SingleThreaded context;
  return context;
}

/// The seed of one of several instances that have a seed together.
inline std::uint64_t seed_of_part(std::uint64_t seed, std::uint64_t part) {
  return Random::mix(Random::mix(seed) ^ (part + 1) * 0x9E3779B97F4A7C15u);
}

/// The context, for a model that is to begin with the random values of this seed.
inline VerilatedContext& verilated_context(std::uint64_t seed) {
  VerilatedContext& context = verilated_context();
  // 0 would be a seed that nobody knows.
  context.randSeed(static_cast<int>(Random::mix(seed) >> 33 | 1));
  return context;
}

}  // namespace rtl
}  // namespace netloom
