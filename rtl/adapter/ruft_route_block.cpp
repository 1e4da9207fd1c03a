#include <memory>

#include "routing/base/bits.h"
#include "routing/function/tree/ruft_ports.h"
#include "rtl/adapter/power_of_two.h"
#include "rtl/adapter/strapped_matcher.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/ruft_route.sv a PortMatcher.
class RuftRouteAdapter final : public StrappedMatcher {
 public:
  RuftRouteAdapter(const SharedBlock& block, const netloom_module& module, const RuftPorts& ruft,
                   int ports, std::uint64_t seed)
      : StrappedMatcher(block, module, ports, seed) {
    input("digit_bits_i", 4).drive(log2_exactly(static_cast<std::uint32_t>(ruft.k())));
    input("stage_i", 5).drive(ruft.stage());
  }
};

/// The block `ruft_route`: rtl/ruft_route.sv, or what has its ports. Sizes are ports.
RtlBlockEntry ruft_route_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = "routing.function ruft, in a network whose k is a power of two";
  entry.stands_for<PortMatcher, RuftPorts>(
      [block](const RuftPorts& ruft, int ports) {
        return is_power_of_two(static_cast<std::uint32_t>(ruft.k())) &&
               ports <= block->largest_size();
      },
      [block](const RuftPorts& ruft, int ports, std::uint64_t seed) {
        return std::make_unique<RuftRouteAdapter>(block, block->of_size(ports), ruft, ports, seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    return RtlCircuit{
        block->module(),
        {{"Ports", request.complete_ports}, {"Width", bits_for(request.shape.hosts)}}};
  };
  return entry;
}

const RtlDecisionRegistry::Registration kRuftRouteBlock("ruft_route", {ruft_route_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
