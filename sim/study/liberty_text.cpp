#include "sim/study/liberty_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr const char* kSigns = "(){}:;,";

bool is_one_of(const char* these, char character) {
  return character != '\0' && std::strchr(these, character) != nullptr;
}

}  // namespace

void LibertyText::fail(int line, const std::string& what) const {
  throw Error(fmt::format("{}:{}: {}", path_, line, what));
}

// ---- Statements.

bool LibertyText::next() {
  if (ended_) groups_.pop_back();
  ended_ = false;
  while (token_.is(';')) advance();
  statement_ = {Kind::kEnd, "", "", token_.line};
  if (token_.kind == Token::Kind::kTextEnd) {
    if (groups_.empty()) return false;
    const Statement& open = groups_.back();
    fail(open.line, fmt::format("the group {} ({}) has no end", open.name, open.value));
  }
  if (token_.is('}')) {
    if (groups_.empty()) fail(token_.line, "} ends no group");
    ended_ = true;
    advance();
    return true;
  }
  if (token_.kind != Token::Kind::kWord) {
    fail(token_.line, fmt::format("{} where a name is expected", token_.text));
  }
  statement_.kind = Kind::kAttribute;
  statement_.name = token_.text;
  advance();
  if (token_.is(':')) {
    read_value();
  } else if (token_.is('(')) {
    read_arguments();
    if (token_.is('{')) {
      statement_.kind = Kind::kBegin;
      groups_.push_back(statement_);
      advance();
    }
  } else {
    fail(statement_.line, fmt::format("neither : nor ( is behind {}", statement_.name));
  }
  return true;
}

void LibertyText::add_to_value(bool& after_word) {
  const bool word = token_.kind == Token::Kind::kWord;
  if (word && after_word) statement_.value += ' ';
  statement_.value += token_.text;
  after_word = word;
  advance();
}

void LibertyText::read_value() {
  advance();
  bool after_word = false;
  for (bool first = true; !token_.is(';') && !token_.is('}'); first = false) {
    if (token_.kind == Token::Kind::kTextEnd || (!first && token_.breaks)) return;
    add_to_value(after_word);
  }
}

void LibertyText::read_arguments() {
  advance();
  bool after_word = false;
  for (int open = 1;;) {
    if (token_.is('(')) ++open;
    if (token_.is(')') && --open == 0) break;
    if (token_.kind == Token::Kind::kTextEnd || token_.is('{') || token_.is('}')) {
      fail(statement_.line, fmt::format("the ( behind {} has no )", statement_.name));
    }
    add_to_value(after_word);
  }
  advance();
}

// ---- Tokens.

void LibertyText::advance() {
  token_ = {};
  skip_blanks();
  token_.line = line_;
  if (at_ == text_.size()) return;
  token_.kind = Token::Kind::kWord;
  if (text_[at_] == '"') {
    read_quoted();
  } else if (is_one_of(kSigns, text_[at_])) {
    token_.kind = Token::Kind::kSign;
    token_.text = text_[at_++];
  } else {
    read_word();
  }
}

bool LibertyText::skip(const char* what) {
  if (text_.compare(at_, std::strlen(what), what) != 0) return false;
  at_ += std::strlen(what);
  return true;
}

void LibertyText::skip_blanks() {
  while (at_ < text_.size()) {
    if (text_[at_] == '\n') {
      token_.breaks = true;
      ++line_;
      ++at_;
    } else if (skip("\\\n")) {
      ++line_;
    } else if (skip("/*")) {
      skip_comment();
    } else if (skip("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (is_one_of(" \t\r\f\v", text_[at_])) {
      ++at_;
    } else {
      return;
    }
  }
}

void LibertyText::skip_comment() {
  const int begin = line_;
  while (!skip("*/")) {
    if (at_ == text_.size()) fail(begin, "the comment has no end");
    if (text_[at_++] == '\n') ++line_;
  }
}

void LibertyText::read_quoted() {
  for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
    // A \ is before what is no end, and before a line break.
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
    if (text_[at_] == '\n') ++line_;
    token_.text += text_[at_];
  }
  if (at_ == text_.size()) fail(token_.line, "the \" has no second one");
  ++at_;
}

void LibertyText::read_word() {
  do {
    token_.text += text_[at_++];
  } while (at_ < text_.size() && !is_one_of(kSigns, text_[at_]) &&
           !is_one_of(" \t\r\f\v\n\"\\/", text_[at_]));
}

}  // namespace sim
}  // namespace netloom
