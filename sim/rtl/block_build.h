#pragma once

#include <string>
#include <vector>

namespace netloom {
inline namespace sim {

/// An implementation of an RTL block, of which a shared object is to be made.
struct BlockBuild {
  std::vector<std::string> sources;     ///< SystemVerilog files, one at least
  std::string decision;                 ///< that it makes: "interval"
  std::string name;                     ///< "my_interval"; that of its file, without .so
  std::string top;                      ///< its module; empty: the name of the first file
  std::string summary;                  ///< for `netloom list rtl`; empty: names the module
  std::vector<int> sizes;               ///< smallest first; empty: those of the decision
  std::vector<std::string> parameters;  ///< NAME=VALUE, in place of the decision's
  bool monitored = false;               ///< of a switch: its pins are watched (rtl/monitor/)
};

/// The shared object, by rtl/build_block: Verilator and a C++ compiler (the environment's CXX and
/// CXXFLAGS, else c++). `progress`: a line on standard error, where Verilator's warnings about the
/// files are, too.
/// Error: one of them is missing, with the package that has it; the build is not as it has to be,
/// the module has not the parameters and ports of Netloom's own, or Verilator refuses it; or what
/// comes of it is not an object that BlockObject loads. std::runtime_error: one of them fails, with
/// its messages.
std::string block_object(const BlockBuild& build, bool progress);

struct BuiltSwitch {
  std::string object;
  std::string read;  ///< names of the files that it was made from, as Verilator says, one a line
};

/// The same of a whole switch, the decision `switch`, which no block of a configuration makes.
/// std::runtime_error, too: one of its files has changed meanwhile.
BuiltSwitch switch_object(const BlockBuild& build, bool progress);

}  // namespace sim
}  // namespace netloom
