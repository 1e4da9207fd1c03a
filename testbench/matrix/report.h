#pragma once

#include <string>
#include <vector>

#include "testbench/matrix/matrix.h"

namespace netloom {

/// The matrix for a terminal: what is green, may deadlock or is red, a line each; the RTL blocks'
/// implementations with the decisions that were compared; a summary; and all that is wrong.
std::string matrix_text(const MatrixResult& result);

/// The same in JUnit's format: a test case for each combination (for a topology on which a routing
/// function is not defined, one for all VC policies and switching modes), and one for each problem.
std::string matrix_junit(const MatrixResult& result);

/// A header, and a row of as many cells for each.
using MatrixRows = std::vector<std::vector<std::string>>;

/// Every combination that is not refused, with what the check and the runs showed.
MatrixRows combination_rows(const MatrixResult& result);
/// The registered implementations of RTL blocks, with the decisions that were compared.
MatrixRows implementation_rows(const MatrixResult& result);
/// How many combinations have which status.
std::string matrix_summary(const MatrixResult& result);
/// What is wrong, a line each.
std::vector<std::string> matrix_failures(const MatrixResult& result);
/// Why a combination is free of deadlock, or what shows that it is not.
std::string deadlock_cell(const Outcome& outcome);

}  // namespace netloom
