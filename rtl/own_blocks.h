#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace rtl {

/// Names of Netloom's own implementations of RTL blocks, sorted, whether they have been built or
/// not.
std::vector<std::string> own_block_names();

/// What there is to be said of own implementations that are in none of the folders: where they were
/// looked for, and what builds them.
std::string not_built_text(const std::vector<std::string>& missing);

/// Error: some of these names are of own implementations that are in none of the folders
/// (not_built_text()), or one of these folders is none (rtl_path_problem()).
void require_own_blocks(const std::vector<std::string>& names);

}  // namespace rtl
}  // namespace netloom
