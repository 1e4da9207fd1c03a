#pragma once

#include <string>

#include "sim/base/termination.h"

namespace netloom {

/// A new folder for files that nobody needs afterwards; removed with everything in it,
/// also if a signal ends the program, unless there is no memory for that.
class TemporaryFolder {
 public:
  /// `name` ("netloom-synthesis") begins the folder's name. Error: it cannot be made.
  explicit TemporaryFolder(const std::string& name);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + '/' + name; }

 private:
  TidyEnd tidy_;
  std::string path_;
};

}  // namespace netloom
