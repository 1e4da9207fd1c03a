#pragma once

#include <map>
#include <string>

#include "sim/base/json.h"

namespace netloom::test {

/// Counts what was tried out, and judges it: nothing was found, and enough was tried.
class Tally {
 public:
  /// Of the configurations that are drawn, so many have to run: else the generator knows too little
  /// of what goes together, and tests little.
  static constexpr double kLeastRun = 0.9;
  /// Of the cycles that checks show, so many have to be reached. The examination requires it only
  /// where packets have no choice, which is so of one in five; nine in ten are reached, most of
  /// them by packets that have one.
  static constexpr double kLeastProvoked = 0.6;
  /// Of fewer cycles a share says little. If each of 15 is reached with a probability of 0.9, the
  /// bound is missed in one of 3000 runs.
  static constexpr int kEnoughCycles = 15;

  /// `drawn`: the shares count, too.
  explicit Tally(bool drawn) : drawn_(drawn) {}

  /// A report of examine().
  void add(const Json& report);

  int all() const { return all_; }
  int failed() const { return failed_; }

  bool holds() const { return failed_ == 0 && missed().empty(); }
  /// The numbers, and what there is too little of: lines.
  std::string text() const;

 private:
  /// What there is too little of: lines.
  std::string missed() const;
  int count(const std::string& fact, const std::string& value) const;

  bool drawn_;
  int all_ = 0;
  int failed_ = 0;
  std::map<std::string, int> statuses_;
  std::map<std::string, std::map<std::string, int>> facts_;
};

}  // namespace netloom::test
