#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace rtl {

/// The folder of Netloom's own SystemVerilog and of rtl/build_block: share/netloom/rtl beside the
/// program's own folder where Netloom is installed, else rtl/ as it was at the build.
std::string rtl_folder();

/// The folder of what rtl/build_block has to know of each decision, NAME.json.
std::string rtl_decisions_folder();

/// The folders in which implementations of RTL blocks, NAME.so, are looked for, in their order:
/// those of the environment variable NETLOOM_RTL_PATH (separated by ':'), lib/netloom/blocks beside
/// the program's own folder, and that of the build.
std::vector<std::string> rtl_block_folders();

}  // namespace rtl
}  // namespace netloom
