#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace netloom {

/// Reads files of lines with a fixed number of non-negative integers, separated by blanks; `#`
/// begins a comment, empty lines are skipped.
class TextTable {
 public:
  /// `columns` name what a line holds and the largest value each may have. Error: the file cannot
  /// be read.
  struct Column {
    std::string name;
    std::uint64_t maximum;
  };
  TextTable(std::string path, std::vector<Column> columns);

  /// Reads the next line with values; false at the end. Error ("FILE:LINE: …"): not as many values
  /// as columns, not a number, a number that is too large.
  bool next(std::vector<std::uint64_t>& values);

  /// Throws the Error that says `message` about the line that was read last.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::string path_;
  std::vector<Column> columns_;
  std::ifstream stream_;
  std::string line_;
  std::uint64_t line_number_ = 0;
};

}  // namespace netloom
