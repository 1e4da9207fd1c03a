#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/base/bits.h"
#include "routing/function/tree/ft2ei.h"
#include "rtl/adapter/register_matcher.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

inline constexpr int kFt2eiWordBits = 6;   ///< Ft2eiAddrWidth
inline constexpr int kFt2eiBankPorts = 8;  ///< ports in one instance

/// The block `ft2ei`: rtl/ft2ei_router.sv with ft2ei_port, or what has its ports. Sizes are
/// exclusion intervals of a port; every port of an instance has them, and those of down links are
/// never in force. The ports do not look at each other, so that instances side by side serve any
/// switch.
template <class... Sizes>
RtlBlockEntry ft2ei_block(const std::string& name, const std::string& top) {
  RtlBlockEntry entry;
  entry.fits = "routing.function ft2ei with up to " + std::to_string(largest_size<Sizes...>()) +
               " exclusion_intervals";
  const auto implements = [](const Ft2eiPorts& ft2ei, int /*ports*/) {
    return ft2ei.exclusion_intervals() <= largest_size<Sizes...>();
  };
  const auto make = [name](const Ft2eiPorts& ft2ei, int ports, std::uint64_t seed) {
    return make_of_size<PortMatcher, Sizes...>(ft2ei.exclusion_intervals(), 0, [&](auto size) {
      using Model = typename decltype(size)::Model;
      return std::make_unique<RegisterMatcher<Model, kFt2eiBankPorts>>(
          name, ports, kFt2eiWordBits, seed, [](Model& model, const RouteQuery& query) {
            drive(model.destination_i, query.destination);
          });
    });
  };
  entry.stands_for<PortMatcher, Ft2eiPorts>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    const SwitchShape& shape = request.shape;
    RtlCircuit circuit;
    circuit.module = "ft2ei_router";
    circuit.parameters = {{"Ports", shape.ports},
                          {"FirstUp", shape.up_ports == 0 ? shape.ports : shape.first_up_port},
                          {"Width", bits_for(shape.hosts)},
                          {"Exclusions", shape.exclusion_intervals}};
    circuit.defines = {{"NETLOOM_FT2EI_PORT", top}};
    circuit.registers = {"LIB", "UIB", "ELIB", "EUIB", "EENABLE"};
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
