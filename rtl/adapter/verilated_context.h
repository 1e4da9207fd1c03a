#pragma once

#include <verilated.h>

namespace netloom {

/// The Verilator context that all RTL instances of the process share. They have no notion of time
/// of their own (they are evaluated when a decision is asked for), and a fabric has thousands of
/// them.
///
/// It has no threads of its own: a process that has made an instance may fork (the points of a
/// sweep do), and threads do not survive that.
inline VerilatedContext& verilated_context() {
  struct SingleThreaded : VerilatedContext {
    SingleThreaded() { threads(1); }
  };
  static SingleThreaded context;
  return context;
}

}  // namespace netloom
