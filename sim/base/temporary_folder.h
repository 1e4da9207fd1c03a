#pragma once

#include <string>

#include "sim/base/termination.h"

namespace netloom {
inline namespace sim {

/// A new folder for files that nobody needs afterwards; removed with everything in it,
/// also if a signal that can be caught ends the program, unless there is no memory for that.
/// Processes that it forks meanwhile make theirs within it, so that they go with it, whatever
/// becomes of those processes.
class TemporaryFolder {
 public:
  /// In the system's folder for such (TMPDIR). `name` ("netloom-synthesis") begins the folder's
  /// name. Error: it cannot be made, with the reason.
  explicit TemporaryFolder(const std::string& name);
  /// Within another one.
  TemporaryFolder(const TemporaryFolder& parent, const std::string& name);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  /// Whether there is no room for more.
  bool is_full() const;
  std::string file(const std::string& name) const { return path_ + '/' + name; }

 private:
  void make();

  TidyEnd tidy_;
  std::string path_;
};

}  // namespace sim
}  // namespace netloom
