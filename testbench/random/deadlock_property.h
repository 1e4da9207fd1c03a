#pragma once

#include "testbench/random/examined.h"

namespace netloom::test {

/// Notes in Examined::check what `netloom check` says: all hosts are connected and all registers as
/// they should be.
void check_routing(Examined& examined);

/// What is proven free of deadlock never stalls, and carries any burst to its end; what is shown to
/// have a cycle can stall. Needs Examined::check.
void look_at_deadlock(Examined& examined);

}  // namespace netloom::test
