#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/matrix/combination.h"
#include "testbench/matrix/definition.h"

namespace netloom {

/// What one implementation of an RTL block did in a combination.
struct BlockOutcome {
  std::string implementation;
  std::uint64_t decisions = 0;  ///< that were compared with the model
  std::uint64_t mismatches = 0;
};

/// What came of a combination.
struct Outcome {
  enum class Status { kGreen, kMayDeadlock, kRefused, kRed };

  Status status = Status::kRed;
  std::vector<std::string> failures;  ///< red: what is not as it should be
  std::string reason;                 ///< refused: the program's message
  std::string selection;              ///< name of the selection function
  std::string davc;                   ///< function of DAVC; empty with another policy
  std::string method;                 ///< why it is free of deadlock: "acyclic", …
  std::uint64_t channels = 0;         ///< that the check looked at
  std::uint64_t dependencies = 0;     ///< between them
  std::size_t cycle = 0;              ///< may deadlock: channels in a shortest cycle
  std::uint64_t packets = 0;          ///< delivered in one run, all that were generated
  std::vector<BlockOutcome> blocks;
  double seconds = 0;  ///< of one processor
};

/// "green", "may deadlock", "refused", "red".
const char* status_name(Outcome::Status status);

struct MatrixOptions {
  int jobs = 1;
  bool progress = false;
  /// Combinations whose name has this in it, without asking what is forgotten; empty: all.
  std::string only;
};

struct MatrixResult {
  /// One combination is tried out; refusals that are alike are many of these.
  std::vector<Combination> combinations;
  std::vector<Outcome> outcomes;      ///< of the combination with that index
  std::vector<std::string> problems;  ///< what is forgotten

  bool green() const;
  std::size_t count(Outcome::Status status) const;
};

/// Tries out every combination of the plan, in processes of their own. Each one that is to be
/// green has to be connected and free of deadlock, with its registers as they should be; then runs
/// with each of the RTL blocks' implementations that make its decisions, beside the model and in
/// its place, have to deliver every packet, without a mismatch, with the same result to the digit.
///
/// Every implementation of an RTL block, selection function and function of DAVC has to be in a
/// green combination. Error: a file of the definition cannot be written, or `only` is in no name.
MatrixResult run_matrix(const MatrixDefinition& definition, const MatrixOptions& options);

}  // namespace netloom
