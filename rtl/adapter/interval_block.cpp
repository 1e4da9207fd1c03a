#include <memory>

#include "routing/base/bits.h"
#include "routing/function/tree/interval.h"
#include "rtl/adapter/register_matcher.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {
namespace {

/// The block `interval`: rtl/ir_router.sv with ir_port, or what has its ports. The ports do not
/// look at each other, so that one size serves all switches.
RtlBlockEntry interval_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = "routing.function interval";
  entry.stands_for<PortMatcher, IntervalPorts>(
      [](const IntervalPorts& /*model*/, int /*ports*/) { return true; },
      [block](const IntervalPorts& /*model*/, int ports, std::uint64_t seed) {
        const netloom_module& module = block->of_size(1);
        return std::make_unique<RegisterMatcher>(
            block, module, RegisterMatcher::Shape{ports, module.size, "interval", false}, seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    RtlCircuit circuit{"ir_router",
                       {{"Ports", request.shape.ports}, {"Width", bits_for(request.shape.hosts)}}};
    circuit.defines = {{"NETLOOM_INTERVAL_PORT", block->module()}};
    circuit.registers = {"LIB", "UIB"};
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kIntervalBlock("interval", {interval_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
