#include "rtl/adapter/arbiter_adapter.h"

namespace netloom {
inline namespace rtl {
namespace {

/// The block `lrs_arbiter`: rtl/lrs_arbiter.sv, or what has its ports. Sizes are requesters.
RtlBlockEntry lrs_arbiter_block(const SharedBlock& block) {
  RtlBlockEntry entry =
      arbiter_block(block, ArbiterKind::kLeastRecentlyServed, "least_recently_served",
                    [](const Instance& /*arbiter*/, int /*requesters*/, int /*group_shift*/) {});
  // That of a crossbar output, among the input ports.
  entry.circuit = [block](const CircuitRequest& request) {
    const int ports = request.shape.ports;
    RtlCircuit circuit{block->module(), {{"Requesters", ports}}};
    circuit.more_flip_flops = ports * (ports - 1) / 2;
    circuit.more_meaning = "order of the requesters";
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kLrsArbiterBlock("lrs_arbiter", {lrs_arbiter_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
