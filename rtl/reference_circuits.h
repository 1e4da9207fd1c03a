#pragma once

#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "rtl/block_registry.h"
#include "rtl/rtl_circuit.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// What a block's circuit is in a switch of one of the sizes at which blocks are compared.
struct ReferenceCircuit {
  std::string size;  ///< "small", "medium", "large"
  RtlCircuit circuit;
  int register_bits = 0;  ///< that the register table declares for it

  int flip_flops() const { return register_bits + circuit.more_flip_flops; }
};

/// The circuits of an implementation in a small switch (16 nodes, 4 ports), a medium one (1000
/// nodes, 8 ports) and a large one (2^20 nodes, 40 ports; with DAVC, whose ports look at each
/// other, 10): in each of them one for every set of registers that gives it other parameters.
std::vector<ReferenceCircuit> reference_circuits(const RtlBlockEntry& entry);

/// The sizes in words, for documents: "16 nodes, 4 ports, …", one for each name.
std::vector<std::string> reference_sizes();

}  // namespace rtl
}  // namespace netloom
