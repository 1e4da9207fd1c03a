#include <memory>

#include "routing/base/bits.h"
#include "routing/decision/port_matcher.h"
#include "routing/function/tree/destro_ports.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/port_bits.h"
#include "rtl/adapter/power_of_two.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/destro_route.sv a PortMatcher. Straps tell it once which switch it is in.
class DestroRouteAdapter final : public PortMatcher {
 public:
  DestroRouteAdapter(const SharedBlock& block, const netloom_module& module,
                     const DestroPorts& destro, int ports, std::uint64_t seed)
      : instance_(block, module, seed),
        allowed_ports_(instance_.output("allowed_ports_o", module.size)),
        k_(destro.k()),
        ports_(ports) {
    instance_.input("digit_bits_i", 4).drive(log2_exactly(static_cast<std::uint32_t>(destro.k())));
    instance_.input("stage_i", 5).drive(destro.stage());
    instance_.input("position_i", kNodeBits).drive(destro.position());
    instance_.input("last_stage_i", 1).drive(destro.stage() + 1 == destro.n());
    instance_.input("by_source_i", 1).drive(destro.ascent() == DestroPorts::Ascent::kBySource);
    instance_.input("nonminimal_i", 1).drive(destro.turn() == DestroPorts::Turn::kLastStage);
  }

  void registers_written(const RegisterFile& /*file*/) override {}

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    destination_.drive(query.destination);
    source_.drive(query.source);
    // Links from the next stage are the upper half of the ports.
    from_above_.drive(query.input_port >= k_);
    instance_.eval();
    PortBits allowed;
    allowed_ports_.add_bits(0, allowed.words);
    allowed.add_to(ports, ports_);
  }

 private:
  Instance instance_;
  Pin destination_ = instance_.input("destination_i", kNodeBits);
  Pin source_ = instance_.input("source_i", kNodeBits);
  Pin from_above_ = instance_.input("from_above_i", 1);
  Pin allowed_ports_;
  int k_;
  int ports_;
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
    RtlCircuit circuit;
    circuit.module = block->module();
    circuit.parameters = {{"Ports", request.complete_ports},
                          {"Width", bits_for(request.shape.hosts)}};
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kRegistration("destro_route", {destro_route_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
