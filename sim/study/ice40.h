#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/base/temporary_folder.h"

namespace netloom {
inline namespace sim {

/// A circuit in the cells of Lattice's iCE40.
struct Ice40Circuit {
  std::uint64_t luts = 0;  ///< look-up tables of four inputs
  std::uint64_t carries = 0;
  std::uint64_t flip_flops = 0;  ///< those of memories that are none of the part's included
  /// On an HX8K, from register to register with a register at every input and output that is no
  /// clock or reset; none: why not.
  std::optional<double> fmax_mhz;
  std::string no_fmax;
  /// Where the longest path begins and ends: a signal of the circuit that is a register, or a port,
  /// without its bit; empty where there is no frequency.
  std::string path_begin, path_end;
};

/// Whether circuits are placed and routed, which their frequency takes: minutes for one that fills
/// most of the part.
enum class PlaceAndRoute : bool { kNo, kYes };

/// Makes cells of an iCE40 of circuits, and places and routes them with nextpnr-ice40, where there
/// is one and the part is large enough.
class Ice40 {
 public:
  /// The top module of a circuit, so that the names in files do not depend on its parameters.
  static constexpr const char* kTop = "netloom_block";

  Ice40(std::string yosys, PlaceAndRoute place_and_route);

  /// What Yosys does with a circuit whose module kTop is flat, and in the file read.il, too. It is
  /// to be run in the folder of of().
  static std::string script();
  /// … and what has come of it. `what`: the circuit, for messages. Error: Yosys cannot do it, or
  /// there is no room for what the programs write.
  Ice40Circuit of(const TemporaryFolder& folder, const std::string& what) const;

 private:
  std::string yosys_;
  PlaceAndRoute place_and_route_;
  std::string nextpnr_;  ///< empty: there is none
};

}  // namespace sim
}  // namespace netloom
