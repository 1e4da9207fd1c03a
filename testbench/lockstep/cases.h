#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "testbench/lockstep/comparison.h"

namespace netloom::test {

/// A network whose views are compared.
struct LockstepCase {
  std::string name;                     ///< "mesh/dor/single/vct"
  bool may_be_none = false;             ///< random: it may be no network
  std::function<Comparison()> compare;  ///< runs processes of its own
  std::function<std::string()> smallest =
      {};  ///< random: after a difference, a small configuration with one
};

/// For messages of tests.
inline std::ostream& operator<<(std::ostream& out, const LockstepCase& each) {
  return out << each.name;
}

/// The configurations of testbench/lockstep/features/, which between them have every feature of a
/// switch.
std::vector<LockstepCase> feature_cases();

/// The networks with recorded results (testbench/golden/).
std::vector<LockstepCase> golden_cases();

/// Networks with control packets, which no configuration sends without live faults.
std::vector<LockstepCase> control_cases();

/// The networks with schedules that were worked out by hand (testbench/hand/).
std::vector<LockstepCase> hand_cases();

/// The combinations of the matrix that the program accepts, each `every`th of them, in the small
/// networks of its definition, for fewer cycles. `folder`: where the files are written that they
/// name; it outlives the cases.
std::vector<LockstepCase> matrix_cases(std::size_t every, const std::string& folder);

/// Random configurations of these seeds.
std::vector<LockstepCase> random_cases(std::uint64_t from, std::uint64_t count);

/// All combinations of the matrix, those too that are refused.
std::size_t matrix_combinations();

}  // namespace netloom::test
