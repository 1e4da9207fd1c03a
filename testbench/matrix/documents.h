#pragma once

#include <map>
#include <string>
#include <vector>

#include "testbench/matrix/matrix.h"

namespace netloom {

/// The matrix as a folder of documents, texts by file name: README.md says what came of it and
/// leads to a page for each topology, NAME.md, which says what runs and what is refused, and why;
/// combinations.csv has every combination that is not refused, with its numbers. `command` is how
/// they were written.
std::map<std::string, std::string> matrix_documents(const MatrixResult& result,
                                                    const std::string& command);

/// The names of these files, known before anything has been tried out.
std::vector<std::string> matrix_document_names(const std::vector<Combination>& combinations);

}  // namespace netloom
