#include "sim/rtl/signal_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
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

}  // namespace sim
}  // namespace netloom
