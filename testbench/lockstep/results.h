#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

/// docs/results/lockstep.md: how it was written, sums, and what was refused with its reason.
struct LockstepPage {
  std::string command;
  std::string date;
  std::vector<std::string> notes;  ///< about the groups, a paragraph each
  std::vector<GroupResult> groups;

  std::string text() const;
};

}  // namespace netloom::test
