#include <fmt/format.h>

#include <memory>

#include "routing/function/dragonfly/local_pair_ports.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/port_bits.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/parity_sign.sv a PortMatcher. It gets the local ports on minimal paths
/// from the model, as in a switch from what finds the minimal path.
class ParitySignAdapter final : public PortMatcher {
 public:
  ParitySignAdapter(const SharedBlock& block, const netloom_module& module,
                    const LocalPairPorts& reference, std::uint64_t seed)
      : reference_(reference),
        instance_(block, module, seed),
        previous_(instance_.input("previous_i", index_bits(module.size + 1))),
        minimal_ports_(instance_.input("minimal_ports_i", module.size)),
        allowed_ports_(instance_.output("allowed_ports_o", module.size)) {
    instance_.input("position_i", previous_.bits()).drive(reference.position());
  }

  void registers_written(const RegisterFile& /*file*/) override {}

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    const Dragonfly& topology = *reference_.topology();
    const bool second = topology.is_local_port(query.input_port);
    second_.drive(second);
    previous_.drive(second ? topology.local_neighbour(reference_.position(), query.input_port) : 0);
    PortBits minimal;
    if (!second) {
      reference_.ways(topology.switch_of(query.destination)).minimal.for_each([&](int port) {
        minimal.add(port - topology.p());
      });
    }
    minimal_ports_.drive_bits(minimal.words, PortBits::kWords);
    instance_.eval();
    PortBits allowed;
    allowed_ports_.add_bits(0, allowed.words);
    for (int port = 0; port < topology.a() - 1; ++port) {
      const int of_switch = port + topology.p();
      if (allowed.contains(port)) ports[of_switch / 64] |= std::uint64_t{1} << of_switch % 64;
    }
  }

 private:
  LocalPairPorts reference_;
  Instance instance_;
  Pin second_ = instance_.input("second_i", 1);
  Pin previous_, minimal_ports_, allowed_ports_;
};

/// The block `parity_sign`: rtl/parity_sign.sv, or what has its ports. Sizes are local ports of a
/// switch.
RtlBlockEntry parity_sign_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = fmt::format(
      "routing.function rlm with restriction parity_sign, in a dragonfly with groups of 2 to {} "
      "switches",
      block->largest_size() + 1);
  entry.stands_for<PortMatcher, LocalPairPorts>(
      [block](const LocalPairPorts& pairs, int /*ports*/) {
        return pairs.restriction() == LocalRestriction::kParitySign && pairs.topology()->a() >= 2 &&
               pairs.topology()->a() - 1 <= block->largest_size();
      },
      [block](const LocalPairPorts& pairs, int /*ports*/, std::uint64_t seed) {
        return std::make_unique<ParitySignAdapter>(block, block->of_size(pairs.topology()->a() - 1),
                                                   pairs, seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    return RtlCircuit{block->module(), {{"Ports", request.local_ports}}};
  };
  return entry;
}

const RtlDecisionRegistry::Registration kParitySignBlock("parity_sign", {parity_sign_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
