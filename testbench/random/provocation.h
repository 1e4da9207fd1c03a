#pragma once

#include "testbench/random/examined.h"

namespace netloom::test {

/// Tries to run into the cycle that the check shows, with the smallest buffers: with packets of the
/// hosts alone that make up the cycle (routing/check/cycle_witness.h), then with bursts of all
/// hosts, several seeds and outputs that stall at random. Where each of these packets comes into
/// its channel of the cycle first of all, and can but wait for the next, the run has to stall.
/// Elsewhere a cycle need not be reached, and Examined::facts says whether it was.
void provoke_deadlock(Examined& examined);

}  // namespace netloom::test
