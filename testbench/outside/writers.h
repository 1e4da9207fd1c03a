#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace netloom::test {

/// A way in which the program writes something: a row of the table in
/// docs/reference/hostile_worlds.md.
struct Writer {
  std::string name;
  std::vector<std::string> arguments;
  std::vector<std::string> options = {};  ///< that this is about; none: standard output alone
  std::vector<std::string> files = {};    ///< written, all below out/
  bool prints = true;                     ///< has results on standard output too, before the files
  bool is_resumed = false;   ///< goes on with an SQLite file that has some of the points
  std::string program = {};  ///< another one that is needed
  bool every_call = false;   ///< a world strikes at each of them
};

/// For the messages of the tests.
inline void PrintTo(const Writer& writer, std::ostream* out) {
  *out << writer.name;
}

/// All of them.
const std::vector<Writer>& writers();

/// Options of commands that write nothing, "--set".
const std::vector<std::string>& options_that_write_nothing();

/// Files that the writers read: names and texts.
const std::vector<std::pair<std::string, std::string>>& inputs_of_writers();

}  // namespace netloom::test
