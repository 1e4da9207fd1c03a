#include "sim/traffic/text_table.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr const char* kBlanks = " \t\r\v\f";

}  // namespace

TextTable::TextTable(std::string path, std::vector<Column> columns)
    : columns_(std::move(columns)), file_(std::move(path)) {}

bool TextTable::next(std::vector<std::uint64_t>& values) {
  while (file_.next()) {
    std::string_view rest(file_.line());
    rest = rest.substr(0, rest.find('#'));
    values.clear();
    for (std::size_t start = rest.find_first_not_of(kBlanks); start != std::string_view::npos;
         start = rest.find_first_not_of(kBlanks)) {
      rest.remove_prefix(start);
      const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
      rest.remove_prefix(word.size());
      std::uint64_t value = 0;
      const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
      const bool number = result.ptr == word.data() + word.size();
      if (!number || (result.ec != std::errc{} && result.ec != std::errc::result_out_of_range)) {
        fail(fmt::format("'{}' is not a non-negative integer", shortened(word, 40)));
      }
      if (values.size() < columns_.size()) {
        const Column& column = columns_[values.size()];
        if (result.ec != std::errc{} || value > column.maximum) {
          fail(fmt::format("{} {} is out of range; allowed: 0 to {}", column.name,
                           shortened(word, 40), column.maximum));
        }
      }
      values.push_back(value);
    }
    if (values.empty()) continue;
    if (values.size() != columns_.size()) {
      std::string expected;
      for (const Column& column : columns_) expected += (expected.empty() ? "" : " ") + column.name;
      fail(fmt::format("{} values instead of {}; expected: {}", values.size(), columns_.size(),
                       expected));
    }
    return true;
  }
  return false;
}

void TextTable::fail(const std::string& message) const {
  throw Error(file_.place() + ": " + message);
}

}  // namespace sim
}  // namespace netloom
