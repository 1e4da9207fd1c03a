#include "routing/base/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace routing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// What is at a path, if it is no regular file: "is a folder".
const char* kind_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::directory:
      return "is a folder";
    case fs::file_type::fifo:
      return "is a pipe, of which there is nothing left when it has been read once";
    case fs::file_type::character:
    case fs::file_type::block:
      return "is a device";
    case fs::file_type::socket:
      return "is a socket";
    default:
      return "is no file";
  }
}

[[noreturn]] void fail_to_read(const std::string& path, const std::string& reason) {
  throw Error(fmt::format("{}: the file cannot be read: {}", path, reason));
}

std::ifstream open_to_read(const std::string& path) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail_to_read(path, std::strerror(errno));
  return stream;
}

/// Error: there is no regular file.
void require_regular_file(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found || status.type() == fs::file_type::none) {
    fail_to_read(path, error ? error.message() : std::strerror(ENOENT));
  }
  if (status.type() != fs::file_type::regular) {
    throw Error(fmt::format("{}: {}; allowed: a regular file", path, kind_of(status.type())));
  }
}

}  // namespace

void require_input_file(const std::string& path) {
  require_regular_file(path);
  open_to_read(path);
}

// Table 3-7 of the Unicode Standard: no overlong forms, no surrogates, nothing above U+10FFFF.
std::size_t character_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto continues = [&](std::size_t i, unsigned least = 0x80, unsigned most = 0xBF) {
    return i < text.size() && byte(i) >= least && byte(i) <= most;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned least = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned most = lead == 0xED ? 0x9F : 0xBF;
    return continues(1, least, most) && continues(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned least = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned most = lead == 0xF4 ? 0x8F : 0xBF;
    return continues(1, least, most) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::string shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  std::size_t end = 0;
  while (true) {
    const std::size_t character = std::max<std::size_t>(1, character_bytes(text.substr(end)));
    if (end + character > bytes) return std::string(text.substr(0, end)) + "…";
    end += character;
  }
}

std::size_t invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t bytes = character_bytes(text.substr(at));
    if (bytes == 0) return at;
    at += bytes;
  }
  return std::string_view::npos;
}

TextFile::TextFile(std::string path) : path_(std::move(path)) {
  require_regular_file(path_);
  stream_ = open_to_read(path_);
}

bool TextFile::next() {
  if (!std::getline(stream_, line_)) {
    if (stream_.bad()) fail_to_read(path_, std::strerror(errno));
    return false;
  }
  ++number_;
  begin_ = next_;
  next_ += line_.size() + 1;
  if (number_ == 1) {
    check_encoding();
    if (line_.compare(0, kByteOrderMark.size(), kByteOrderMark) == 0) {
      line_.erase(0, kByteOrderMark.size());
      begin_ += kByteOrderMark.size();
    }
  }
  check_bytes();
  // Libraries that read the text would take it for nothing, and names with it look like others.
  if (line_.find(kByteOrderMark) != std::string::npos) {
    throw Error(place() + ": a byte-order mark; allowed: one, at the beginning of the file");
  }
  if (line_ends() && !line_.empty() && line_.back() == '\r') line_.pop_back();
  return true;
}

/// Byte-order marks of what is not UTF-8 say what it is.
void TextFile::check_encoding() const {
  const auto begins = [this](std::string_view mark) {
    return line_.compare(0, mark.size(), mark) == 0;
  };
  using namespace std::string_view_literals;
  const char* encoding = nullptr;
  if (begins("\xFE\xFF"sv) || begins("\xFF\xFE"sv)) encoding = "UTF-16";
  if (begins("\xFF\xFE\0\0"sv) || begins("\0\0\xFE\xFF"sv)) encoding = "UTF-32";
  if (encoding == nullptr) return;
  throw Error(
      fmt::format("{}: the file begins with the byte-order mark of {}; allowed: text in "
                  "UTF-8",
                  place(), encoding));
}

void TextFile::check_bytes() const {
  const std::size_t wrong = std::min(invalid_utf8(line_), line_.find('\0'));
  if (wrong == std::string::npos) return;
  const unsigned byte = static_cast<unsigned char>(line_[wrong]);
  throw Error(
      fmt::format("{}: the byte at offset {} of the file, 0x{:02x}, {}; allowed: text in "
                  "UTF-8",
                  place(), begin_ + wrong, byte, byte == 0 ? "is NUL" : "is not UTF-8"));
}

std::string read_text(const std::string& path) {
  std::string text;
  for (TextFile file(path); file.next();) {
    text += file.line();
    if (file.line_ends()) text += '\n';
  }
  return text;
}

namespace {

/// Characters that look like white space, or like nothing, and are none: names with them look like
/// other names.
void check_spaces(const std::string& place, std::string_view word) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 10> kInvisible{{
      {"\u0085", "U+0085"},
      {"\u00A0", "U+00A0"},
      {"\u00AD", "U+00AD"},
      {"\u200B", "U+200B"},
      {"\u200C", "U+200C"},
      {"\u200D", "U+200D"},
      {"\u2028", "U+2028"},
      {"\u202F", "U+202F"},
      {"\u2060", "U+2060"},
      {"\u3000", "U+3000"},
  }};
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(word.begin(), word.end(), is_ascii)) return;
  for (const auto& [character, name] : kInvisible) {
    if (word.find(character) == std::string_view::npos) continue;
    throw Error(
        fmt::format("{}: the character {} in '{}'; allowed: space and tab between words, "
                    "none that cannot be seen within them",
                    place, name, word));
  }
}

}  // namespace

void for_each_line(const std::string& path, const std::function<void(const TextLine&)>& action) {
  TextLine line;
  for (TextFile file(path); file.next();) {
    line.words.clear();
    std::string_view rest(file.line());
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
    line.place = file.place();
    for (const std::string& word : line.words) check_spaces(line.place, word);
    action(line);
  }
}

std::optional<int> parse_number(std::string_view word) {
  if (word.empty() || word.size() > 9) return std::nullopt;
  int value = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace routing
}  // namespace netloom
