#include <memory>

#include "routing/base/bits.h"
#include "routing/decision/port_matcher.h"
#include "routing/function/tree/ruft_ports.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/port_bits.h"
#include "rtl/adapter/power_of_two.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/ruft_route.sv a PortMatcher. Straps tell it once which switch it is in.
class RuftRouteAdapter final : public PortMatcher {
 public:
  RuftRouteAdapter(const SharedBlock& block, const netloom_module& module, const RuftPorts& ruft,
                   int ports, std::uint64_t seed)
      : instance_(block, module, seed),
        allowed_ports_(instance_.output("allowed_ports_o", module.size)),
        ports_(ports) {
    instance_.input("digit_bits_i", 4).drive(log2_exactly(static_cast<std::uint32_t>(ruft.k())));
    instance_.input("stage_i", 5).drive(ruft.stage());
  }

  void registers_written(const RegisterFile& /*file*/) override {}

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    destination_.drive(query.destination);
    instance_.eval();
    PortBits allowed;
    allowed_ports_.add_bits(0, allowed.words);
    allowed.add_to(ports, ports_);
  }

 private:
  Instance instance_;
  Pin destination_ = instance_.input("destination_i", kNodeBits);
  Pin allowed_ports_;
  int ports_;
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
    RtlCircuit circuit;
    circuit.module = block->module();
    circuit.parameters = {{"Ports", request.complete_ports},
                          {"Width", bits_for(request.shape.hosts)}};
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kRegistration("ruft_route", {ruft_route_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
