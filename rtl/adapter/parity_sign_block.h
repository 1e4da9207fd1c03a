#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "routing/function/dragonfly/local_pair_ports.h"
#include "rtl/adapter/port_bits.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated rtl/parity_sign.sv a PortMatcher. It gets the local ports on minimal paths
/// from the model, as in a switch from what finds the minimal path.
template <class Model>
class ParitySignAdapter final : public PortMatcher {
 public:
  ParitySignAdapter(const LocalPairPorts& reference, std::uint64_t seed)
      : reference_(reference), instance_(seed) {
    drive(instance_->position_i, reference.position());
  }

  void registers_written(const RegisterFile& /*file*/) override {}

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    const Dragonfly& topology = *reference_.topology();
    const bool second = topology.is_local_port(query.input_port);
    drive(instance_->second_i, second);
    drive(instance_->previous_i,
          second ? topology.local_neighbour(reference_.position(), query.input_port) : 0);
    PortBits minimal;
    if (!second) {
      reference_.minimal(topology.switch_of(query.destination)).for_each([&](int port) {
        minimal.add(port - topology.p());
      });
    }
    drive_bits(instance_->minimal_ports_i, minimal.words, PortBits::kWords);
    instance_->eval();
    PortBits allowed;
    add_bits(instance_->allowed_ports_o, 0, allowed.words);
    for (int port = 0; port < topology.a() - 1; ++port) {
      const int of_switch = port + topology.p();
      if (allowed.contains(port)) ports[of_switch / 64] |= std::uint64_t{1} << of_switch % 64;
    }
  }

 private:
  LocalPairPorts reference_;
  VerilatedInstance<Model> instance_;
};

/// The block `parity_sign`: rtl/parity_sign.sv, or what has its ports. Sizes are local ports of a
/// switch.
template <class... Sizes>
RtlBlockEntry parity_sign_block(const std::string& /*name*/, const std::string& top) {
  RtlBlockEntry entry;
  entry.fits =
      "routing.function rlm with restriction parity_sign, in a dragonfly with groups of 2 to " +
      std::to_string(largest_size<Sizes...>() + 1) + " switches";
  const auto implements = [](const LocalPairPorts& pairs, int /*ports*/) {
    return pairs.restriction() == LocalRestriction::kParitySign && pairs.topology()->a() >= 2 &&
           pairs.topology()->a() - 1 <= largest_size<Sizes...>();
  };
  const auto make = [](const LocalPairPorts& pairs, int /*ports*/, std::uint64_t seed) {
    return make_of_size<PortMatcher, Sizes...>(pairs.topology()->a() - 1, 0, [&](auto size) {
      return std::make_unique<ParitySignAdapter<typename decltype(size)::Model>>(pairs, seed);
    });
  };
  entry.stands_for<PortMatcher, LocalPairPorts>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {{"Ports", request.local_ports}};
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
