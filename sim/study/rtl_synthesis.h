#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl/rtl_circuit.h"
#include "sim/base/temporary_folder.h"

namespace netloom {
inline namespace sim {

/// What synthesis makes of a circuit.
struct SynthesisResult {
  std::uint64_t flip_flops = 0;
  // iCE40: look-up tables of four inputs, and carry cells.
  std::uint64_t luts = 0;
  std::uint64_t carries = 0;
  std::uint64_t gates = 0;  ///< NAND and NOR of two inputs, and NOT; without the flip-flops
  /// Estimate for static CMOS: 2 for NOT, 4 for NAND and NOR, 20 for a flip-flop with reset.
  std::uint64_t transistors = 0;
  /// On an iCE40 HX8K, from register to register with a register at every input and output that is
  /// no clock or reset; none: why not.
  std::optional<double> fmax_mhz;
  std::string no_fmax;
  /// Where the longest path begins and ends: a signal of the circuit that is a register, or a port,
  /// without its bit; empty where there is no frequency.
  std::string path_begin, path_end;
};

/// Whether circuits are placed and routed, which their frequency takes: minutes for one that fills
/// most of the part.
enum class PlaceAndRoute : bool { kNo, kYes };

/// Synthesises SystemVerilog with Yosys, and places and routes it with nextpnr-ice40, where there
/// is one and the part is large enough.
class RtlSynthesis {
 public:
  /// Error: yosys is not in the PATH, or no temporary folder can be made.
  explicit RtlSynthesis(PlaceAndRoute place_and_route);

  /// `sources` are SystemVerilog files beside those in rtl_folder(). May be called in forked
  /// processes. Error: Yosys cannot synthesise it, and what it says; or there is no room for what
  /// the programs write.
  SynthesisResult of(const RtlCircuit& circuit, const std::vector<std::string>& sources) const;

 private:
  std::string yosys_;
  PlaceAndRoute place_and_route_;
  std::string nextpnr_;  ///< empty: there is none
  TemporaryFolder folder_{"netloom-synthesis"};
};

}  // namespace sim
}  // namespace netloom
