#pragma once

#include "testbench/random/examined.h"

namespace netloom::test {

/// One packet, alone in the network, takes what docs/timing.md says for the links that it took, and
/// no more of them than there have to be.
void look_at_zero_load(Examined& examined);

}  // namespace netloom::test
