#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace rtl {

/// Whether the program is outside of the folder that it was built in. What it needs then lies
/// beside its own folder, and nothing is taken from where it was built.
bool is_installed();

/// A folder of an installed program: PREFIX/FOLDER, where the program is PREFIX/bin/netloom.
std::string beside_program(const char* folder);

/// The folder of Netloom's own SystemVerilog and of rtl/build_block: share/netloom/rtl beside the
/// program's own folder if it is installed, else rtl/ as it was at the build.
std::string rtl_folder();

/// The same. Error: it is not there, or not whole; `what` needs it.
std::string require_rtl_folder(const std::string& what);

/// The folder of what rtl/build_block has to know of each decision, NAME.json.
std::string rtl_decisions_folder();

/// The folder of Netloom's own implementations of RTL blocks: lib/netloom/blocks beside the
/// program's own folder if it is installed, else that of the build.
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
