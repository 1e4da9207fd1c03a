#pragma once

#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Whether two paths lead to the same file, be it there already or not.
bool same_file(const std::string& path, const std::string& other);

/// Makes a folder, and those in which it is, unless it is there. Error: it cannot be made.
void make_folder(const std::string& path);

/// The files that a command was given, before it begins: none of those that it writes may be
/// another one of them. Files are compared by what they are and not by how they are spelt, so that
/// links and detours ("./a", "b/../a") are seen through. Standard output and standard error are
/// among them where they are files. Pipes and devices such as /dev/null, of which nothing is
/// replaced, may be named as outputs more than once, and so may descriptors such as /dev/stdout.
class NamedFiles {
 public:
  NamedFiles();
  void add_inputs(const std::vector<InputFile>& files);

  /// A file that `option` has written; an empty path: none. Error, naming both: it is another one
  /// of the command's files, or cannot be written.
  void add_output(const std::string& option, const std::string& path);
  /// PREFIX.svg and PREFIX.png; an empty prefix: none. Error: as add_output(), or no gnuplot.
  void add_pictures(const std::string& option, const std::string& prefix);
  /// An SQLite file that is gone on with if it exists. Error: as add_output() (but one that exists
  /// need not be writable), or it is no file.
  void add_database(const std::string& option, const std::string& path);

 private:
  /// What becomes of a file.
  enum class Use { kRead, kAppended, kReplaced };

  struct Named {
    std::string what;      ///< "--json out.json", "network.file (net.yaml)"
    std::string identity;  ///< the same for the same file
    Use use;
  };

  void add_file(const std::string& option, const std::string& path);
  void add(Named named);

  std::vector<Named> files_;
};

}  // namespace sim
}  // namespace netloom
