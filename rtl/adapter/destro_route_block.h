#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/base/bits.h"
#include "routing/function/tree/destro_ports.h"
#include "rtl/adapter/power_of_two.h"
#include "rtl/adapter/strapped_matcher.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// The block `destro_route`: rtl/destro_route.sv, or what has its ports. One size, which holds
/// every switch.
template <class Size>
RtlBlockEntry destro_route_block(const std::string& /*name*/, const std::string& top) {
  using Model = typename Size::Model;
  RtlBlockEntry entry;
  entry.fits =
      "routing.function destro or det_lin with implementation arithmetic, or destro_nonminimal, in "
      "a fat_tree whose k is a power of two";
  const auto implements = [](const DestroPorts& destro, int ports) {
    return is_power_of_two(static_cast<std::uint32_t>(destro.k())) && ports <= Size::kSize;
  };
  const auto make = [](const DestroPorts& destro, int ports, std::uint64_t seed) {
    auto result = std::make_unique<StrappedMatcher<Model>>(
        ports, seed, [](Model& model, const RouteQuery& query) {
          drive(model.destination_i, query.destination);
          drive(model.source_i, query.source);
          // Links from the next stage are the upper half of the ports: k has one bit set.
          const unsigned k = 1u << model.digit_bits_i;
          drive(model.from_above_i, static_cast<unsigned>(query.input_port) >= k);
        });
    Model& straps = result->straps();
    drive(straps.digit_bits_i, log2_exactly(static_cast<std::uint32_t>(destro.k())));
    drive(straps.stage_i, destro.stage());
    drive(straps.position_i, destro.position());
    drive(straps.last_stage_i, destro.stage() + 1 == destro.n());
    drive(straps.by_source_i, destro.ascent() == DestroPorts::Ascent::kBySource);
    drive(straps.nonminimal_i, destro.turn() == DestroPorts::Turn::kLastStage);
    return result;
  };
  entry.stands_for<PortMatcher, DestroPorts>(implements, make);
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
