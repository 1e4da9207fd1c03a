#pragma once

#include <string>
#include <vector>

#include "sim/config/loaded_config.h"
#include "sim/study/cost_report.h"
#include "sim/study/rtl_synthesis.h"

namespace netloom {
inline namespace sim {

/// One block of one kind of switch.
struct BlockSynthesis {
  std::string block;           ///< "interval"
  std::string implementation;  ///< "interval_subtract"
  std::string kind;            ///< SwitchKind::name
  RtlCircuit circuit;
  std::uint64_t register_bits = 0;  ///< that the register table declares for it
  SynthesisResult result;

  /// The flip-flops are the register bits, and those that the circuit says it has beside them.
  bool flip_flops_agree() const {
    return result.flip_flops == register_bits + static_cast<std::uint64_t>(circuit.more_flip_flops);
  }
};

/// The RTL blocks that make the decisions of a configuration, synthesised for each kind of switch:
/// those of the section `rtl`, or, where it names none, Netloom's own.
struct SwitchSynthesis {
  std::vector<BlockSynthesis> blocks;

  bool ok() const;
};

/// `progress`: a line on standard error. Error: yosys is missing, or cannot synthesise a block; or
/// the configuration names no blocks, and some of Netloom's own have not been built.
SwitchSynthesis synthesise(LoadedConfig& loaded, const CostReport& report,
                           PlaceAndRoute place_and_route, bool progress = false);

/// {block: {flip_flops, register_bits, luts, carries, gates, transistors, fmax_mhz, …}} of the
/// largest switch, and all in "kinds".
Json synthesis_json(const SwitchSynthesis& synthesis);
/// The same for people.
std::string synthesis_text(const SwitchSynthesis& synthesis);

}  // namespace sim
}  // namespace netloom
