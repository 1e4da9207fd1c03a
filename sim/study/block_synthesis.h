#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rtl/reference_circuits.h"
#include "sim/base/json.h"
#include "sim/study/rtl_synthesis.h"

namespace netloom {
inline namespace sim {

/// One implementation of an RTL block in a switch of one size.
struct ReferenceSynthesis {
  std::string implementation;
  ReferenceCircuit reference;
  SynthesisResult result;
  std::string error;  ///< why there is no result; empty: there is one

  /// True without a result.
  bool flip_flops_agree() const {
    return !error.empty() ||
           result.flip_flops == static_cast<std::uint64_t>(reference.flip_flops());
  }
};

/// Every implementation of every RTL block, synthesised at the sizes of reference_circuits(), up to
/// `jobs` at a time. `only`: one implementation; empty: all. `progress`: a line on standard error.
/// Error: yosys is missing, no temporary folder can be made, there is no such implementation, or
/// one of Netloom's own has not been built.
std::vector<ReferenceSynthesis> synthesise_blocks(const std::string& only,
                                                  PlaceAndRoute place_and_route, int jobs,
                                                  bool progress);

/// How many have no result.
std::size_t failures(const std::vector<ReferenceSynthesis>& blocks);
/// Whether each that has a result has the flip-flops that the register table declares.
bool flip_flops_agree(const std::vector<ReferenceSynthesis>& blocks);

/// A table for people, the sizes in words, and what does not agree.
std::string blocks_text(const std::vector<ReferenceSynthesis>& blocks);
/// The same as a document. `command` is how it was written.
std::string blocks_markdown(const std::vector<ReferenceSynthesis>& blocks,
                            const std::string& command);
/// [{implementation, size, module, parameters, flip_flops, register_bits, …}].
Json blocks_json(const std::vector<ReferenceSynthesis>& blocks);

}  // namespace sim
}  // namespace netloom
