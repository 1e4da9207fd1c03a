#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "rtl/adapter/arbiter_adapter.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated rtl/lrs_arbiter.sv a VerilatedArbiter.
template <class Model, int Requesters>
class LrsArbiterAdapter final : public VerilatedArbiterBase<Model, Requesters> {
 public:
  LrsArbiterAdapter(const std::string& name, std::uint64_t seed)
      : VerilatedArbiterBase<Model, Requesters>(name, seed) {
    this->reset();
  }
};

/// The block `lrs_arbiter`: rtl/lrs_arbiter.sv, or what has its ports. Sizes are requesters.
template <class... Sizes>
RtlBlockEntry lrs_arbiter_block(const std::string& name, const std::string& top) {
  RtlBlockEntry entry = arbiter_block<Sizes...>(
      ArbiterKind::kLeastRecentlyServed, "least_recently_served",
      [name](int requesters, int /*group_shift*/, std::uint64_t seed) {
        return make_of_size<VerilatedArbiter, Sizes...>(requesters, 0, [&](auto size) {
          using Size = decltype(size);
          return std::make_unique<LrsArbiterAdapter<typename Size::Model, Size::kSize>>(name, seed);
        });
      });
  // That of a crossbar output, among the input ports.
  entry.circuit = [top](const CircuitRequest& request) {
    const int ports = request.shape.ports;
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {{"Requesters", ports}};
    circuit.more_flip_flops = ports * (ports - 1) / 2;
    circuit.more_meaning = "order of the requesters";
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
