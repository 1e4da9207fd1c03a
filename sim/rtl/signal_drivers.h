#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/rtl/verilog_text.h"

namespace netloom {
inline namespace sim {

/// The module in a user's files by whose name the first one is called, and those that it is made
/// of: found as rtl/build_block does, in the files, beside them, and in Netloom's own folders.
class SwitchSources {
 public:
  struct File {
    std::string path;
    std::string own;     ///< Netloom's of the same name; empty: there is none
    bool given = false;  ///< by the user, or from beside what is
  };
  struct Module {
    std::size_t file = 0;
    VerilogModule text;
  };

  explicit SwitchSources(const std::vector<std::string>& files);

  const std::vector<File>& files() const { return files_; }
  const std::vector<Module>& modules() const { return modules_; }
  /// Where a module is in modules(); their number: nowhere.
  std::size_t find(const std::string& name) const;
  std::size_t top() const { return find(top_); }

 private:
  void read(const std::string& path, bool given);
  void read_module(const std::string& name);

  std::string top_;
  std::vector<std::string> beside_;  ///< folders
  std::vector<File> files_;
  std::vector<Module> modules_;
};

/// A place in the sources that a signal depends on.
struct DriverPlace {
  std::size_t file = 0;  ///< of SwitchSources
  LineRange lines;
  std::size_t distance = 0;     ///< assignments and connections of ports between the signal and it
  std::size_t from = kNowhere;  ///< the place before it on the way from the signal

  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
};

/// What drives signals of the topmost module, and those in any module whose names begin with
/// `everywhere` (empty: none): through assignments and their conditions, and into and out of
/// instances. The nearest first, each place once.
std::vector<DriverPlace> drivers_of(const SwitchSources& sources,
                                    const std::vector<std::string>& signals,
                                    const std::string& everywhere);

}  // namespace sim
}  // namespace netloom
