#include "sim/rtl/verilog_text.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

namespace netloom {
inline namespace sim {
namespace {

using Words = std::set<std::string_view>;

bool is_in_names(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// Behind the string that begins there.
std::size_t behind_string(const std::string& text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

/// The end of the line, or of the last one that it is continued on.
std::size_t end_of_directive(const std::string& text, std::size_t at) {
  while ((at = text.find('\n', at)) != std::string::npos) {
    if (text[at - 1] != '\\') return at;
    ++at;
  }
  return text.size();
}

const Words kAssigns = {
    "=", "<=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "<<<=", ">>>="};

std::size_t operator_length(std::string_view text) {
  static constexpr std::string_view kLong[] = {
      "<<<=", ">>>=", "===", "!==", "==?", "!=?", "<<<", ">>>", "<<=", ">>=", "<->",
      "|->",  "|=>",  "&&&", "->>", "==",  "!=",  "<=",  ">=",  "=>",  "->",  "<<",
      ">>",   "&&",   "||",  "++",  "--",  "+=",  "-=",  "*=",  "/=",  "%=",  "&=",
      "|=",   "^=",   "**",  "~&",  "~|",  "~^",  "+:",  "-:",  "::",  ".*"};
  for (const std::string_view each : kLong) {
    if (text.substr(0, each.size()) == each) return each.size();
  }
  return 1;
}

bool opens(const std::string& token) {
  return token == "(" || token == "[" || token == "{";
}
bool closes(const std::string& token) {
  return token == ")" || token == "]" || token == "}";
}

/// `define X name: what the first definition says.
void add_name(const std::string& definition,
              std::map<std::string, std::string, std::less<>>& names) {
  std::istringstream words(definition);
  std::string macro;
  std::string name;
  std::string more;
  words >> macro >> name >> more;
  if (more.empty() && !name.empty() && std::all_of(name.begin(), name.end(), is_in_names)) {
    names.emplace(macro, name);
  }
}

/// Tokens of a file, from one to another.
struct Span {
  std::size_t begin = 0, end = 0;
};

/// Reads one file, item by item. Items of modules and statements are not told apart.
class ModuleReader {
 public:
  explicit ModuleReader(const std::string& text) : tokens_(verilog_tokens(text)) {}

  std::vector<VerilogModule> modules() {
    std::vector<VerilogModule> result;
    while (at_ < tokens_.size()) {
      const std::string& word = tokens_[at_++].text;
      if (word != "module" && word != "macromodule") continue;
      module_ = {};
      conditions_.clear();
      read_module();
      result.push_back(std::move(module_));
    }
    return result;
  }

 private:
  // ---- Tokens.

  const std::string& text(std::size_t at) const {
    static const std::string kNone;
    return at < tokens_.size() ? tokens_[at].text : kNone;
  }
  bool is_name(std::size_t at) const { return at < tokens_.size() && tokens_[at].is_name; }
  bool next_is(std::string_view word) const { return text(at_) == word; }
  bool at_end() const { return at_ >= tokens_.size() || next_is("endmodule"); }

  bool take(std::string_view word) {
    if (!next_is(word)) return false;
    ++at_;
    return true;
  }

  LineRange lines(Span span) const {
    return {tokens_[span.begin].line, tokens_[std::max(span.begin + 1, span.end) - 1].line};
  }

  /// Behind the bracket that closes the one there.
  std::size_t behind_brackets(std::size_t at) const {
    int depth = 0;
    for (; at < tokens_.size() && text(at) != "endmodule"; ++at) {
      if (opens(text(at))) ++depth;
      if (closes(text(at)) && --depth <= 0) return at + 1;
    }
    return at;
  }

  /// What is in the brackets that open here, if any do.
  Span take_brackets() {
    if (!opens(text(at_))) return {at_, at_};
    const Span inside = {at_ + 1, behind_brackets(at_) - 1};
    at_ = inside.end + 1;
    return inside;
  }

  /// Up to the next of these words outside of brackets, which is not taken.
  Span take_until(const Words& ends) {
    const std::size_t begin = at_;
    while (!at_end() && ends.count(text(at_)) == 0) {
      at_ = opens(text(at_)) ? behind_brackets(at_) : at_ + 1;
    }
    return {begin, at_};
  }

  void skip_to(std::string_view word) {
    while (!at_end() && !take(word)) ++at_;
  }

  std::vector<Span> split(Span span) const {
    std::vector<Span> result;
    std::size_t begin = span.begin;
    for (std::size_t at = span.begin; at < span.end;) {
      if (text(at) == ",") {
        result.push_back({begin, at});
        begin = at + 1;
      }
      at = opens(text(at)) ? behind_brackets(at) : at + 1;
    }
    if (begin < span.end) result.push_back({begin, span.end});
    return result;
  }

  /// What an expression names; `indices`: in the brackets of an index, too. Of a member its whole,
  /// but of a block the signal in it.
  std::vector<std::string> names_in(Span span, bool indices) const {
    std::vector<std::string> result;
    std::string whole;
    for (std::size_t at = span.begin; at < span.end; ++at) {
      if (text(at) == "[") {
        const std::size_t behind = behind_brackets(at);
        if (indices) {
          const auto inside = names_in({at + 1, std::min(behind - 1, span.end)}, true);
          result.insert(result.end(), inside.begin(), inside.end());
        }
        at = behind - 1;
      }
      if (!is_name(at) || text(at)[0] == '$') continue;
      const std::string_view before = at > span.begin ? std::string_view(text(at - 1)) : "";
      if (before == "::" || (before == "." && blocks_.count(whole) == 0)) continue;
      whole = text(at);
      if (blocks_.count(whole) == 0) result.push_back(whole);
    }
    return result;
  }

  // ---- A module.

  void read_module() {
    while (next_is("automatic") || next_is("static")) ++at_;
    module_.name = text(at_++);
    blocks_.clear();
    for (std::size_t at = at_; at < tokens_.size() && text(at) != "endmodule"; ++at) {
      if (text(at) == "begin" && text(at + 1) == ":") blocks_.insert(text(at + 2));
    }
    while (next_is("import")) skip_to(";");
    if (take("#")) take_brackets();
    VerilogPort port;
    for (const Span each : split(take_brackets())) {
      set_direction(each, port);
      port.name = declared_name(each);
      module_.ports.push_back(port);
    }
    take(";");
    while (!at_end()) read_item();
    take("endmodule");
  }

  void set_direction(Span span, VerilogPort& port) const {
    for (std::size_t at = span.begin; at < span.end; ++at) {
      const std::string& word = text(at);
      if (word != "input" && word != "output" && word != "inout" && word != "ref") continue;
      port.in = word != "output";
      port.out = word != "input";
    }
  }

  /// The last name outside of brackets and before a value.
  std::string declared_name(Span span) const {
    std::string result;
    for (std::size_t at = span.begin; at < span.end && text(at) != "=";) {
      if (is_name(at)) result = text(at);
      at = opens(text(at)) ? behind_brackets(at) : at + 1;
    }
    return result;
  }

  void read_ports_in_body(Span statement) {
    VerilogPort as;
    set_direction(statement, as);
    for (const Span each : split(statement)) {
      const std::string name = declared_name(each);
      for (VerilogPort& port : module_.ports) {
        if (port.name != name) continue;
        port.in = as.in;
        port.out = as.out;
      }
    }
  }

  void read_items_until(std::string_view end) {
    while (!at_end() && !next_is(end)) read_item();
    take(end);
    if (take(":")) ++at_;
  }

  /// With what is in front of it.
  void read_item() {
    static const Words kAlone = {";", "generate", "endgenerate"};
    static const Words kBefore = {"unique",  "unique0", "priority",   "forever",
                                  "do",      "always",  "always_ff",  "always_latch",
                                  "initial", "final",   "always_comb"};
    static const Words kCases = {"case", "casez", "casex"};
    static const Words kLoops = {"for", "while", "repeat", "foreach"};
    static const Words kSkipped = {"property", "sequence", "covergroup", "class",     "specify",
                                   "clocking", "checker",  "interface",  "primitive", "table"};
    const std::string word = text(at_);
    if (kAlone.count(word) > 0) {
      ++at_;
    } else if (kBefore.count(word) > 0) {
      ++at_;
      read_item();
    } else if (word == "@" || word == "#") {
      ++at_;
      if (opens(text(at_))) {
        take_brackets();
      } else {
        ++at_;
      }
      read_item();
    } else if (word == "(") {
      take_brackets();  // an attribute, or what a macro is given
      read_item();
    } else if (word == "begin" || word == "fork") {
      ++at_;
      if (take(":")) ++at_;
      read_items_until(word == "begin" ? "end" : "join");
    } else if (word == "if") {
      read_if();
    } else if (kCases.count(word) > 0) {
      read_case();
    } else if (kLoops.count(word) > 0) {
      ++at_;
      take_brackets();
      read_item();
    } else if (word == "function" || word == "task") {
      read_function(word == "function" ? "endfunction" : "endtask");
    } else if (kSkipped.count(word) > 0) {
      skip_to(word == "covergroup" ? "endgroup" : "end" + word);
    } else if (is_name(at_) && text(at_ + 1) == ":") {
      at_ += 2;  // a label
      read_item();
    } else {
      const Span statement = take_until({";"});
      take(";");
      if (statement.begin < statement.end) read_statement(statement);
    }
  }

  void read_under(Span condition, std::vector<std::string> names) {
    module_.conditions.push_back({lines(condition), std::move(names)});
    conditions_.push_back(module_.conditions.size() - 1);
    read_item();
    conditions_.pop_back();
  }

  void read_if() {
    const std::size_t begin = at_++;
    const Span condition = take_brackets();
    const std::vector<std::string> names = names_in(condition, true);
    read_under({begin, condition.end}, names);
    if (take("else")) read_under({begin, condition.end}, names);
  }

  void read_case() {
    const std::size_t begin = at_++;
    const Span condition = take_brackets();
    const std::vector<std::string> chosen = names_in(condition, true);
    if (next_is("inside") || next_is("matches")) ++at_;
    while (!at_end() && !take("endcase")) {
      std::vector<std::string> names = chosen;
      if (!take("default")) {
        const auto label = names_in(take_until({":", "endcase"}), true);
        names.insert(names.end(), label.begin(), label.end());
      }
      take(":");
      if (next_is("endcase")) continue;
      read_under({begin, condition.end}, std::move(names));
    }
  }

  void read_function(std::string_view end) {
    ++at_;
    const std::string outside = std::exchange(function_, "");
    while (!at_end() && !next_is(";") && !next_is("(")) {
      if (is_name(at_)) function_ = text(at_);
      at_ = next_is("[") ? behind_brackets(at_) : at_ + 1;
    }
    take_brackets();
    take(";");
    read_items_until(end);
    function_ = outside;
  }

  // ---- What ends with a semicolon.

  void read_statement(Span statement) {
    static const Words kConstants = {"parameter", "localparam", "import",   "genvar",
                                     "typedef",   "defparam",   "specparam"};
    static const Words kPorts = {"input", "output", "inout"};
    const std::string& word = text(statement.begin);
    if (kConstants.count(word) > 0) return;
    if (kPorts.count(word) > 0) read_ports_in_body(statement);
    if (word == "return") {
      add_assignment(statement, {function_}, names_in(statement, true));
      return;
    }
    if (read_instances(statement)) return;
    for (const Span each : split(statement)) read_assignment(each);
  }

  void read_assignment(Span span) {
    std::size_t at = span.begin;
    while (at < span.end && kAssigns.count(text(at)) == 0) {
      at = opens(text(at)) ? behind_brackets(at) : at + 1;
    }
    if (at >= span.end) return;
    const Span left = {span.begin, at};
    std::vector<std::string> sources = names_in({at + 1, span.end}, true);
    for (std::size_t in = left.begin; in < left.end; ++in) {
      if (text(in) != "[") continue;
      const std::size_t behind = behind_brackets(in);
      const auto index = names_in({in + 1, behind - 1}, true);
      sources.insert(sources.end(), index.begin(), index.end());
      in = behind - 1;
    }
    add_assignment(span, names_in(left, false), std::move(sources));
  }

  void add_assignment(Span span, std::vector<std::string> targets,
                      std::vector<std::string> sources) {
    module_.assignments.push_back(
        {lines(span), std::move(targets), std::move(sources), conditions_});
  }

  /// module #(…) name […] (…), name (…): whether the statement is like that.
  bool read_instances(Span statement) {
    std::size_t at = statement.begin;
    if (!is_name(at)) return false;
    VerilogInstance instance;
    instance.module = text(at++);
    if (text(at) == "#") at = text(at + 1) == "(" ? behind_brackets(at + 1) : at + 2;
    bool found = false;
    while (at < statement.end && is_name(at)) {
      ++at;
      while (text(at) == "[") at = behind_brackets(at);
      if (at >= statement.end || text(at) != "(") break;
      const std::size_t behind = behind_brackets(at);
      instance.connections.clear();
      instance.others = {};
      for (const Span each : split({at + 1, behind - 1})) read_connection(each, instance);
      module_.instances.push_back(instance);
      found = true;
      at = text(behind) == "," ? behind + 1 : behind;
    }
    return found;
  }

  void read_connection(Span span, VerilogInstance& instance) const {
    if (span.begin == span.end) {
      instance.connections.emplace_back();  // a place that is open
      return;
    }
    VerilogConnection connection;
    connection.lines = lines(span);
    if (text(span.begin) == ".*") {
      instance.others = connection.lines;
      return;
    }
    if (text(span.begin) == ".") {
      connection.port = text(span.begin + 1);
      // ".name" is ".name(name)".
      span.begin += span.begin + 2 < span.end ? 2 : 1;
    }
    connection.targets = names_in(span, false);
    connection.sources = names_in(span, true);
    instance.connections.push_back(std::move(connection));
  }

  std::vector<VerilogToken> tokens_;
  std::size_t at_ = 0;
  VerilogModule module_;
  std::set<std::string, std::less<>> blocks_;  ///< of the module, by their labels
  std::vector<std::size_t> conditions_;        ///< around what is read
  std::string function_;                       ///< that is read
};

}  // namespace

std::string without_comments(std::string text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] == '"') {
      at = behind_string(text, at) - 1;
      continue;
    }
    if (text[at] != '/' || (text[at + 1] != '/' && text[at + 1] != '*')) continue;
    const bool is_line = text[at + 1] == '/';
    std::size_t end = text.find(is_line ? "\n" : "*/", at + 2);
    end = end == std::string::npos ? text.size() : end + (is_line ? 0 : 2);
    for (; at < end; ++at) {
      if (text[at] != '\n') text[at] = ' ';
    }
    --at;
  }
  return text;
}

std::vector<VerilogToken> verilog_tokens(const std::string& commented) {
  static const Words kLines = {"define", "include", "timescale", "default_nettype",
                               "undef",  "line",    "pragma",    "begin_keywords"};
  static const Words kWithName = {"ifdef", "ifndef", "elsif"};
  const std::string text = without_comments(commented);
  std::vector<VerilogToken> result;
  std::map<std::string, std::string, std::less<>> names;  ///< of macros that are one
  std::size_t line = 1;
  const auto end_of_name = [&](std::size_t at) {
    while (at < text.size() && is_in_names(text[at])) ++at;
    return at;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t end = at + 1;
    bool is_token = true;
    bool is_name = false;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      is_token = false;
    } else if (c == '`') {
      is_token = false;
      end = end_of_name(at + 1);
      const std::string_view word = std::string_view(text).substr(at + 1, end - at - 1);
      if (const auto macro = names.find(word); macro != names.end()) {
        result.push_back({macro->second, line, true});
      }
      if (kLines.count(word) > 0) {
        const std::size_t begin = end;
        end = end_of_directive(text, end);
        if (word == "define") add_name(text.substr(begin, end - begin), names);
      }
      if (kWithName.count(word) > 0) {
        end = end_of_name(std::min(text.find_first_not_of(" \t", end), text.size()));
      }
    } else if (c == '"') {
      end = behind_string(text, at);
    } else if (c == '\\') {
      while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end])) == 0) ++end;
      is_name = true;
    } else if (is_in_names(c)) {
      end = end_of_name(at);
      is_name = std::isdigit(static_cast<unsigned char>(c)) == 0;
    } else if (c == '\'' && end < text.size() && is_in_names(text[end])) {
      end = end_of_name(end);  // the base of a number, or '0
    } else {
      end = at + operator_length(std::string_view(text).substr(at));
    }
    if (is_token) result.push_back({text.substr(at, end - at), line, is_name});
    line +=
        static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                            text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at = end;
  }
  return result;
}

std::vector<VerilogModule> verilog_modules(const std::string& text) {
  return ModuleReader(text).modules();
}

}  // namespace sim
}  // namespace netloom
