#pragma once

#include "testbench/golden/golden_networks.h"
#include "testbench/lockstep/comparison.h"

namespace netloom::test {

/// compare_views() of a network that is no configuration: the events, and what was delivered.
Comparison compare_network(const GoldenNetwork& golden);

}  // namespace netloom::test
