#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/text_file.h"

namespace netloom {
inline namespace sim {

/// Reads files of lines with a fixed number of non-negative integers, separated by blanks; `#`
/// begins a comment, empty lines are skipped.
class TextTable {
 public:
  /// `columns` name what a line holds and the largest value each may have. Error: as
  /// TextFile.
  struct Column {
    std::string name;
    std::uint64_t maximum;
  };
  TextTable(std::string path, std::vector<Column> columns);

  /// Reads the next line with values; false at the end. Error ("FILE:LINE: …"): as TextFile, not as
  /// many values as columns, not a number, a number that is too large.
  bool next(std::vector<std::uint64_t>& values);

  /// Throws the Error that says `message` about the line that was read last.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::vector<Column> columns_;
  TextFile file_;
};

}  // namespace sim
}  // namespace netloom
