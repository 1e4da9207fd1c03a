#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/kernel/systemc.h"
#include "hw/structural/structural_switch.h"
#include "routing/base/visible.h"
#include "rtl/view/flit_on_link.h"
#include "rtl/view/shadowed_signal.h"
#include "rtl/view/switch_instance.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// A Verilated switch beside the structural one, which decides: it gets the same pins in each
/// cycle, and its pins and registers are compared with what the model shows.
class RtlShadow : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> rst_ni{"rst_ni"};

  RtlShadow(sc_core::sc_module_name name, const structural::StructuralSwitch& model,
            const SharedBlock& object, const SwitchKind& kind, const SwitchStraps& straps);

  void registers_written() { rtl_.registers_written(); }
  void will_be_written(Cycle from, std::uint64_t address, std::uint32_t value) {
    rtl_.will_be_written(from, address, value);
  }

  /// All that is compared, from cause to effect: heads, room, grants, pins, and the registers
  /// behind the clock's edge. In Phase::kEnd as of the cycle that ends.
  const std::vector<ShadowedSignal>& signals() const { return signals_; }
  /// Values of pins and registers that were compared, in all cycles.
  std::uint64_t compared() const { return compared_; }

 private:
  /// Of signals_, per channel, side or port; -1: there is none.
  using Indices = std::vector<int>;
  /// Of input channels.
  struct Heads {
    Indices ready, candidates, entering, minimal;
    Indices deviates;  ///< none unless links fail
  };
  /// Of outputs of the crossbar, see SwitchInstance::taken().
  struct Grants {
    Indices taken, input, output_vc;
    Indices drops;  ///< per input channel; none unless links fail
  };
  /// Of ports.
  struct Links {
    Indices valid, vc, head, tail, first, last, data;
    std::vector<Indices> header;  ///< per field
  };
  /// Of places of credits, see SwitchInstance::credit_valid().
  struct Credits {
    Indices valid, vc, phits;
  };
  struct Register {
    int index;
    std::uint64_t address;
  };

  void before_end_of_elaboration() override;
  void reset();

  int add(std::string name, int port, int vc, std::string part, int width, bool mask = false);
  void add_heads();
  void add_rooms();
  void add_grants();
  void add_links();
  void add_credits();
  void add_registers();
  /// Whether RTL has what it shows: an arbiter by another rule has no pointer, nor has one that has
  /// nobody to choose from.
  bool has_register(const RegisterInfo& info) const;
  void add_register(const RegisterInfo& info, int number, int word);

  /// What the model has before it allocates.
  void note_heads();
  void note_rooms();
  /// The cycle of the RTL.
  void step();
  void set_heads();
  void set_rooms();
  void set_counts();
  void set_grants();
  void set_link(int port);
  /// Of flit_data of the port; whose phit has one.
  void set_header(int port, bool of_model, bool of_rtl);
  void set_credits();
  void set_registers();
  void compare();
  [[noreturn]] void fail(const std::string& place, const std::string& what, const std::string& part,
                         const std::string& signal) const;

  ShadowedSignal& at(int number) { return signals_[static_cast<std::size_t>(number)]; }
  void set(int number, bool compared, std::uint64_t model, std::uint64_t rtl);
  const structural::SwitchParameters& parameters() const { return model_.parameters(); }
  std::string value_text(const ShadowedSignal& signal, const BitVector& value) const;

  const structural::StructuralSwitch& model_;
  SwitchInstance rtl_;
  std::uint64_t compared_ = 0;
  std::vector<ShadowedSignal> signals_;
  Heads heads_;
  Indices rooms_, counts_;  ///< per output channel; counts of credits
  Grants grants_;
  Links links_;
  Credits credits_;
  std::vector<Register> registers_;
  std::vector<FlitOnLink> leaving_;  ///< that the model sends, per port
};

}  // namespace rtl
}  // namespace netloom
