#include "sim/base/temporary_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

namespace fs = std::filesystem;

/// Bytes. A file that did not fit may have left less than a part of it.
constexpr std::uintmax_t kNoRoom = 65536;

/// Where temporary files are to be.
fs::path system_folder() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  if (!error) return folder;
  // As the library looks for it.
  for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr) continue;
    throw Error(fmt::format("{}: {}: {}; allowed: a folder for temporary files", name, value,
                            error.message()));
  }
  throw Error(
      fmt::format("/tmp: {}; allowed: a folder for temporary files in TMPDIR", error.message()));
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::string& name)
    : path_((system_folder() / (name + "-XXXXXX")).string()) {
  make();
}

TemporaryFolder::TemporaryFolder(const TemporaryFolder& parent, const std::string& name)
    : path_(parent.file(name + "-XXXXXX")) {
  make();
}

void TemporaryFolder::make() {
  if (mkdtemp(path_.data()) == nullptr) {
    throw Error(
        fmt::format("{}: a temporary folder cannot be made: {}", path_, std::strerror(errno)));
  }
}

TemporaryFolder::~TemporaryFolder() {
  try {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  } catch (const std::bad_alloc&) {
    // It stays.
  }
}

bool TemporaryFolder::is_full() const {
  std::error_code error;
  const fs::space_info space = fs::space(path_, error);
  return !error && space.available < kNoRoom;
}

}  // namespace sim
}  // namespace netloom
