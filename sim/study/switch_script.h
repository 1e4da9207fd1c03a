#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

// What Yosys is told, so that the numbers of `netloom cost --switch --synth` and those of a network
// that `netloom rtl` has written are the same, and gates are those of `netloom cost --blocks`. The
// modules of a switch stay apart, and memories stay memories.

inline constexpr const char* kSwitchModule = "netloom_switch";

/// Where the modules of a switch are, as the script names it.
struct ModuleFolders {
  std::string packages, top;         ///< the folder of the packages, and that of netloom_switch
  std::vector<std::string> modules;  ///< what else there is
};

/// Reads packages and netloom_switch; then the parameters are set (chparam).
std::string reading_script(const ModuleFolders& folders);
/// Reads what is in the switch. Pins for who looks belong to nobody.
std::string hierarchy_script(const ModuleFolders& folders);
/// Memories are told from flip-flops, and what has no use goes.
std::string coarse_script();
/// … and then cells that no technology has yet.
std::string fine_script();
/// Of these, flip-flops and gates of two inputs, as static CMOS has them (transistors_of()). A
/// flip-flop with enable becomes one without, behind a multiplexer of gates.
std::string cmos_script();
/// … or the cells of a library: the name of its file.
std::string library_script(const std::string& liberty);

}  // namespace sim
}  // namespace netloom
