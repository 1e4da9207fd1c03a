#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/decision/port_selector.h"
#include "routing/decision/selection.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/power_of_two.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Makes a Verilated rtl/up_selector.sv a PortSelector. The choice is combinational; the pointer of
/// cyclic priority moves at an edge with used_i. The inputs of a switch share it: each that is
/// granted its output in a cycle takes an edge, since each sees what the one before has left. At an
/// edge, only used_i counts, and with it used_port_i: the other inputs but straps are random then.
class UpSelectorAdapter final : public PortSelector, public ClockedBlocks {
 public:
  UpSelectorAdapter(const SharedBlock& block, const netloom_module& module,
                    const SelectorStraps& straps, std::uint64_t seed)
      : by_source_(straps.preference.operand == PortPreference::Operand::kSource),
        instance_(block, module, seed),
        used_port_(instance_.input("used_port_i", index_bits(std::min(module.size, kMaxPorts)))),
        qualifying_(instance_.input("qualifying_i", module.size)),
        grant_(instance_.output("grant_o", module.size)) {
    const int port_bits = used_port_.bits();
    instance_.input("base_i", port_bits).drive(straps.preference.base);
    instance_.input("shift_i", 5).drive(log2_exactly(straps.preference.weight));
    instance_.input("mask_i", port_bits).drive(straps.preference.radix - 1);
    instance_.input("cyclic_i", 1).drive(straps.cyclic);
    instance_.input("last_port_i", port_bits).drive(straps.ports - 1);
    instance_.input("vc_shift_i", 3).drive(straps.vc_shift);
    reset();
  }

  void reset() override {
    used_.drive(0);
    instance_.reset();
    clock_ = {};
  }

  /// Error: the two forms of the answer, one-hot and number, contradict each other.
  int select(const SelectionQuery& query) override {
    clock_.advance(query.cycle, [this] {
      disturb_head();
      instance_.disturb(used_port_);
      instance_.clock();
    });
    operand_.drive(by_source_ ? query.source : query.destination);
    qualifying_.drive_bits(query.qualifying, query.words);
    instance_.eval();
    const int index = valid_.value() != 0 ? static_cast<int>(index_.value()) : kNone;
    if (!grant_.has_only_bit(index)) {
      throw Error(fmt::format(
          "RTL block implementation '{}': grant_o is not the channel of index_o "
          "({}) in cycle {}",
          instance_.name(), index == kNone ? "none" : std::to_string(index), query.cycle));
    }
    return index;
  }

  void used(int port) override {
    disturb_head();
    used_port_.drive(port);
    used_.drive(1);
    instance_.clock();
    used_.drive(0);
    clock_.edge_made();
  }

 private:
  void disturb_head() {
    instance_.disturb(operand_);
    instance_.disturb(qualifying_);
  }

  bool by_source_;
  Instance instance_;
  Pin used_ = instance_.input("used_i", 1);
  Pin used_port_;
  Pin operand_ = instance_.input("operand_i", kNodeBits);
  Pin qualifying_, grant_;
  Pin index_ = instance_.output("index_o", 0);
  Pin valid_ = instance_.output("valid_o", 1);
  SwitchClock clock_;
};

int channels_of(const SelectorStraps& straps) {
  return straps.ports << straps.vc_shift;
}

/// The block `up_selector`: rtl/up_selector.sv, or what has its ports. Sizes are channels of a
/// switch.
RtlBlockEntry up_selector_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = fmt::format(
      "routing.selection ff, ssp or cp, and where k is a power of two sdp, sop, sadp or adap_lin, "
      "with switches of up to {} channels (port and VC)",
      block->largest_size());
  entry.stands_for<PortSelector, OwnSelection>(
      [block](const OwnSelection& own, int /*ports*/) {
        return is_power_of_two(own.straps().preference.radix) &&
               channels_of(own.straps()) <= block->largest_size();
      },
      [block](const OwnSelection& own, int /*ports*/, std::uint64_t seed) {
        return std::make_unique<UpSelectorAdapter>(block, block->of_size(channels_of(own.straps())),
                                                   own.straps(), seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    const SwitchShape& shape = request.shape;
    int channels = shape.ports;
    for (int vcs = 1; vcs < shape.vcs; vcs *= 2) channels *= 2;
    RtlCircuit circuit{
        block->module(),
        {{"Ports", shape.ports}, {"Channels", channels}, {"Width", bits_for(shape.hosts)}}};
    circuit.registers = {"CYCLIC_PORT"};
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kUpSelectorBlock("up_selector", {up_selector_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
