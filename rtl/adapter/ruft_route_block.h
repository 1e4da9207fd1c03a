#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/base/bits.h"
#include "routing/function/tree/ruft_ports.h"
#include "rtl/adapter/power_of_two.h"
#include "rtl/adapter/strapped_matcher.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// The block `ruft_route`: rtl/ruft_route.sv, or what has its ports. One size, which holds every
/// switch.
template <class Size>
RtlBlockEntry ruft_route_block(const std::string& /*name*/, const std::string& top) {
  using Model = typename Size::Model;
  RtlBlockEntry entry;
  entry.fits = "routing.function ruft, in a network whose k is a power of two";
  const auto implements = [](const RuftPorts& ruft, int ports) {
    return is_power_of_two(static_cast<std::uint32_t>(ruft.k())) && ports <= Size::kSize;
  };
  const auto make = [](const RuftPorts& ruft, int ports, std::uint64_t seed) {
    auto result = std::make_unique<StrappedMatcher<Model>>(
        ports, seed, [](Model& model, const RouteQuery& query) {
          drive(model.destination_i, query.destination);
        });
    Model& straps = result->straps();
    drive(straps.digit_bits_i, log2_exactly(static_cast<std::uint32_t>(ruft.k())));
    drive(straps.stage_i, ruft.stage());
    return result;
  };
  entry.stands_for<PortMatcher, RuftPorts>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {{"Ports", request.complete_ports},
                          {"Width", bits_for(request.shape.hosts)}};
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
