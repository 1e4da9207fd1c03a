#pragma once

#include "testbench/random/examined.h"

namespace netloom::test {

/// The result is the same to the last digit, however it is run: with every core, quantum and order,
/// and whoever makes the decisions that can be in RTL.
void look_at_equal_runs(Examined& examined);

/// Of these ways those that change neither who decides nor on how many threads, which takes far
/// less time: core, quantum, order, idle-skipping and checks of invariants.
void look_at_options(Examined& examined);

/// And in regions and on threads with links that are far longer, of a share of the configurations.
void look_at_split_runs(Examined& examined);

/// And with all or some switches in the structural view, where that does what it asks for.
void look_at_equal_views(Examined& examined);

/// The configuration as it is printed is the same one, and gives the same result.
void look_at_printed_config(Examined& examined);

}  // namespace netloom::test
