#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json.h"
#include "testbench/lockstep/comparison.h"

namespace netloom::test {

/// What came of the cases of a group.
struct GroupResult {
  struct Case {
    std::string name;
    bool may_be_none = false;
    Comparison comparison;
  };

  /// Of configurations that may be none, so many have to be compared: else the generator draws
  /// little that both views can do.
  static constexpr double kLeastCompared = 0.6;

  std::string name;  ///< "matrix"
  std::vector<Case> cases;
  /// Random: seeds of the first and the last configuration, of each part.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> seeds = {};
  bool whole = false;  ///< the matrix: with every network that it has

  Json json() const;
  static GroupResult from(const Json& json);
  /// Adds another part of the group. Error: a case is in both.
  void add(const GroupResult& part);

  std::size_t count(Comparison::Status status) const;
  std::size_t compared() const;
  std::size_t failed_alike() const;
  std::uint64_t events() const;
  std::uint64_t grants() const;
  int runs() const;
  /// What is wrong, a line or more each.
  std::vector<std::string> problems() const;
};

/// The sums of a group, in a line.
std::string summary(const GroupResult& group);

/// docs/results/lockstep.md: how it was written, sums, and what was refused with its reason. A part
/// of it is what one command has compared.
struct LockstepPage {
  std::vector<std::string> commands;
  std::string date;
  std::vector<GroupResult> groups;

  std::string text() const;
  Json json() const;
  static LockstepPage from(const Json& json);
  /// Adds what another command has compared. Error: a case is in both.
  void add(const LockstepPage& part);
};

}  // namespace netloom::test
