#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/davc/davc_vcs.h"
#include "routing/registers/register_file.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated rtl/davc_vc.sv, for switches with up to `Ports` ports, a VcDecision. Registers
/// that software writes come by we_i, those that the handshake of the links fills by learn_i, one
/// in a clock cycle beside those of the network; in these, addresses and data are random. The
/// decision is combinational.
template <class Model, int Ports>
class DavcVcAdapter final : public VcDecision, public ClockedBlocks {
 public:
  /// `name` stands for the implementation in messages.
  DavcVcAdapter(std::string name, int ports, std::uint64_t seed)
      : name_(std::move(name)), ports_(ports), instance_(seed) {
    reset();
  }

  void reset() override {
    instance_->we_i = 0;
    instance_->learn_i = 0;
    instance_.reset();
    held_.clear();
    clock_ = {};
  }

  /// Error: a value reads back as another one.
  void registers_written(const RegisterFile& file) override {
    // Addresses are those of netloom_regs_pkg: the words of the switch and those of a port, each in
    // the order of the register table.
    int switch_word = 0;
    int port_word = 0;
    std::size_t at = 0;
    for (const RegisterInfo& info : file.registers()) {
      if (std::find(info.sets.begin(), info.sets.end(), RegisterSet::kDavc) == info.sets.end()) {
        continue;
      }
      if (info.scope == RegisterScope::kSwitch) {
        hold(file, info, 0, kSwitch | switch_word++, at++);
        continue;
      }
      for (int port = 0; port < ports_; ++port) {
        hold(file, info, port, port << kWordBits | port_word, at++);
      }
      ++port_word;
    }
  }

  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    clock_.advance(head.cycle, [this] {
      instance_.disturb(instance_->addr_i, kAddressBits);
      instance_.disturb(instance_->wdata_i, 32);
      instance_.clock();
    });
    drive(instance_->input_port_i, head.input_port);
    drive(instance_->input_vc_i, head.input_vc);
    instance_->eval();
    std::uint64_t result = 0;
    if (bit_of(instance_->stay_ports_o, hop.output_port)) {
      result |= std::uint64_t{1} << head.input_vc;
    }
    if (bit_of(instance_->rise_ports_o, hop.output_port)) {
      result |= std::uint64_t{1} << instance_->next_vc_o;
    }
    return result;
  }

 private:
  static constexpr int kWordBits = 2;  // DavcAddrWidth
  static constexpr int kAddressBits = 1 + index_bits(Ports) + kWordBits;
  static constexpr int kSwitch = 1 << (kAddressBits - 1);

  /// Register `at` of all, at `address`, comes to hold what instance `index` in the file does.
  void hold(const RegisterFile& file, const RegisterInfo& info, int index, int address,
            std::size_t at) {
    const std::uint32_t value = file.value(info.name, index);
    if (at < held_.size() && held_[at] == value) return;
    drive(instance_->addr_i, address);
    instance_->eval();
    if (at == held_.size()) held_.push_back(instance_->rdata_o);
    if (held_[at] == value) return;
    const bool learnt = info.access == RegisterAccess::kReadOnly;
    instance_->wdata_i = value;
    drive(instance_->we_i, !learnt);
    drive(instance_->learn_i, learnt);
    instance_.clock();
    instance_->we_i = 0;
    instance_->learn_i = 0;
    instance_->eval();
    const std::uint32_t result = instance_->rdata_o;
    if (result != value) {
      throw Error("RTL block implementation '" + name_ + "': " + info.name +
                  (info.scope == RegisterScope::kPort ? " of port " + std::to_string(index) : "") +
                  " reads back as " + std::to_string(result) + " after " + std::to_string(value) +
                  " was written");
    }
    held_[at] = value;
  }

  std::string name_;
  int ports_;
  VerilatedInstance<Model> instance_;
  std::vector<std::uint32_t> held_;  ///< what the instance holds, in the order of writing
  SwitchClock clock_;
};

/// The block `davc_vc`: rtl/davc_vc.sv, or what has its ports. Sizes are ports of a switch,
/// variants the functions in the order of DavcFunction.
template <class... Sizes>
RtlBlockEntry davc_vc_block(const std::string& name, const std::string& top) {
  RtlBlockEntry entry;
  entry.fits = "routing.vcs.policy davc, with switches of up to " +
               std::to_string(largest_size<Sizes...>()) + " ports";
  const auto implements = [](const DavcVcs& davc, int ports) {
    return ports <= largest_size<Sizes...>(static_cast<int>(davc.rule().function()));
  };
  const auto make = [name](const DavcVcs& davc, int ports, std::uint64_t seed) {
    const int function = static_cast<int>(davc.rule().function());
    return make_of_size<VcDecision, Sizes...>(ports, function, [&](auto size) {
      using Size = decltype(size);
      return std::make_unique<DavcVcAdapter<typename Size::Model, Size::kSize>>(name, ports, seed);
    });
  };
  entry.stands_for<VcDecision, DavcVcs>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {{"Function", static_cast<int>(request.davc)},
                          {"Ports", request.shape.ports},
                          {"NodeWidth", bits_for(request.shape.switches)},
                          {"Vcs", std::max(request.shape.vcs, 2)}};
    circuit.registers = {"NODE_ID", "PORT_ID", "NEIGHBOUR_ID", "NEIGHBOUR_PORT"};
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
