#include "rtl/adapter/arbiter_adapter.h"

namespace netloom {
inline namespace rtl {
namespace {

/// The block `rr_arbiter`: rtl/rr_arbiter.sv, or what has its ports. Sizes are requesters.
RtlBlockEntry rr_arbiter_block(const SharedBlock& block) {
  RtlBlockEntry entry = arbiter_block(block, ArbiterKind::kRoundRobin, "round_robin",
                                      [](const Instance& arbiter, int requesters, int group_shift) {
                                        arbiter.input("group_shift_i", 3).drive(group_shift);
                                        arbiter.input("last_i", 0).drive(requesters - 1);
                                      });
  // That of a crossbar output, among the input ports.
  entry.circuit = [block](const CircuitRequest& request) {
    RtlCircuit circuit{block->module(), {{"Requesters", request.shape.ports}}};
    circuit.registers = {"ROUND_ROBIN_OUT"};
    circuit.one_of_each = true;
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kRrArbiterBlock("rr_arbiter", {rr_arbiter_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
