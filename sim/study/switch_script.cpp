#include "sim/study/switch_script.h"

#include <fmt/format.h>

namespace netloom {
inline namespace sim {

std::string reading_script(const ModuleFolders& folders) {
  return fmt::format(
      "verilog_defaults -add -sv -I {0}\n"
      "read_verilog -defer {1}/netloom_regs_pkg.sv {1}/netloom_header_pkg.sv {2}/{3}.sv\n",
      folders.modules.front(), folders.packages, folders.top, kSwitchModule);
}

// Of the modules, Yosys reads those that there are in the switch: the numbers that it gives to what
// it reads become names, and their order decides between netlists that are equally good.
std::string hierarchy_script(const ModuleFolders& folders) {
  std::string script = "hierarchy -check";
  for (const std::string& each : folders.modules) script += " -libdir " + each;
  return script + fmt::format(" -top {0}\ndelete -port {0}/w:watch_*\nproc\n", kSwitchModule);
}

std::string coarse_script() {
  return "opt_expr\nopt_clean\nopt -nodffe -nosdff\nwreduce\npeepopt\nopt_clean\nalumacc\nopt\n"
         "memory -nomap\nopt_clean\nopt -fast -full\nopt_clean\n";
}

std::string fine_script() {
  return "opt -undriven -fine\ntechmap\nopt -fast\n";
}

std::string cmos_script() {
  // No opt in between, which would make enables of the multiplexers again.
  return "dfflegalize -cell $_DFF_P_ x -cell $_DFF_PN0_ x -cell $_DFF_PN1_ x\n"
         "abc -g cmos2\nopt_clean\n";
}

std::string library_script(const std::string& liberty) {
  return fmt::format("dfflibmap -liberty {0}\nopt -fast\nabc -liberty {0}\nopt_clean\n", liberty);
}

}  // namespace sim
}  // namespace netloom
