#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/base/bits.h"
#include "routing/function/tree/fir.h"
#include "rtl/adapter/register_matcher.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

inline constexpr int kFirWordBits = 4;  ///< FirAddrWidth, FirSourceAddrWidth

/// The block `fir`: rtl/fir_router.sv with fir_port, or what has its ports. Sizes are ports of a
/// switch, since restrictions reach from each port to each other; variant 1 has the register
/// OPERAND.
template <class... Sizes>
RtlBlockEntry fir_block(const std::string& name, const std::string& top) {
  RtlBlockEntry entry;
  entry.fits =
      "routing.function destro or det_lin with implementation fir, and switches of up to " +
      std::to_string(largest_size<Sizes...>()) + " ports";
  const auto implements = [](const FirPorts& fir, int ports) {
    return ports <= largest_size<Sizes...>(fir.has_operand() ? 1 : 0);
  };
  const auto make = [name](const FirPorts& fir, int ports, std::uint64_t seed) {
    return make_of_size<PortMatcher, Sizes...>(ports, fir.has_operand() ? 1 : 0, [&](auto size) {
      using Model = typename decltype(size)::Model;
      return std::make_unique<RegisterMatcher<Model, decltype(size)::kSize>>(
          name, ports, kFirWordBits, seed, [](Model& model, const RouteQuery& query) {
            drive(model.destination_i, query.destination);
            drive(model.source_i, query.source);
          });
    });
  };
  entry.stands_for<PortMatcher, FirPorts>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    const bool has_operand = request.set == RegisterSet::kFirSource;
    RtlCircuit circuit;
    circuit.module = "fir_router";
    circuit.parameters = {{"Ports", request.shape.ports},
                          {"Width", bits_for(request.shape.hosts)},
                          {"Operand", has_operand ? 1 : 0}};
    circuit.defines = {{"NETLOOM_FIR_PORT", top}};
    circuit.registers = {"LIB", "UIB", "MR", "RRR"};
    if (has_operand) circuit.registers.emplace_back("OPERAND");
    circuit.more_flip_flops = request.shape.ports;
    circuit.more_meaning = "AR";
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
