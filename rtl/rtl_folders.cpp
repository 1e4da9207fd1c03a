#include "rtl/rtl_folders.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

namespace netloom {
inline namespace rtl {
namespace {

namespace fs = std::filesystem;

/// PREFIX where the program is PREFIX/bin/netloom; empty if that cannot be found out.
fs::path prefix() {
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  return failure ? fs::path() : program.parent_path().parent_path();
}

/// PREFIX/share/netloom/rtl; empty if Netloom is not installed there.
fs::path installed_rtl() {
  const fs::path folder = prefix() / "share" / "netloom" / "rtl";
  std::error_code failure;
  return fs::is_directory(folder, failure) ? folder : fs::path();
}

}  // namespace

std::string rtl_folder() {
  const fs::path installed = installed_rtl();
  return installed.empty() ? NETLOOM_RTL_FOLDER : installed.string();
}

std::string rtl_decisions_folder() {
  const fs::path installed = installed_rtl();
  return installed.empty() ? NETLOOM_DECISIONS_FOLDER : (installed / "decisions").string();
}

std::vector<std::string> rtl_block_folders() {
  std::vector<std::string> result;
  if (const char* path = std::getenv("NETLOOM_RTL_PATH")) {
    std::istringstream folders(path);
    for (std::string each; std::getline(folders, each, ':');) {
      if (!each.empty()) result.push_back(each);
    }
  }
  std::error_code failure;
  const fs::path installed = prefix() / "lib" / "netloom" / "blocks";
  if (fs::is_directory(installed, failure)) result.push_back(installed);
  result.emplace_back(NETLOOM_BLOCK_FOLDER);
  return result;
}

}  // namespace rtl
}  // namespace netloom
