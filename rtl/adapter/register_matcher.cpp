#include "rtl/adapter/register_matcher.h"

#include <algorithm>
#include <cstddef>

#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/port_bits.h"
#include "rtl/port_addresses.h"

namespace netloom {
inline namespace rtl {

RegisterMatcher::Bank::Bank(const SharedBlock& block, const netloom_module& module,
                            const Shape& shape, int first_port, std::uint64_t seed)
    : instance(block, module, seed),
      registers(instance, port_address_bits(shape.register_set), shape.bank_ports, first_port,
                std::min(shape.bank_ports, shape.ports - first_port)),
      destination(instance.input("destination_i", kNodeBits)),
      allowed_ports(instance.output("allowed_ports_o", shape.bank_ports)) {
  if (shape.has_source) source = instance.input("source_i", kNodeBits);
}

RegisterMatcher::RegisterMatcher(const SharedBlock& block, const netloom_module& module,
                                 const Shape& shape, std::uint64_t seed)
    : shape_(shape) {
  for (int first = 0; first < shape.ports; first += shape.bank_ports) {
    banks_.push_back(
        std::make_unique<Bank>(block, module, shape, first, seed_of_part(seed, banks_.size())));
  }
  reset();
}

void RegisterMatcher::reset() {
  for (const auto& bank : banks_) {
    bank->registers.idle();
    bank->instance.reset();
    bank->registers.forget();
  }
  clock_ = {};
}

void RegisterMatcher::registers_written(const RegisterFile& file) {
  for (const auto& bank : banks_) bank->registers.write(file);
}

void RegisterMatcher::match(const RouteQuery& query, std::uint64_t* ports) {
  clock_.advance(query.cycle, [this] {
    for (const auto& bank : banks_) {
      bank->registers.disturb();
      bank->instance.clock();
    }
  });
  PortBits allowed;
  std::size_t first = 0;
  for (const auto& bank : banks_) {
    bank->destination.drive(query.destination);
    if (bank->source) bank->source->drive(query.source);
    bank->instance.eval();
    bank->allowed_ports.add_bits(first, allowed.words);
    first += static_cast<std::size_t>(shape_.bank_ports);
  }
  // Ports of the last bank that the switch has not keep their reset values.
  allowed.add_to(ports, shape_.ports);
}

}  // namespace rtl
}  // namespace netloom
