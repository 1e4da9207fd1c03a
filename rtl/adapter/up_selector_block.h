#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/selection.h"
#include "rtl/adapter/power_of_two.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated rtl/up_selector.sv of `Channels` channels a PortSelector. The choice is
/// combinational; the pointer of cyclic priority moves at an edge with used_i. The inputs of a
/// switch share it: each that is granted its output in a cycle takes an edge, since each sees what
/// the one before has left. At an edge, only used_i counts, and with it used_port_i: the other
/// inputs but straps are random then.
template <class Model, int Channels>
class UpSelectorAdapter final : public PortSelector, public ClockedBlocks {
 public:
  /// `name` stands for the implementation in messages.
  UpSelectorAdapter(std::string name, const SelectorStraps& straps, std::uint64_t seed)
      : name_(std::move(name)),
        by_source_(straps.preference.operand == PortPreference::Operand::kSource),
        instance_(seed) {
    drive(instance_->base_i, straps.preference.base);
    drive(instance_->shift_i, log2_exactly(straps.preference.weight));
    drive(instance_->mask_i, straps.preference.radix - 1);
    drive(instance_->cyclic_i, straps.cyclic);
    drive(instance_->last_port_i, straps.ports - 1);
    drive(instance_->vc_shift_i, straps.vc_shift);
    reset();
  }

  void reset() override {
    instance_->used_i = 0;
    instance_.reset();
    clock_ = {};
  }

  /// Error: the two forms of the answer, one-hot and number, contradict each other.
  int select(const SelectionQuery& query) override {
    clock_.advance(query.cycle, [this] {
      disturb_head();
      instance_.disturb(instance_->used_port_i, kPortBits);
      instance_.clock();
    });
    drive(instance_->operand_i, by_source_ ? query.source : query.destination);
    drive_bits(instance_->qualifying_i, query.qualifying, query.words);
    instance_->eval();
    const int index = instance_->valid_o ? static_cast<int>(instance_->index_o) : kNone;
    if (!has_only_bit<Channels>(instance_->grant_o, index)) {
      throw Error("RTL block implementation '" + name_ +
                  "': grant_o is not the channel of index_o" + " (" +
                  (index == kNone ? "none" : std::to_string(index)) + ") in cycle " +
                  std::to_string(query.cycle));
    }
    return index;
  }

  void used(int port) override {
    disturb_head();
    drive(instance_->used_port_i, port);
    instance_->used_i = 1;
    instance_.clock();
    instance_->used_i = 0;
    clock_.edge_made();
  }

 private:
  /// Ports as netloom_rtl_block has them.
  static constexpr int kPortBits = index_bits(std::min(Channels, kMaxPorts));

  void disturb_head() {
    instance_.disturb(instance_->operand_i, kNodeBits);
    instance_.disturb(instance_->qualifying_i, Channels);
  }

  std::string name_;
  bool by_source_;
  VerilatedInstance<Model> instance_;
  SwitchClock clock_;
};

/// The block `up_selector`: rtl/up_selector.sv, or what has its ports. Sizes are channels of a
/// switch.
template <class... Sizes>
RtlBlockEntry up_selector_block(const std::string& name, const std::string& top) {
  RtlBlockEntry entry;
  entry.fits =
      "routing.selection ff, ssp or cp, and where k is a power of two sdp, sop, sadp or adap_lin, "
      "with switches of up to " +
      std::to_string(largest_size<Sizes...>()) + " channels (port and VC)";
  const auto implements = [](const OwnSelection& own, int /*ports*/) {
    const SelectorStraps& straps = own.straps();
    return is_power_of_two(straps.preference.radix) &&
           straps.ports << straps.vc_shift <= largest_size<Sizes...>();
  };
  const auto make = [name](const OwnSelection& own, int /*ports*/, std::uint64_t seed) {
    const SelectorStraps& straps = own.straps();
    const int channels = straps.ports << straps.vc_shift;
    return make_of_size<PortSelector, Sizes...>(channels, 0, [&](auto size) {
      using Size = decltype(size);
      return std::make_unique<UpSelectorAdapter<typename Size::Model, Size::kSize>>(name, straps,
                                                                                    seed);
    });
  };
  entry.stands_for<PortSelector, OwnSelection>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    const SwitchShape& shape = request.shape;
    int channels = shape.ports;
    for (int vcs = 1; vcs < shape.vcs; vcs *= 2) channels *= 2;
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {
        {"Ports", shape.ports}, {"Channels", channels}, {"Width", bits_for(shape.hosts)}};
    circuit.registers = {"CYCLIC_PORT"};
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
