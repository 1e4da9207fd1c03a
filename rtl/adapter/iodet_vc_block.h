#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "routing/function/grid/iodet_vcs.h"
#include "rtl/adapter/grid_coordinates.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated rtl/iodet_vc.sv, for grids of up to `Dimensions` dimensions, a VcDecision.
template <class Model, int Dimensions>
class IodetVcAdapter final : public VcDecision {
 public:
  IodetVcAdapter(const IodetVcs& reference, std::uint64_t seed)
      : reference_(reference), instance_(seed) {
    Coordinates here;
    for (int d = 0; d < reference.dimensions(); ++d) here.set(d, reference.here(d));
    drive_bits(instance_->position_i, here.words, Coordinates::kWords);
    drive(instance_->class_vcs_i, reference.class_vcs());
    drive(instance_->dateline_i, reference.dateline());
  }

  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    Coordinates there;
    for (int d = 0; d < reference_.dimensions(); ++d) {
      there.set(d, reference_.there(head.destination, d));
    }
    drive_bits(instance_->destination_i, there.words, Coordinates::kWords);
    drive(instance_->dimension_i, reference_.dimension_of(hop.output_port));
    drive(instance_->plus_i, reference_.is_plus(hop.output_port));
    instance_->eval();
    return instance_->vcs_o;
  }

 private:
  using Coordinates = GridCoordinates<Dimensions>;

  IodetVcs reference_;
  VerilatedInstance<Model> instance_;
};

/// The block `iodet_vc`: rtl/iodet_vc.sv, or what has its ports. Sizes are dimensions of the grid.
template <class... Sizes>
RtlBlockEntry iodet_vc_block(const std::string& /*name*/, const std::string& top) {
  RtlBlockEntry entry;
  entry.fits = "routing.function dor with routing.vcs.policy iodet, in up to " +
               std::to_string(largest_size<Sizes...>()) + " dimensions";
  const auto implements = [](const IodetVcs& iodet, int /*ports*/) {
    return iodet.dimensions() <= largest_size<Sizes...>();
  };
  const auto make = [](const IodetVcs& iodet, int /*ports*/, std::uint64_t seed) {
    return make_of_size<VcDecision, Sizes...>(iodet.dimensions(), 0, [&](auto size) {
      using Size = decltype(size);
      return std::make_unique<IodetVcAdapter<typename Size::Model, Size::kSize>>(iodet, seed);
    });
  };
  entry.stands_for<VcDecision, IodetVcs>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {{"Dimensions", request.dimensions},
                          {"Width", request.coordinate_bits},
                          {"Vcs", std::max(request.shape.vcs, 2)}};
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
