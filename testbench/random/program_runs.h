#pragma once

#include "testbench/random/examined.h"

namespace netloom::test {

/// The program, started by a user: its exit statuses, its messages, and its results, which are
/// those of the reference.
void look_at_program(Examined& examined);

}  // namespace netloom::test
