#include <memory>

#include "routing/base/bits.h"
#include "routing/function/tree/destro_ports.h"
#include "rtl/adapter/power_of_two.h"
#include "rtl/adapter/strapped_matcher.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/destro_route.sv a PortMatcher.
class DestroRouteAdapter final : public StrappedMatcher {
 public:
  DestroRouteAdapter(const SharedBlock& block, const netloom_module& module,
                     const DestroPorts& destro, int ports, std::uint64_t seed)
      : StrappedMatcher(block, module, ports, seed), k_(destro.k()) {
    input("digit_bits_i", 4).drive(log2_exactly(static_cast<std::uint32_t>(destro.k())));
    input("stage_i", 5).drive(destro.stage());
    input("position_i", kNodeBits).drive(destro.position());
    input("last_stage_i", 1).drive(destro.stage() + 1 == destro.n());
    input("by_source_i", 1).drive(destro.ascent() == DestroPorts::Ascent::kBySource);
    input("nonminimal_i", 1).drive(destro.turn() == DestroPorts::Turn::kLastStage);
  }

 private:
  void drive_more(const RouteQuery& query) override {
    source_.drive(query.source);
    // Links from the next stage are the upper half of the ports.
    from_above_.drive(query.input_port >= k_);
  }

  Pin source_ = input("source_i", kNodeBits);
  Pin from_above_ = input("from_above_i", 1);
  int k_;
};

/// The block `destro_route`: rtl/destro_route.sv, or what has its ports. Sizes are ports.
RtlBlockEntry destro_route_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits =
      "routing.function destro or det_lin with implementation arithmetic, or destro_nonminimal, in "
      "a fat_tree whose k is a power of two";
  entry.stands_for<PortMatcher, DestroPorts>(
      [block](const DestroPorts& destro, int ports) {
        return is_power_of_two(static_cast<std::uint32_t>(destro.k())) &&
               ports <= block->largest_size();
      },
      [block](const DestroPorts& destro, int ports, std::uint64_t seed) {
        return std::make_unique<DestroRouteAdapter>(block, block->of_size(ports), destro, ports,
                                                    seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    return RtlCircuit{
        block->module(),
        {{"Ports", request.complete_ports}, {"Width", bits_for(request.shape.hosts)}}};
  };
  return entry;
}

const RtlDecisionRegistry::Registration kDestroRouteBlock("destro_route", {destro_route_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
