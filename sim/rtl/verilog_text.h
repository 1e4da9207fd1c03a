#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// Of a file, from 1.
struct LineRange {
  std::size_t first = 0, last = 0;
};

/// A word, a number, a string or an operator of SystemVerilog.
struct VerilogToken {
  std::string text;
  std::size_t line = 0;  ///< of the file, from 1
  bool is_name = false;  ///< a keyword, too
};

/// Of this length, with spaces in the place of comments.
std::string without_comments(std::string text);

/// Without comments and directives of the preprocessor. Macros that are a name are that name; of
/// others there is nothing but their arguments.
std::vector<VerilogToken> verilog_tokens(const std::string& text);

/// An `if` or a `case` around an assignment.
struct VerilogCondition {
  LineRange lines;
  std::vector<std::string> names;
};

struct VerilogAssignment {
  LineRange lines;
  std::vector<std::string> targets;
  std::vector<std::string> sources;
  std::vector<std::size_t> conditions;  ///< of the module's, the outermost first
};

struct VerilogConnection {
  LineRange lines;
  std::string port;                  ///< empty: by its place
  std::vector<std::string> targets;  ///< what an output drives
  std::vector<std::string> sources;  ///< what an input comes from
};

struct VerilogInstance {
  std::string module;
  std::vector<VerilogConnection> connections;  ///< in their order
  LineRange others;                            ///< where ".*" is; 0: it is not
};

struct VerilogPort {
  std::string name;
  bool in = false, out = false;
};

/// What drives what in a module, as far as its text says: assignments, also of functions and of
/// declarations, and connections of instances. Parameters are left out, branches of `ifdef and of
/// generate all taken, and names of inner blocks not told apart.
struct VerilogModule {
  std::string name;
  std::vector<VerilogPort> ports;
  std::vector<VerilogCondition> conditions;
  std::vector<VerilogAssignment> assignments;
  std::vector<VerilogInstance> instances;
};

/// Those in the text of a file. What cannot be understood is passed over.
std::vector<VerilogModule> verilog_modules(const std::string& text);

}  // namespace sim
}  // namespace netloom
