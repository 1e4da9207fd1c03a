#pragma once

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "routing/error.h"

namespace netloom {

/// A line of a text file, cut at white space; what follows a '#' is a comment.
struct TextLine {
  std::string place;  ///< "PATH:LINE"
  std::vector<std::string> words;
};

/// Calls `action` for every line that has words. Error: the file cannot be read.
inline void for_each_line(const std::string& path,
                          const std::function<void(const TextLine&)>& action) {
  std::ifstream file(path);
  if (!file) throw Error(path + ": the file cannot be opened");
  std::string text;
  TextLine line;
  for (int number = 1; std::getline(file, text); ++number) {
    line.words.clear();
    std::string_view rest(text);
    rest = rest.substr(0, rest.find('#'));
    constexpr std::string_view kSpace = " \t\r\v\f";
    while (true) {
      const std::size_t begin = rest.find_first_not_of(kSpace);
      if (begin == std::string_view::npos) break;
      rest.remove_prefix(begin);
      const std::size_t end = std::min(rest.find_first_of(kSpace), rest.size());
      line.words.emplace_back(rest.substr(0, end));
      rest.remove_prefix(end);
    }
    if (line.words.empty()) continue;
    line.place = path + ":" + std::to_string(number);
    action(line);
  }
  // A folder can be opened on some systems, but not read.
  if (!file.eof()) throw Error(path + ": the file cannot be read");
}

/// A non-negative decimal number of at most nine digits; nothing if the word is not one.
inline std::optional<int> parse_number(std::string_view word) {
  if (word.empty() || word.size() > 9) return std::nullopt;
  int value = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace netloom
