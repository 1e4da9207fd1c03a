#include "sim/rtl/line_difference.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <utility>

namespace netloom {
inline namespace sim {
namespace {

struct CodeLine {
  std::size_t number = 0;  ///< in the file, from 1
  std::string code;
};

std::vector<CodeLine> code_lines(const std::string& text) {
  std::istringstream lines(without_comments(text));
  std::vector<CodeLine> result;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string code;
    for (std::string word; words >> word;) code += (code.empty() ? "" : " ") + word;
    if (!code.empty()) result.push_back({number, std::move(code)});
  }
  return result;
}

/// Of the rests behind each pair of lines, how many both have in the same order.
class CommonLines {
 public:
  CommonLines(const std::vector<CodeLine>& a, const std::vector<CodeLine>& b)
      : width_(b.size() + 1), counts_((a.size() + 1) * width_) {
    for (std::size_t i = a.size(); i-- > 0;) {
      for (std::size_t j = b.size(); j-- > 0;) {
        counts_[i * width_ + j] =
            a[i].code == b[j].code ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
      }
    }
  }

  std::uint32_t at(std::size_t i, std::size_t j) const { return counts_[i * width_ + j]; }

 private:
  std::size_t width_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace

std::optional<std::vector<ChangedLines>> changed_lines(const std::string& text,
                                                       const std::string& other, std::size_t most) {
  constexpr std::size_t kMostPairs = 10'000'000;
  std::vector<CodeLine> mine = code_lines(text);
  std::vector<CodeLine> theirs = code_lines(other);
  const auto same = [](const CodeLine& a, const CodeLine& b) { return a.code == b.code; };
  const auto front =
      std::mismatch(mine.begin(), mine.end(), theirs.begin(), theirs.end(), same).first -
      mine.begin();
  std::size_t before = front > 0 ? mine[static_cast<std::size_t>(front) - 1].number : 0;
  mine.erase(mine.begin(), mine.begin() + front);
  theirs.erase(theirs.begin(), theirs.begin() + front);
  while (!mine.empty() && !theirs.empty() && same(mine.back(), theirs.back())) {
    mine.pop_back();
    theirs.pop_back();
  }
  if (mine.size() * theirs.size() > kMostPairs) return std::nullopt;

  const CommonLines common(mine, theirs);
  std::vector<ChangedLines> result;
  std::size_t total = 0;
  for (std::size_t i = 0, j = 0; i < mine.size() || j < theirs.size();) {
    if (i < mine.size() && j < theirs.size() && same(mine[i], theirs[j])) {
      before = mine[i].number;
      ++i;
      ++j;
      continue;
    }
    ChangedLines change;
    change.lines = {before + 1, before};
    const std::size_t first = i;
    const std::size_t other_first = j;
    if (j < theirs.size()) change.missing = theirs[j].code;
    while ((i < mine.size() || j < theirs.size()) &&
           !(i < mine.size() && j < theirs.size() && same(mine[i], theirs[j]))) {
      const bool is_mine =
          j == theirs.size() || (i < mine.size() && common.at(i + 1, j) >= common.at(i, j + 1));
      ++(is_mine ? i : j);
    }
    if (i > first) {
      change.lines = {mine[first].number, mine[i - 1].number};
      before = mine[i - 1].number;
    }
    if (j == other_first) change.missing.clear();
    change.size = std::max(i - first, j - other_first);
    total += change.size;
    result.push_back(std::move(change));
  }
  if (total > most) return std::nullopt;
  return result;
}

}  // namespace sim
}  // namespace netloom
