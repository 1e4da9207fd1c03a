#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "hw/structural/pin_switch.h"
#include "routing/decision/selection.h"
#include "rtl/loadable/instance.h"
#include "rtl/view/bit_vector.h"
#include "rtl/view/phit_coding.h"
#include "rtl/view/switch_kind.h"

namespace netloom {
inline namespace rtl {

/// What tells one switch of a kind from another, beside its registers.
struct SwitchStraps {
  BitVector place;  ///< see SwitchRoute
  int place_bits = 1;
  std::vector<TableWord> table;  ///< see SwitchRoute
  BitVector offered;             ///< output channels that the VC policy offers
  PortPreference preference;     ///< of the selection
};

/// A Verilated switch (rtl/switch/netloom_switch.sv) between pins: its inputs are driven, its
/// outputs read, and its clock rises, once in each cycle.
///
/// Beside it is a list of the flits that are in it, with what no hardware carries of them, by which
/// every phit that leaves is checked. BrokenInvariant: one leaves that should not, or with other
/// bits; a grant or a credit for a flit that is not there.
class RtlSwitch : public structural::PinSwitch {
 public:
  sc_core::sc_in<bool> rst_ni{"rst_ni"};

  RtlSwitch(sc_core::sc_module_name name, const SwitchPlan& plan, structural::Clock& clock,
            const SharedBlock& object, const SwitchKind& kind, const SwitchStraps& straps);

  /// The fabric manager has written registers: the words that are not as they were go to the switch
  /// over APB. Before the first cycle at once; while it runs, one word in two cycles.
  void registers_written() { written_ = true; }

  struct StoredFlit {
    Flit flit;
    int output = -1;  ///< channel that it was granted; -1: none
  };
  /// Of an input channel, in their order, until their last phit has left.
  const std::deque<StoredFlit>& stored(int input) const { return at(stored_, input); }
  /// The first of these that has not been granted an output; null: there is none.
  const StoredFlit* front(int input) const;
  struct CrossingFlit {
    Flit flit;
    Cycle staged;  ///< in which its first phit comes to the output stage
    Cycle whole;   ///< … its last
  };
  /// For an output channel: granted, and their head has not come to the link, in their order.
  const std::deque<CrossingFlit>& crossing(int output) const { return at(crossing_, output); }
  /// Phits times cycles of the flits that an input channel was granted.
  std::uint64_t occupancy(int input) const { return at(occupancy_, input); }
  /// Whether a packet has taken an output channel, of which not all flits have been granted.
  bool owned(int output) const { return owned_[static_cast<std::size_t>(output)]; }
  /// Phits that an output channel was granted, or that have started on the link behind its buffer.
  std::uint64_t sent(int output) const { return at(sent_, output); }
  /// The first cycle in which no flit crosses from the crossbar input of an input channel, or to
  /// the crossbar output of an output channel.
  Cycle input_free_from(int input) const {
    return at(input_free_, parameters_.crossbar_input(input));
  }
  Cycle output_free_from(int output) const {
    return at(output_free_, parameters_.crossbar_output(output));
  }
  /// Behind output buffers: the first cycle in which the link of a port can start a flit.
  Cycle link_free_from(int port) const { return at(link_free_, port); }

  /// What the pins for who looks say, behind the last cycle.
  bool ready(int input) const { return ready_.bit(input); }
  bool may_take(int input, int output) const {
    return candidates_.bit(input * parameters_.channels() + output);
  }
  /// … and comes into a ring by it.
  bool enters(int input, int output) const {
    return entering_.bit(input * parameters_.channels() + output);
  }
  /// … less those of a flit that starts from the output buffer, while a cycle is allocated.
  int credits(int output) const {
    return credits_.field(output, credit_bits_) - at(started_, output);
  }
  /// Phits that may be granted: credits, or space of the output buffer.
  int room(int output) const { return room_.field(output, credit_bits_); }
  /// A word of the registers, over APB's address.
  std::uint32_t read_register(std::uint64_t address) const;

 private:
  /// Phits of a flit that is on a link.
  struct OnLink {
    Flit flit;
    int vc = 0;
    int phits = 0;  ///< that have been there
  };
  /// A word of a register that software writes.
  struct Word {
    std::uint64_t address;
    int learnt = -1;  ///< not by software but by what links say: learn_addr_i; -1: by software
    std::optional<std::uint32_t> value;  ///< as it was written last; none: not yet
  };

  void before_end_of_elaboration() override;
  void reset();
  void step();
  /// All registers are as the register file has them, and the table is filled, before the first
  /// cycle.
  void program();
  void fill_table();
  /// What of the register file is to be written.
  void note_written();
  /// Half of an access over APB: its setup phase, or its access phase.
  void write_register();
  void drive();
  void drive_idle();
  void drive_failures();
  /// A head that is granted may leave by an emergency path.
  void note_deviation(int input, Flit& flit);
  void take_arrival(int port, const structural::LinkPins& pins);
  void note_grants();
  void note_grant(int input, int output);
  structural::LinkPins leaving(int port);
  void note_start(int output, const Flit& flit);
  structural::CreditPins credits_of(int port);
  void release(int input, int phits);
  /// The outputs for who looks.
  void read_heads();
  /// The flit at the front of an input channel has come there.
  void tell_front(int input);
  [[noreturn]] void fail(const std::string& what) const { parameters_.fail("RTL: " + what); }

  /// An input, by bits, which drive() gives it.
  class Input {
   public:
    Input(const Instance& instance, const char* name, int bits)
        : pin_(instance.input(name, bits)), value_(zero_bits(bits)) {}
    void clear() { value_.assign(value_.size(), 0); }
    /// Of a vector of fields of so many bits, which are 0.
    template <class Value>
    void set(int index, int bits, Value value) {
      set_bits(value_, bit_of_field(index, bits), bits, static_cast<std::uint64_t>(value));
    }
    BitVector& value() { return value_; }
    void drive() const { pin_.drive_bits(value_.data(), static_cast<int>(value_.size())); }

   private:
    Pin pin_;
    BitVector value_;
  };
  /// An output, by bits, as of the last read().
  class Output {
   public:
    Output(const Instance& instance, const char* name, int bits)
        : pin_(instance.output(name, bits)), value_(zero_bits(bits)) {}
    void read() {
      value_.assign(value_.size(), 0);
      pin_.add_bits(0, value_.data());
    }
    bool bit(int index) const { return bits_at(value_, static_cast<std::size_t>(index), 1) != 0; }
    /// Of a vector of fields of so many bits.
    int field(int index, int bits) const {
      return static_cast<int>(bits_at(value_, bit_of_field(index, bits), bits));
    }
    const BitVector& value() const { return value_; }

   private:
    Pin pin_;
    BitVector value_;
  };

  const RegisterFile& registers_;
  PhitCoding coding_;
  mutable Instance instance_;
  int lanes_;  ///< of a port: credits that may come in a cycle, and inputs of the crossbar
  int vc_bits_, phits_bits_, channel_bits_, credit_bits_;
  // Per port, as netloom_switch has them.
  Input flit_valid_i_, flit_vc_i_, flit_head_i_, flit_tail_i_, flit_first_i_, flit_last_i_,
      flit_data_i_, credit_valid_i_, credit_vc_i_, credit_phits_i_;
  Output flit_valid_o_, flit_vc_o_, flit_head_o_, flit_tail_o_, flit_first_o_, flit_last_o_,
      flit_data_o_, credit_valid_o_, credit_vc_o_, credit_phits_o_;
  Output taken_, taken_input_, taken_vc_;  ///< per crossbar output
  // Per channel.
  Output ready_, candidates_, entering_, credits_, room_;
  /// In a network whose links fail.
  struct FailurePins {
    FailurePins(const Instance& instance, int ports, int channels)
        : dead(instance, "link_dead_i", ports),
          failed(instance, "link_failed_i", ports),
          deviates(instance, "watch_deviates_o", channels) {}
    Input dead, failed;
    Output deviates;
  };
  std::optional<FailurePins> failure_;
  Pin table_we_, table_addr_, table_wdata_, table_rdata_;
  // APB4.
  Pin learn_, learn_addr_, learn_data_;
  Pin psel_, penable_, pwrite_, paddr_, pwdata_, prdata_, pslverr_;

  std::vector<TableWord> table_;
  std::vector<OnLink> coming_, going_;              ///< per port
  std::vector<std::deque<StoredFlit>> stored_;      ///< per input channel
  std::vector<std::deque<CrossingFlit>> crossing_;  ///< per output channel
  std::vector<int> started_;  ///< per output channel: phits of the flit that starts from its buffer
  std::vector<bool> owned_;   ///< per output channel
  std::vector<std::uint64_t> occupancy_, sent_;  ///< per channel
  std::vector<Cycle> input_free_, output_free_;  ///< per channel that names an end of the crossbar
  std::vector<Cycle> link_free_;                 ///< per port
  std::vector<Word> words_;
  std::deque<std::size_t> to_write_;  ///< of words_
  bool setup_ = false;                ///< the cycle before was the setup phase of an access
  bool programmed_ = false;
  bool written_ = false;  ///< the register file, since note_written()
};

}  // namespace rtl
}  // namespace netloom
