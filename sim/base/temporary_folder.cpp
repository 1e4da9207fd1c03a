#include "sim/base/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <new>
#include <system_error>

#include "routing/base/error.h"

namespace netloom {

TemporaryFolder::TemporaryFolder(const std::string& name)
    : path_((std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string()) {
  if (mkdtemp(path_.data()) == nullptr) throw Error("no folder can be made: " + path_);
}

TemporaryFolder::~TemporaryFolder() {
  try {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  } catch (const std::bad_alloc&) {
    // It stays.
  }
}

}  // namespace netloom
