#pragma once

#include <string>
#include <vector>

#include "testbench/matrix/combination.h"
#include "testbench/matrix/definition.h"

namespace netloom {

/// All combinations of what the registries hold: every topology with every routing function and
/// every VC policy in every switching mode of the definition, and variants of those that are to be
/// accepted. A variant, in the first switching mode and with the function's own VC policy, sets a
/// parameter of the function that has named choices, or is true or false, to another one than its
/// default; the definition can add more.
struct MatrixPlan {
  std::vector<Combination> combinations;
  /// What a registry holds and the definition leaves out, and rules that are about nothing: with
  /// any, the matrix is not green.
  std::vector<std::string> problems;
};

/// With `only`, those that have this in their name, and no problems. Error: there are none.
MatrixPlan plan_matrix(const MatrixDefinition& definition, const std::string& only = "");

}  // namespace netloom
