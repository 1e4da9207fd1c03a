#include "rtl/own_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "routing/base/error.h"
#include "routing/base/joined.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_folders.h"

namespace netloom {
inline namespace rtl {

namespace fs = std::filesystem;

std::vector<std::string> own_block_names() {
  std::vector<std::string> result;
  std::istringstream names(NETLOOM_OWN_BLOCKS);
  for (std::string each; std::getline(names, each, ':');) result.push_back(each);
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> missing_own_blocks() {
  std::vector<std::string> result;
  for (const std::string& own : own_block_names()) {
    if (rtl_block_file(own).empty()) result.push_back(own);
  }
  return result;
}

std::string how_to_build_text() {
  if (!is_installed()) return fmt::format("`{}` builds all of them", NETLOOM_BUILD_BLOCKS);
  return fmt::format(
      "in the folder of Netloom's source, `cmake --build --preset release --target "
      "netloom_blocks && cmake --install build/release --prefix {}` builds and installs all of "
      "them",
      fs::path(own_block_folder()).parent_path().parent_path().parent_path().string());
}

std::string not_built_text(const std::vector<std::string>& missing) {
  return fmt::format(
      "Netloom's own RTL {} not in {}; {}",
      missing.size() == 1 ? "block " + missing[0] + " is" : "blocks " + joined(missing) + " are",
      joined(rtl_block_folders()), how_to_build_text());
}

void require_own_blocks(const std::vector<std::string>& names) {
  if (const std::string problem = rtl_path_problem(); !problem.empty()) throw Error(problem);
  std::vector<std::string> missing = missing_own_blocks();
  const auto not_asked = [&](const std::string& own) {
    return std::find(names.begin(), names.end(), own) == names.end();
  };
  missing.erase(std::remove_if(missing.begin(), missing.end(), not_asked), missing.end());
  if (!missing.empty()) throw Error(not_built_text(missing));
}

}  // namespace rtl
}  // namespace netloom
