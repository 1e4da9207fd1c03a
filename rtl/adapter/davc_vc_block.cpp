#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "routing/base/bits.h"
#include "routing/davc/davc_vcs.h"
#include "routing/registers/register_file.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/adapter/write_port.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"
#include "rtl/port_addresses.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/davc_vc.sv a VcDecision. Registers that software writes come by we_i,
/// those that the handshake of the links fills by learn_i, one in a clock cycle beside those of the
/// network; in these, addresses and data are random. The decision is combinational.
class DavcVcAdapter final : public VcDecision, public ClockedBlocks {
 public:
  DavcVcAdapter(const SharedBlock& block, const netloom_module& module, int ports,
                std::uint64_t seed)
      : ports_(ports),
        word_bits_(port_address_bits(kDavcRegisters)),
        address_bits_(1 + index_bits(module.size) + word_bits_),
        instance_(block, module, seed),
        port_(instance_, address_bits_),
        stay_ports_(instance_.output("stay_ports_o", module.size)),
        rise_ports_(instance_.output("rise_ports_o", module.size)) {
    reset();
  }

  void reset() override {
    port_.idle();
    learn_.drive(0);
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
      if (std::find(info.sets.begin(), info.sets.end(), kDavcRegisters) == info.sets.end()) {
        continue;
      }
      if (info.scope == RegisterScope::kSwitch) {
        hold(file, info, 0, 1 << (address_bits_ - 1) | switch_word++, at++);
        continue;
      }
      for (int port = 0; port < ports_; ++port) {
        hold(file, info, port, port << word_bits_ | port_word, at++);
      }
      ++port_word;
    }
  }

  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    clock_.advance(head.cycle, [this] {
      port_.disturb();
      instance_.clock();
    });
    input_port_.drive(head.input_port);
    input_vc_.drive(head.input_vc);
    instance_.eval();
    std::uint64_t result = 0;
    if (stay_ports_.bit(hop.output_port)) result |= std::uint64_t{1} << head.input_vc;
    if (rise_ports_.bit(hop.output_port)) result |= std::uint64_t{1} << next_vc_.value();
    return result;
  }

 private:
  /// Register `at` of all, at `address`, comes to hold what instance `index` in the file does.
  void hold(const RegisterFile& file, const RegisterInfo& info, int index, int address,
            std::size_t at) {
    const std::uint32_t value = file.value(info.name, index);
    if (at < held_.size() && held_[at] == value) return;
    if (at == held_.size()) held_.push_back(port_.read(address));
    if (held_[at] == value) return;
    const auto place = [&] {
      return info.name +
             (info.scope == RegisterScope::kPort ? fmt::format(" of port {}", index) : "");
    };
    if (info.access == RegisterAccess::kReadOnly) {
      port_.write_by(learn_, address, value, place);
    } else {
      port_.write(address, value, place);
    }
    held_[at] = value;
  }

  int ports_;
  int word_bits_;  ///< of the address of a register of one port
  int address_bits_;
  Instance instance_;
  WritePort port_;
  Pin learn_ = instance_.input("learn_i", 1);
  Pin input_port_ = instance_.input("input_port_i", 0);
  Pin input_vc_ = instance_.input("input_vc_i", 0);
  Pin stay_ports_, rise_ports_;
  Pin next_vc_ = instance_.output("next_vc_o", 0);
  std::vector<std::uint32_t> held_;  ///< what the instance holds, in the order of writing
  SwitchClock clock_;
};

int variant_of(const DavcVcs& davc) {
  return static_cast<int>(davc.rule().function());
}

/// The block `davc_vc`: rtl/davc_vc.sv, or what has its ports. Sizes are ports of a switch,
/// variants the functions in the order of DavcFunction.
RtlBlockEntry davc_vc_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = fmt::format("routing.vcs.policy davc, with switches of up to {} ports",
                           block->largest_size());
  entry.stands_for<VcDecision, DavcVcs>(
      [block](const DavcVcs& davc, int ports) {
        return ports <= block->largest_size(variant_of(davc));
      },
      [block](const DavcVcs& davc, int ports, std::uint64_t seed) {
        return std::make_unique<DavcVcAdapter>(block, block->of_size(ports, variant_of(davc)),
                                               ports, seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    RtlCircuit circuit{block->module(),
                       {{"Function", static_cast<int>(request.davc)},
                        {"Ports", request.shape.ports},
                        {"NodeWidth", bits_for(request.shape.switches)},
                        {"Vcs", std::max(request.shape.vcs, 2)}}};
    circuit.registers = {"NODE_ID", "PORT_ID", "NEIGHBOUR_ID", "NEIGHBOUR_PORT"};
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kDavcVcBlock("davc_vc", {davc_vc_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
