#include "hw/switch/switch.h"

#include <utility>

namespace netloom {
inline namespace hw {

Switch::Switch(sc_core::sc_module_name name, QuantumClock& clock,
               std::unique_ptr<SwitchRouter> router, std::unique_ptr<PortSelector> selector,
               std::unique_ptr<SwitchArbiters> arbiters, std::unique_ptr<RegisterFile> registers,
               std::unique_ptr<FaultUnit> faults, SwitchPlan plan,
               const SwitchModelMaker& make_model, std::atomic<std::uint64_t>& writes)
    : sc_core::sc_module(name),
      clock_(clock),
      router_(std::move(router)),
      selector_(std::move(selector)),
      arbiters_(std::move(arbiters)),
      registers_(std::move(registers)),
      faults_(std::move(faults)) {
  plan.router = router_.get();
  plan.selector = selector_.get();
  plan.arbiters = arbiters_.get();
  plan.registers = registers_.get();
  plan.faults = faults_.get();
  model_ = make_model(plan);
  observed_ = {plan.id, plan.vc_shift, model_.get(), router_.get(), registers_.get()};

  router_->registers_written(*registers_);
  registers_->on_write([this, &writes](const std::string& register_name, int index) {
    writes.fetch_add(1, std::memory_order_relaxed);
    router_->register_written(*registers_, register_name, index);
    model_->registers_written();
  });
  const int vcs = registers_->shape().vcs;
  const auto id = plan.id;
  registers_->provide("SWITCH_ID", [id](int /*index*/) { return id; });
  const std::vector<PortShape> ports = plan.ports;
  registers_->provide("CREDITS", [this, vcs, ports](int index) {
    const PortShape& port = ports[static_cast<std::size_t>(index / vcs)];
    const bool to_switch = index % vcs < port.output_vcs && port.credits > 0;
    return to_switch ? static_cast<std::uint32_t>(model_->credits(index / vcs, index % vcs)) : 0u;
  });
  registers_->provide("ROUND_ROBIN_IN", [this](int index) {
    return static_cast<std::uint32_t>(model_->input_arbiter_pointer(index));
  });
  registers_->provide("ROUND_ROBIN_OUT", [this](int index) {
    return static_cast<std::uint32_t>(model_->output_arbiter_pointer(index));
  });
  registers_->provide("CYCLIC_PORT", [this](int /*index*/) {
    return static_cast<std::uint32_t>(model_->cyclic_port());
  });
  if (InjectionCounter* const counter = router_->injection_counter()) {
    for (const RegisterInfo& info : registers_->registers()) {
      if (info.register_class != RegisterClass::kCounters) continue;
      const std::string& register_name = info.name;
      registers_->provide(register_name, [this, counter, register_name](int index) {
        return counter->counter(register_name, index, clock_.end() - 1);
      });
    }
  }
}

void Switch::observe(SwitchObserver& observer) {
  model_->observe(observed_, &observer);
}

}  // namespace hw
}  // namespace netloom
