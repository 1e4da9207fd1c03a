#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "routing/function/grid/dor_route.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/grid_coordinates.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/dor_route.sv a RouteDecision.
class DorRouteAdapter final : public RouteDecision {
 public:
  DorRouteAdapter(const SharedBlock& block, const netloom_module& module, const DorRoute& reference,
                  std::uint64_t seed)
      : reference_(reference),
        there_(module.size),
        instance_(block, module, seed),
        destination_(instance_.input("destination_i", module.size * GridCoordinates::kBits)) {
    const Grid& grid = reference.grid();
    GridCoordinates here(module.size), last(module.size);
    std::uint64_t rings = 0;
    for (int d = 0; d < grid.dimensions(); ++d) {
      here.set(d, reference.hops().here(d));
      last.set(d, grid.size(d) - 1);
      if (grid.wraps(d)) rings |= std::uint64_t{1} << d;
    }
    instance_.input("position_i", destination_.bits()).drive_bits(here.words(), here.count());
    instance_.input("last_i", destination_.bits()).drive_bits(last.words(), last.count());
    instance_.input("ring_i", module.size).drive(rings);
    instance_.input("concentration_i", kPortBits).drive(grid.concentration());
    instance_.input("host_vcs_i", 0).drive(reference.host_vcs());
    instance_.input("class_vcs_i", 0).drive(reference.class_vcs());
    instance_.input("dateline_i", 1).drive(reference.dateline());
    instance_.input("ties_plus_i", 1).drive(reference.ties() == RingTies::kPlus);
  }

  Routed route(const RouteQuery& head) override {
    const std::uint16_t* label = reference_.hops().label(head.destination);
    for (int d = 0; d < reference_.grid().dimensions(); ++d) there_.set(d, label[d]);
    destination_.drive_bits(there_.words(), there_.count());
    destination_port_.drive(reference_.hops().host_port(label));
    input_port_.drive(head.input_port);
    input_vc_.drive(head.input_vc);
    instance_.eval();
    Routed result;
    allowed_ports_.add_bits(0, result.ports.data());
    result.vcs = vcs_.value();
    result.entering = entering_vcs_.value();
    return result;
  }

 private:
  static constexpr int kPortBits = index_bits(kMaxPorts);

  DorRoute reference_;
  GridCoordinates there_;
  Instance instance_;
  Pin destination_;
  Pin destination_port_ = instance_.input("destination_port_i", kPortBits);
  Pin input_port_ = instance_.input("input_port_i", kPortBits);
  Pin input_vc_ = instance_.input("input_vc_i", 0);
  Pin allowed_ports_ = instance_.output("allowed_ports_o", kMaxPorts);
  Pin vcs_ = instance_.output("vcs_o", 0);
  Pin entering_vcs_ = instance_.output("entering_vcs_o", 0);
};

/// The block `dor_route`: rtl/dor_route.sv, or what has its ports. Sizes are dimensions of the
/// grid.
RtlBlockEntry dor_route_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = fmt::format("routing.function dor, in up to {} dimensions", block->largest_size());
  entry.stands_for<RouteDecision, DorRoute>(
      [block](const DorRoute& dor, int /*ports*/) {
        return dor.grid().dimensions() <= block->largest_size();
      },
      [block](const DorRoute& dor, int /*ports*/, std::uint64_t seed) {
        return std::make_unique<DorRouteAdapter>(block, block->of_size(dor.grid().dimensions()),
                                                 dor, seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    return RtlCircuit{block->module(),
                      {{"Dimensions", request.dimensions},
                       {"Width", request.coordinate_bits},
                       {"Ports", std::max(request.shape.ports, 2 * request.dimensions + 1)},
                       {"Vcs", std::max(request.shape.vcs, 2)}}};
  };
  return entry;
}

const RtlDecisionRegistry::Registration kDorRouteBlock("dor_route", {dor_route_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
