#pragma once

#include <string>

#include "testbench/matrix/matrix.h"

namespace netloom {

/// The matrix for a terminal: what is green, may deadlock or is red, a line each; the RTL blocks'
/// implementations with the decisions that were compared; a summary; and all that is wrong.
std::string matrix_text(const MatrixResult& result);

/// The same as a document, with what is refused and why. `command` is how it was written.
std::string matrix_markdown(const MatrixResult& result, const std::string& command);

/// The same in JUnit's format: a test case for each combination (for a topology on which a routing
/// function is not defined, one for all VC policies and switching modes), and one for each problem.
std::string matrix_junit(const MatrixResult& result);

}  // namespace netloom
