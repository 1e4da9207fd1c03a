#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace netloom {
inline namespace sim {

/// A text in the Liberty format, statement by statement: groups `name (value) { … }`, and
/// attributes `name : value;` or `name (value);`. Beside the format, what Yosys lets pass: a line
/// break ends a value that lacks its semicolon, unless there is a \ before it, and // begins a
/// comment.
class LibertyText {
 public:
  enum class Kind { kAttribute, kBegin /**< of a group */, kEnd /**< of a group */ };
  struct Statement {
    Kind kind = Kind::kEnd;
    std::string name;   ///< empty at the end of a group
    std::string value;  ///< words and signs, without quotes, and with one blank between two words
    int line = 1;       ///< from 1 on, where it begins
  };

  /// `path`: for messages. The text outlives it. Error: as next().
  LibertyText(std::string path, const std::string& text) : path_(std::move(path)), text_(text) {
    advance();
  }

  /// With which next() goes on; empty: with no name.
  std::string next_name() const { return token_.kind == Token::Kind::kWord ? token_.text : ""; }

  /// Goes on to the next statement; false at the end. Error ("PATH:LINE: …"): it is no statement,
  /// or something has no end.
  bool next();

  const Statement& statement() const { return statement_; }
  /// The groups in which the statement is, the outermost first; where it begins or ends one, this
  /// one is among them.
  const std::vector<Statement>& groups() const { return groups_; }

 private:
  struct Token {
    enum class Kind { kWord, kSign, kTextEnd };
    Kind kind = Kind::kTextEnd;
    std::string text;
    int line = 1;
    bool breaks = false;  ///< a line break is before it

    bool is(char sign) const { return kind == Kind::kSign && text.front() == sign; }
  };

  [[noreturn]] void fail(int line, const std::string& what) const;
  /// Goes on to the next token.
  void advance();
  bool skip(const char* what);
  void skip_blanks();
  void skip_comment();
  void read_quoted();
  void read_word();
  void read_value();
  void read_arguments();
  void add_to_value(bool& after_word);

  std::string path_;
  const std::string& text_;
  std::size_t at_ = 0;
  int line_ = 1;
  Token token_;         ///< the first that belongs to no statement yet
  bool ended_ = false;  ///< the statement is the end of the last of groups_
  Statement statement_;
  std::vector<Statement> groups_;
};

}  // namespace sim
}  // namespace netloom
