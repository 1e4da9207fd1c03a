#include "rtl/rtl_folders.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "routing/base/error.h"
#include "routing/base/program_file.h"

namespace netloom {
inline namespace rtl {
namespace {

namespace fs = std::filesystem;

constexpr bool kIsShared = NETLOOM_IS_SHARED;

/// The file that this code is in, a shared library, the program, or a module of another one; empty
/// if that cannot be found out.
fs::path own_file() {
  std::error_code failure;
  Dl_info library;
  if (kIsShared && dladdr(reinterpret_cast<const void*>(&is_installed), &library) != 0) {
    return fs::canonical(library.dli_fname, failure);
  }
  const fs::path file = program_file();
  return fs::is_symlink(file, failure) ? fs::read_symlink(file, failure) : file;
}

/// Those of NETLOOM_RTL_PATH.
std::vector<std::string> folders_of_environment() {
  std::vector<std::string> result;
  const char* const path = std::getenv("NETLOOM_RTL_PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string each; std::getline(folders, each, ':');) {
    if (!each.empty()) result.push_back(each);
  }
  return result;
}

}  // namespace

bool is_installed() {
  const fs::path file = own_file();
  std::error_code failure;
  const fs::path build = fs::weakly_canonical(NETLOOM_BUILD_FOLDER, failure);
  const auto end = std::mismatch(build.begin(), build.end(), file.begin(), file.end()).first;
  return !file.empty() && end != build.end();
}

std::string installed_folder(const char* folder) {
  const fs::path root = (own_file().parent_path() / NETLOOM_UP).lexically_normal();
  // A module of another program may lie deeper.
  std::error_code failure;
  for (fs::path above = root; above.has_relative_path(); above = above.parent_path()) {
    if (fs::exists(above / "share/netloom", failure)) return above / folder;
  }
  return root / folder;
}

std::string rtl_folder() {
  return is_installed() ? installed_folder("share/netloom/rtl") : NETLOOM_RTL_FOLDER;
}

std::string require_rtl_folder(const std::string& what) {
  std::string folder = rtl_folder();
  for (const char* const part :
       {"build_block", "generated/netloom_regs_pkg.sv", "switch/netloom_switch.sv"}) {
    if (fs::exists(fs::path(folder) / part)) continue;
    throw Error(fmt::format(
        "{} needs the SystemVerilog that this program was built from, in {}, where there is no {}",
        what, folder, part));
  }
  return folder;
}

std::string rtl_decisions_folder() {
  return is_installed() ? installed_folder("share/netloom/rtl/decisions")
                        : NETLOOM_DECISIONS_FOLDER;
}

std::string own_block_folder() {
  return is_installed() ? installed_folder("lib/netloom/blocks") : NETLOOM_BLOCK_FOLDER;
}

std::string verilated_runtime() {
  return own_block_folder() + "/libnetloom_verilated.a";
}

std::vector<std::string> rtl_block_folders() {
  std::vector<std::string> result = folders_of_environment();
  result.push_back(own_block_folder());
  return result;
}

std::string rtl_path_problem() {
  std::error_code failure;
  for (const std::string& folder : folders_of_environment()) {
    if (fs::is_directory(folder, failure)) continue;
    return "NETLOOM_RTL_PATH: '" + folder +
           "' is not a folder; allowed: folders that exist, separated by ':'";
  }
  return "";
}

}  // namespace rtl
}  // namespace netloom
