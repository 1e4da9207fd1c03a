#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Error, naming the path and what is there, unless it is a regular file that can be opened for
/// reading. Inputs are read more than once (to know points again, by the process of each point), so
/// that pipes and devices, which have nothing left or no end, are none.
void require_input_file(const std::string& path);

/// Bytes of the character that begins a text that is not empty; 0 if it does not begin with one in
/// UTF-8.
std::size_t character_bytes(std::string_view text);

/// A text, or its first characters with "…" behind them if it has more than so many bytes.
std::string shortened(std::string_view text, std::size_t bytes);

/// Where the text stops being valid UTF-8; std::string_view::npos if it does not.
std::size_t invalid_utf8(std::string_view text);

/// A text file, line by line. Text is UTF-8, with or without a byte-order mark; lines end in LF or
/// CR LF. What files of text all others are read through: none is taken for text that is not.
class TextFile {
 public:
  /// Error: as require_input_file().
  explicit TextFile(std::string path);

  /// Goes on to the next line; false at the end. Error ("PATH:LINE: …", with the offset of the byte
  /// in the file, from 0): the line has a byte that is not UTF-8 or is NUL, or a byte-order mark
  /// that does not begin the file; the file is UTF-16 or UTF-32, or cannot be read.
  bool next();

  /// Without its end.
  const std::string& line() const { return line_; }
  /// Whether the line has an end; the last of a file may have none.
  bool line_ends() const { return !stream_.eof(); }
  /// "PATH:LINE"
  std::string place() const { return path_ + ":" + std::to_string(number_); }

 private:
  void check_encoding() const;
  void check_bytes() const;

  std::string path_;
  std::ifstream stream_;
  std::string line_;
  std::uint64_t number_ = 0;
  std::uint64_t begin_ = 0;  ///< offset of the line in the file
  std::uint64_t next_ = 0;   ///< of the line behind it
};

/// The text of a file, without byte-order mark and with LF alone at the ends of its lines. Error:
/// as TextFile.
std::string read_text(const std::string& path);

/// A line of a text file, cut at white space; what follows a '#' is a comment.
struct TextLine {
  std::string place;  ///< "PATH:LINE"
  std::vector<std::string> words;
};

/// Calls `action` for every line that has words. Error: as TextFile; a character in a word that
/// cannot be seen, or looks like a space.
void for_each_line(const std::string& path, const std::function<void(const TextLine&)>& action);

/// A non-negative decimal number of at most nine digits; nothing if the word is not one.
std::optional<int> parse_number(std::string_view word);

}  // namespace routing
}  // namespace netloom
