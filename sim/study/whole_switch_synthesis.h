#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/temporary_folder.h"
#include "sim/study/cell_library.h"
#include "sim/study/ice40.h"

namespace netloom {
inline namespace sim {

/// The instances of a module in the netlist of a switch whose modules are synthesised one by one,
/// whatever parameters they have.
struct ModuleSynthesis {
  std::string module;
  std::uint64_t instances = 0;
  std::uint64_t flip_flops = 0;
  std::uint64_t memory = 0;  ///< bits, which are in no other number
  /// Without what is below it in the hierarchy. Without a library an estimate for static CMOS, in
  /// which a flip-flop with reset has five times the transistors of a NAND of two inputs.
  double gate_equivalents = 0;
  /// What its flip-flops would be of them if each had an enable, as the copies of registers have;
  /// with a library, in which a multiplexer is no cell by itself, the flip-flops alone.
  double register_equivalents = 0;
  double area = 0;  ///< in the unit of the library; 0 without one
};

/// What a path takes in all instances of a module, without what is below it in the hierarchy.
struct PathPart {
  std::string module;
  double ns = 0;
};

/// The longest path of a switch, from one flip-flop or pin to another, its memories made of
/// flip-flops.
struct LongestPath {
  double period = 0;  ///< of the clock, in ns
  std::string begin, end;
  /// The longest path of the same switch when none of its modules is merged with the one around it,
  /// so that each gate is in one: the period, and what of it is in which module, by where the path
  /// first gets there.
  double apart = 0;
  std::vector<PathPart> parts;
};

/// A switch, synthesised.
struct WholeSwitch {
  std::vector<ModuleSynthesis> modules;  ///< by name; those without cells are left out
  std::optional<LongestPath> path;
  std::string no_path;                ///< why there is none
  std::optional<Ice40Circuit> ice40;  ///< its memories made of flip-flops
};

/// How much is to be known of a switch: flip-flops and memories alone, which is a matter of
/// seconds, or all.
enum class WholeSwitchScope { kState, kGates };

/// Synthesises the module netloom_switch with Yosys.
class WholeSwitchSynthesis {
 public:
  /// `library`: of cells to take, and for the longest path, which takes OpenSTA (sta). `ice40`: the
  /// cells of an iCE40, too. Error: yosys, or with a library sta, is not in the PATH; or no
  /// temporary folder can be made.
  explicit WholeSwitchSynthesis(std::optional<CellLibrary> library = {},
                                std::optional<PlaceAndRoute> ice40 = {});

  /// `parameters`: each NAME=VALUE. Error: Yosys cannot synthesise it, and what it says.
  WholeSwitch of(const std::vector<std::string>& parameters,
                 WholeSwitchScope scope = WholeSwitchScope::kGates) const;

 private:
  /// What OpenSTA says of the longest path of a netlist; without an end: it finds none.
  struct TimedPath {
    int status = 0;     ///< of the program
    double period = 0;  ///< ns
    std::string begin, end;
    std::vector<std::pair<double, std::string>> points;  ///< when it gets to which pin
  };

  TimedPath time(const TemporaryFolder& folder, const char* netlist) const;
  void find_path(const std::vector<std::string>& parameters, const TemporaryFolder& folder,
                 WholeSwitch& result) const;
  void find_parts(const std::vector<std::string>& parameters, const TemporaryFolder& folder,
                  LongestPath& path) const;

  std::optional<CellLibrary> library_;
  std::string yosys_;
  std::string sta_;  ///< empty: there is no library
  std::optional<Ice40> ice40_;
  TemporaryFolder folder_{"netloom-synthesis"};
};

}  // namespace sim
}  // namespace netloom
