#pragma once

#include <string>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// Whether Netloom is outside of the folder that it was built in: the program or, with shared
/// libraries, the one that has this. What it needs then lies beside that, and nothing is taken from
/// where it was built.
bool is_installed();

/// A folder of an installed Netloom: PREFIX/FOLDER, where the program is PREFIX/bin/netloom.
std::string installed_folder(const char* folder);

/// The folder of Netloom's own SystemVerilog and of rtl/build_block: share/netloom/rtl if it is
/// installed, else rtl/ as it was at the build.
std::string rtl_folder();

/// The same. Error: it is not there, or not whole; `what` needs it.
std::string require_rtl_folder(const std::string& what);

/// The folder of what rtl/build_block has to know of each decision, NAME.json.
std::string rtl_decisions_folder();

/// The folder of Netloom's own implementations of RTL blocks: lib/netloom/blocks if it is
/// installed, else that of the build.
std::string own_block_folder();

/// Verilator's own code, compiled when Netloom was built: an archive for objects that another build
/// makes with the same Verilator. Beside it, with .version instead of .a, is what this says of
/// itself with --version. Either may be missing.
std::string verilated_runtime();

/// The folders in which implementations of RTL blocks, NAME.so, are looked for, in their order:
/// those of the environment variable NETLOOM_RTL_PATH (separated by ':'), and Netloom's own.
std::vector<std::string> rtl_block_folders();

/// What is wrong with NETLOOM_RTL_PATH; empty: nothing.
std::string rtl_path_problem();

}  // namespace rtl
}  // namespace netloom
