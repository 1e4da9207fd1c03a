#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl/rtl_circuit.h"
#include "sim/base/temporary_folder.h"
#include "sim/study/ice40.h"

namespace netloom {
inline namespace sim {

/// What synthesis makes of a circuit, on an iCE40 and of gates.
struct SynthesisResult {
  Ice40Circuit ice40;
  std::uint64_t flip_flops = 0;
  std::uint64_t gates = 0;  ///< NAND and NOR of two inputs, and NOT; without the flip-flops
  /// Estimate for static CMOS: 2 for NOT, 4 for NAND and NOR, 20 for a flip-flop with reset.
  std::uint64_t transistors = 0;
};

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
  Ice40 ice40_;
  TemporaryFolder folder_{"netloom-synthesis"};
};

}  // namespace sim
}  // namespace netloom
