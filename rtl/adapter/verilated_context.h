#pragma once

#include <verilated.h>

namespace netloom {

/// The Verilator context that all RTL instances of the process share. They have no notion of time
/// of their own (they are evaluated when a decision is asked for), and a fabric has thousands of
/// them.
inline VerilatedContext& verilated_context() {
  static VerilatedContext context;
  return context;
}

}  // namespace netloom
