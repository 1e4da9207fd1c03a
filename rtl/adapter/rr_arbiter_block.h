#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rtl/adapter/arbiter_adapter.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated rtl/rr_arbiter.sv a VerilatedArbiter.
template <class Model, int Requesters>
class RrArbiterAdapter final : public VerilatedArbiterBase<Model, Requesters> {
 public:
  RrArbiterAdapter(const std::string& name, int requesters, int group_shift, std::uint64_t seed)
      : VerilatedArbiterBase<Model, Requesters>(name, seed) {
    auto& instance = this->instance();
    drive(instance->group_shift_i, group_shift);
    drive(instance->last_i, requesters - 1);
    this->reset();
  }
};

/// The block `rr_arbiter`: rtl/rr_arbiter.sv, or what has its ports. Sizes are requesters.
template <class... Sizes>
RtlBlockEntry rr_arbiter_block(const std::string& name, const std::string& top) {
  RtlBlockEntry entry = arbiter_block<Sizes...>(
      ArbiterKind::kRoundRobin, "round_robin",
      [name](int requesters, int group_shift, std::uint64_t seed) {
        return make_of_size<VerilatedArbiter, Sizes...>(requesters, 0, [&](auto size) {
          using Size = decltype(size);
          return std::make_unique<RrArbiterAdapter<typename Size::Model, Size::kSize>>(
              name, requesters, group_shift, seed);
        });
      });
  // That of a crossbar output, among the input ports.
  entry.circuit = [top](const CircuitRequest& request) {
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {{"Requesters", request.shape.ports}};
    circuit.registers = {"ROUND_ROBIN_OUT"};
    circuit.one_of_each = true;
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
