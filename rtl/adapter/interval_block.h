#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/base/bits.h"
#include "routing/function/tree/interval.h"
#include "rtl/adapter/register_matcher.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

inline constexpr int kIntervalWordBits = 1;  ///< IntervalAddrWidth

/// The block `interval`: rtl/ir_router.sv with ir_port, or what has its ports. The ports do not
/// look at each other, so that one size serves all switches.
template <class Size>
RtlBlockEntry interval_block(const std::string& name, const std::string& top) {
  using Model = typename Size::Model;
  RtlBlockEntry entry;
  entry.fits = "routing.function interval";
  entry.stands_for<PortMatcher, IntervalPorts>(
      [](const IntervalPorts& /*model*/, int /*ports*/) { return true; },
      [name](const IntervalPorts& /*model*/, int ports, std::uint64_t seed) {
        return std::make_unique<RegisterMatcher<Model, Size::kSize>>(
            name, ports, kIntervalWordBits, seed, [](Model& model, const RouteQuery& query) {
              drive(model.destination_i, query.destination);
            });
      });
  entry.circuit = [top](const CircuitRequest& request) {
    RtlCircuit circuit;
    circuit.module = "ir_router";
    circuit.parameters = {{"Ports", request.shape.ports}, {"Width", bits_for(request.shape.hosts)}};
    circuit.defines = {{"NETLOOM_INTERVAL_PORT", top}};
    circuit.registers = {"LIB", "UIB"};
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
