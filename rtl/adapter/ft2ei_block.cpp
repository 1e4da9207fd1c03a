#include <fmt/format.h>

#include <memory>

#include "routing/base/bits.h"
#include "routing/function/tree/ft2ei.h"
#include "rtl/adapter/register_matcher.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {
namespace {

constexpr int kInstancePorts = 8;

/// The block `ft2ei`: rtl/ft2ei_router.sv with ft2ei_port, or what has its ports. Sizes are
/// exclusion intervals of a port; every port of an instance has them, and those of down links are
/// never in force. The ports do not look at each other, so that instances side by side serve any
/// switch.
RtlBlockEntry ft2ei_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = fmt::format("routing.function ft2ei with up to {} exclusion_intervals",
                           block->largest_size());
  entry.stands_for<PortMatcher, Ft2eiPorts>(
      [block](const Ft2eiPorts& ft2ei, int /*ports*/) {
        return ft2ei.exclusion_intervals() <= block->largest_size();
      },
      [block](const Ft2eiPorts& ft2ei, int ports, std::uint64_t seed) {
        return std::make_unique<RegisterMatcher>(
            block, block->of_size(ft2ei.exclusion_intervals()),
            RegisterMatcher::Shape{ports, kInstancePorts, "ft2ei", false}, seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    const SwitchShape& shape = request.shape;
    RtlCircuit circuit{"ft2ei_router",
                       {{"Ports", shape.ports},
                        {"FirstUp", shape.up_ports == 0 ? shape.ports : shape.first_up_port},
                        {"Width", bits_for(shape.hosts)},
                        {"Exclusions", shape.exclusion_intervals}}};
    circuit.defines = {{"NETLOOM_FT2EI_PORT", block->module()}};
    circuit.registers = {"LIB", "UIB", "ELIB", "EUIB", "EENABLE"};
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kFt2eiBlock("ft2ei", {ft2ei_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
