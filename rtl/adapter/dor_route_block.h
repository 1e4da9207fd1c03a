#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "routing/function/grid/dor_route.h"
#include "rtl/adapter/grid_coordinates.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated rtl/dor_route.sv, for grids of up to `kDimensions` dimensions, a
/// RouteDecision.
template <class Model, int kDimensions>
class DorRouteAdapter final : public RouteDecision {
 public:
  DorRouteAdapter(const DorRoute& reference, std::uint64_t seed)
      : reference_(reference), instance_(seed) {
    const Grid& grid = reference.grid();
    Coordinates here, last;
    std::uint64_t rings = 0;
    for (int d = 0; d < grid.dimensions(); ++d) {
      here.set(d, reference.hops().here(d));
      last.set(d, grid.size(d) - 1);
      if (grid.wraps(d)) rings |= std::uint64_t{1} << d;
    }
    drive_bits(instance_->position_i, here.words, Coordinates::kWords);
    drive_bits(instance_->last_i, last.words, Coordinates::kWords);
    drive(instance_->ring_i, rings);
    drive(instance_->concentration_i, grid.concentration());
    drive(instance_->host_vcs_i, reference.host_vcs());
    drive(instance_->class_vcs_i, reference.class_vcs());
    drive(instance_->dateline_i, reference.dateline());
    drive(instance_->ties_plus_i, reference.ties() == RingTies::kPlus);
  }

  Routed route(const RouteQuery& head) override {
    const std::uint16_t* label = reference_.hops().label(head.destination);
    Coordinates there;
    for (int d = 0; d < reference_.grid().dimensions(); ++d) there.set(d, label[d]);
    drive_bits(instance_->destination_i, there.words, Coordinates::kWords);
    drive(instance_->destination_port_i, reference_.hops().host_port(label));
    drive(instance_->input_port_i, head.input_port);
    drive(instance_->input_vc_i, head.input_vc);
    instance_->eval();
    Routed result;
    add_bits(instance_->allowed_ports_o, 0, result.ports.data());
    result.vcs = instance_->vcs_o;
    result.entering = instance_->entering_vcs_o;
    return result;
  }

 private:
  using Coordinates = GridCoordinates<kDimensions>;

  DorRoute reference_;
  VerilatedInstance<Model> instance_;
};

/// The block `dor_route`: rtl/dor_route.sv, or what has its ports. Sizes are dimensions of the
/// grid.
template <class... Sizes>
RtlBlockEntry dor_route_block(const std::string& /*name*/, const std::string& top) {
  RtlBlockEntry entry;
  entry.fits =
      "routing.function dor, in up to " + std::to_string(largest_size<Sizes...>()) + " dimensions";
  const auto implements = [](const DorRoute& dor, int /*ports*/) {
    return dor.grid().dimensions() <= largest_size<Sizes...>();
  };
  const auto make = [](const DorRoute& dor, int /*ports*/, std::uint64_t seed) {
    return make_of_size<RouteDecision, Sizes...>(dor.grid().dimensions(), 0, [&](auto size) {
      using Size = decltype(size);
      return std::make_unique<DorRouteAdapter<typename Size::Model, Size::kSize>>(dor, seed);
    });
  };
  entry.stands_for<RouteDecision, DorRoute>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {{"Dimensions", request.dimensions},
                          {"Width", request.coordinate_bits},
                          {"Ports", std::max(request.shape.ports, 2 * request.dimensions + 1)},
                          {"Vcs", std::max(request.shape.vcs, 2)}};
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
