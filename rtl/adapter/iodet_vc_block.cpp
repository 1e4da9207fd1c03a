#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "routing/function/grid/iodet_vcs.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/grid_coordinates.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/iodet_vc.sv a VcDecision.
class IodetVcAdapter final : public VcDecision {
 public:
  IodetVcAdapter(const SharedBlock& block, const netloom_module& module, const IodetVcs& reference,
                 std::uint64_t seed)
      : reference_(reference),
        there_(module.size),
        instance_(block, module, seed),
        destination_(instance_.input("destination_i", module.size * GridCoordinates::kBits)),
        dimension_(instance_.input("dimension_i", index_bits(module.size))) {
    GridCoordinates here(module.size);
    for (int d = 0; d < reference.dimensions(); ++d) here.set(d, reference.here(d));
    instance_.input("position_i", destination_.bits()).drive_bits(here.words(), here.count());
    instance_.input("class_vcs_i", 0).drive(reference.class_vcs());
    instance_.input("dateline_i", 1).drive(reference.dateline());
  }

  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    for (int d = 0; d < reference_.dimensions(); ++d) {
      there_.set(d, reference_.there(head.destination, d));
    }
    destination_.drive_bits(there_.words(), there_.count());
    dimension_.drive(reference_.dimension_of(hop.output_port));
    plus_.drive(reference_.is_plus(hop.output_port));
    instance_.eval();
    return vcs_.value();
  }

 private:
  IodetVcs reference_;
  GridCoordinates there_;
  Instance instance_;
  Pin destination_, dimension_;
  Pin plus_ = instance_.input("plus_i", 1);
  Pin vcs_ = instance_.output("vcs_o", 0);
};

/// The block `iodet_vc`: rtl/iodet_vc.sv, or what has its ports. Sizes are dimensions of the grid.
RtlBlockEntry iodet_vc_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits =
      fmt::format("routing.function dor with routing.vcs.policy iodet, in up to {} dimensions",
                  block->largest_size());
  entry.stands_for<VcDecision, IodetVcs>(
      [block](const IodetVcs& iodet, int /*ports*/) {
        return iodet.dimensions() <= block->largest_size();
      },
      [block](const IodetVcs& iodet, int /*ports*/, std::uint64_t seed) {
        return std::make_unique<IodetVcAdapter>(block, block->of_size(iodet.dimensions()), iodet,
                                                seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    return RtlCircuit{block->module(),
                      {{"Dimensions", request.dimensions},
                       {"Width", request.coordinate_bits},
                       {"Vcs", std::max(request.shape.vcs, 2)}}};
  };
  return entry;
}

const RtlDecisionRegistry::Registration kIodetVcBlock("iodet_vc", {iodet_vc_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
