#pragma once

#include <string>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// Names of Netloom's own implementations of RTL blocks, sorted, whether they have been built or
/// not.
std::vector<std::string> own_block_names();

/// Those of own_block_names() that are in none of the folders (rtl_block_folders()).
std::vector<std::string> missing_own_blocks();

/// The command that builds, and installs where the program is installed, all of own_block_names().
std::string how_to_build_text();

/// What there is to be said of own implementations that are in none of the folders: where they were
/// looked for, and what builds them.
std::string not_built_text(const std::vector<std::string>& missing);

/// Error: some of these names are of own implementations that are in none of the folders
/// (not_built_text()), or one of these folders is none (rtl_path_problem()).
void require_own_blocks(const std::vector<std::string>& names);

}  // namespace rtl
}  // namespace netloom
