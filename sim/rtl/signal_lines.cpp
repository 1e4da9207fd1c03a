#include "sim/rtl/signal_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "routing/base/text_file.h"

namespace netloom {
inline namespace sim {
namespace {

bool is_in_names(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// The same length, with spaces in the place of comments.
std::string without_comments(std::string text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] != '/' || (text[at + 1] != '/' && text[at + 1] != '*')) continue;
    const bool is_line = text[at + 1] == '/';
    std::size_t end = is_line ? text.find('\n', at) : text.find("*/", at + 2);
    if (end == std::string::npos) end = text.size();
    for (; at < end; ++at) {
      if (text[at] != '\n') text[at] = ' ';
    }
  }
  return text;
}

std::vector<std::size_t> lines_with(const std::string& text, std::string_view name) {
  std::vector<std::size_t> result;
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') ++line;
    if (text.compare(at, name.size(), name) != 0) continue;
    const std::size_t end = at + name.size();
    const bool is_whole =
        (at == 0 || !is_in_names(text[at - 1])) && (end == text.size() || !is_in_names(text[end]));
    if (is_whole && (result.empty() || result.back() != line)) result.push_back(line);
  }
  return result;
}

/// All names in it that begin with one, which is in small letters.
std::set<std::string> names_that_begin(const std::string& text, std::string_view with) {
  std::set<std::string> result;
  for (std::size_t at = text.find(with); at != std::string::npos; at = text.find(with, at + 1)) {
    if (at > 0 && is_in_names(text[at - 1])) continue;
    std::size_t end = at + with.size();
    while (end < text.size() && is_in_names(text[end])) ++end;
    result.insert(text.substr(at, end - at));
  }
  return result;
}

bool is_register(const std::string& signal) {
  return !signal.empty() && std::none_of(signal.begin(), signal.end(),
                                         [](unsigned char c) { return std::islower(c) != 0; });
}

}  // namespace

std::string lines_of_signal(const std::vector<std::string>& files, const std::string& signal) {
  std::string result;
  if (signal.empty()) return result;
  for (const std::string& file : files) {
    const std::vector<std::size_t> lines = lines_with(without_comments(read_text(file)), signal);
    if (lines.empty()) continue;
    result += fmt::format("\n{} in {}: line{} {}", signal, file, lines.size() > 1 ? "s" : "",
                          fmt::join(lines, ", "));
  }
  return result;
}

std::string lines_of_difference(const std::vector<std::string>& files, const std::string& signal) {
  if (!is_register(signal)) return lines_of_signal(files, signal);
  std::string begin = signal;
  std::transform(begin.begin(), begin.end(), begin.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::set<std::string> names = {"prdata_o"};
  for (const std::string& file : files) {
    names.merge(names_that_begin(without_comments(read_text(file)), begin));
  }
  std::string result;
  for (const std::string& name : names) result += lines_of_signal(files, name);
  return result;
}

}  // namespace sim
}  // namespace netloom
