#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "hw/structural/base/signals.h"
#include "hw/structural/base/switch_parameters.h"
#include "routing/base/visible.h"
#include "rtl/loadable/instance.h"
#include "rtl/view/bit_vector.h"
#include "rtl/view/flit_on_link.h"
#include "rtl/view/phit_coding.h"
#include "rtl/view/register_words.h"
#include "rtl/view/switch_kind.h"
#include "rtl/view/switch_straps.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE rtl {

/// Whether the module has the pins watch_*_o, which show heads, grants and credits: all or none.
bool has_watch_pins(const BlockObject& object);

/// Error: it has not, by which packets are followed through a switch in the place of the model.
void require_watch_pins(const BlockObject& object);

/// A Verilated switch (rtl/switch/netloom_switch.sv): its inputs are driven, its outputs read, and
/// its clock rises, once in each cycle. Its registers and its forwarding table are filled.
class SwitchInstance {
 public:
  SwitchInstance(const structural::SwitchParameters& of, const SharedBlock& object,
                 const SwitchKind& kind, const SwitchStraps& straps);

  void reset();
  /// The fabric manager has written registers: the words that are not as they were go to the switch
  /// over APB. Before the first cycle at once; while it runs, one word in two cycles.
  void registers_written() { written_ = true; }
  /// The fabric manager will write a word: it goes to the switch so early that it counts from this
  /// cycle on. To be called before the start, in the order of the cycles.
  void will_be_written(Cycle from, std::uint64_t address, std::uint32_t value) {
    announced_.push_back({from, address, value});
  }

  // ---- A cycle, in this order.

  /// Nothing comes. Before the first cycle all registers are written, and the table is filled.
  void begin_cycle();
  /// What comes on the link of a port: a phit, if there is one, and a credit.
  void take(int port, const structural::LinkPins& pins);
  void take(int port, const structural::Credit& credit);
  /// The outputs are those of what comes.
  void settle();
  /// The pins for who looks, as they are now.
  void look();
  /// The clock rises; look() behind it.
  void clock();

  // ---- What leaves on a link, as of settle().

  bool flit_valid(int port) const { return flit_valid_o_.bit(port); }
  int flit_vc(int port) const { return flit_vc_o_.field(port, vc_bits_); }
  bool flit_head(int port) const { return flit_head_o_.bit(port); }
  bool flit_tail(int port) const { return flit_tail_o_.bit(port); }
  bool flit_first(int port) const { return flit_first_o_.bit(port); }
  bool flit_last(int port) const { return flit_last_o_.bit(port); }
  BitVector flit_data(int port) const;
  /// What flit_data() is in phit number `index` of a flit.
  BitVector phit(const Flit& flit, int index) const { return coding_.words(flit, index); }
  /// The fields of the header in it.
  const std::vector<PhitCoding::Field>& header() const { return coding_.fields(); }

  /// Places of credits, and of inputs of the crossbar, that a port has: 1, or with a full crossbar
  /// one for each VC.
  int lanes() const { return lanes_; }
  /// `side`: port * lanes() + lane.
  bool credit_valid(int side) const { return credit_valid_o_.bit(side); }
  int credit_vc(int side) const { return credit_vc_o_.field(side, vc_bits_); }
  int credit_phits(int side) const { return credit_phits_o_.field(side, phits_bits_); }
  /// Whether this output of the crossbar is granted, to which input channel, and which VC of the
  /// output port.
  bool taken(int side) const { return watch_->taken.bit(side); }
  int taken_input(int side) const { return watch_->input.field(side, channel_bits_); }
  int taken_vc(int side) const { return watch_->output_vc.field(side, vc_bits_); }
  /// Whether a head that is granted may leave by an emergency path, around a failed link.
  bool deviates(int input) const { return watch_->deviates && watch_->deviates->bit(input); }

  /// Whether the head begins to leave its buffer, and is dropped.
  bool drops(int input) const { return watch_->drops && watch_->drops->bit(input); }

  /// Whether there are the pins for who looks (has_watch_pins()), of which taken() to drops(),
  /// and those that follow, tell.
  bool watched() const { return watch_.has_value(); }

  // ---- What these pins say, as of look().

  bool ready(int input) const { return watch_->ready.bit(input); }
  bool may_take(int input, int output) const {
    return watch_->candidates.bit(input * of_.channels() + output);
  }
  /// … and comes into a ring by it.
  bool enters(int input, int output) const {
    return watch_->entering.bit(input * of_.channels() + output);
  }
  /// … and goes on on a minimal path by it; all without in-transit misrouting.
  bool is_minimal(int input, int output) const {
    return !watch_->minimal || watch_->minimal->bit(input * of_.channels() + output);
  }
  int credits(int output) const { return watch_->credits.field(output, credit_bits_); }
  /// Phits that may be granted: credits, or space of the output buffer.
  int room(int output) const { return watch_->room.field(output, credit_bits_); }

  // Bits of these.
  int vc_bits() const { return vc_bits_; }
  int phits_bits() const { return phits_bits_; }
  int channel_bits() const { return channel_bits_; }
  int credit_bits() const { return credit_bits_; }
  int phit_bits() const { return coding_.bits(); }

  // ---- Registers.

  /// A word of the registers, over APB, between two edges of the clock: the access phase of a read
  /// that does not wait, behind which the pins are what they were.
  std::uint32_t read_register(std::uint64_t address) const;
  /// Whether a write of this word is on its way, or counts from a later cycle on.
  bool to_be_written(std::uint64_t address) const;
  /// What of registers and table does not read back as it was written, or was refused; empty:
  /// nothing.
  const std::string& wrong_access() const { return wrong_access_; }
  /// … the output that says so.
  const std::string& wrong_pin() const { return wrong_pin_; }
  /// What the monitor at its pins said first (rtl/monitor/); empty: nothing.
  const std::string& broken_rule() const { return broken_rule_; }
  /// Error, with cycle, switch, file and line: it has ended the simulation ($finish, $stop).
  void require_running() const;

 private:
  struct Word : RegisterWord {
    std::optional<std::uint32_t> value = {};  ///< as it was written last; none: not yet
  };

  struct Announced {
    Cycle from;
    std::uint64_t address;
    std::uint32_t value;
  };

  /// An input, by bits, which settle() gives it.
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

  /// In a network whose links fail.
  struct FailurePins {
    FailurePins(const Instance& instance, int ports)
        : dead(instance, "link_dead_i", ports), failed(instance, "link_failed_i", ports) {}
    Input dead, failed;
  };

  /// For who looks.
  struct WatchPins {
    explicit WatchPins(const SwitchInstance& of);
    Output taken, input, output_vc;                     ///< per crossbar output
    Output ready, candidates, entering, credits, room;  ///< per channel
    std::optional<Output> minimal;                      ///< … with in-transit misrouting
    std::optional<Output> deviates, drops;              ///< … in a network whose links fail
  };

  /// With a selection that draws.
  struct RandomPins {
    explicit RandomPins(const Instance& instance)
        : load(instance.input("random_load_i", 1)), word(instance.input("random_word_i", 64)) {}
    Pin load, word;
    std::optional<Cycle> next;  ///< the cycle to which its register has stepped
  };

  void program();
  /// The register that is drawn from has the cycle's word: it steps in each, and is loaded in the
  /// first and behind cycles that were passed over.
  void drive_random();
  void fill_table();
  /// What of the register file is to be written.
  void note_written();
  /// … of what was announced.
  void note_announced();
  /// Whether the register file has not yet got what of an announced write is on its way.
  bool counts_later(std::uint64_t address) const;
  void note_value(std::size_t word, std::uint32_t value);
  /// Half of an access over APB: its setup phase, or its access phase.
  void write_register();
  /// No access over APB.
  void select_nothing() const;
  void drive_idle();
  void drive_failures();
  /// The clock's rising edge, which sees no read.
  void rise();
  void note_rule() {
    const char* const said = instance_.complaint();
    if (said != nullptr && broken_rule_.empty()) broken_rule_ = said;
  }
  void note_wrong(const char* pin, const std::string& what) {
    if (!wrong_access_.empty()) return;
    wrong_access_ = what;
    wrong_pin_ = pin;
  }

  const structural::SwitchParameters& of_;
  const RegisterFile& registers_;
  PhitCoding coding_;
  mutable Instance instance_;
  int lanes_;
  int vc_bits_, phits_bits_, channel_bits_, credit_bits_;
  // Per port, as netloom_switch has them.
  Input flit_valid_i_, flit_vc_i_, flit_head_i_, flit_tail_i_, flit_first_i_, flit_last_i_,
      flit_data_i_, credit_valid_i_, credit_vc_i_, credit_phits_i_;
  Output flit_valid_o_, flit_vc_o_, flit_head_o_, flit_tail_o_, flit_first_o_, flit_last_o_,
      flit_data_o_, credit_valid_o_, credit_vc_o_, credit_phits_o_;
  std::optional<WatchPins> watch_;
  std::optional<FailurePins> failure_;
  std::optional<RandomPins> random_;
  Pin table_we_, table_addr_, table_wdata_, table_rdata_;
  // APB4.
  Pin learn_, learn_addr_, learn_data_;
  Pin psel_, penable_, pwrite_, paddr_, pwdata_, pstrb_, prdata_, pready_, pslverr_;

  std::vector<TableWord> table_;
  std::vector<FlitOnLink> coming_;  ///< per port
  std::vector<Word> words_;
  std::deque<std::size_t> to_write_;  ///< of words_
  std::vector<Announced> announced_;
  std::size_t begun_ = 0;       ///< of announced_, whose write has begun
  bool setup_ = false;          ///< the cycle before was the setup phase of an access
  mutable bool reads_ = false;  ///< the outputs are those of a read
  bool programmed_ = false;
  bool written_ = false;  ///< the register file, since note_written()
  std::string wrong_access_, wrong_pin_;
  std::string broken_rule_;
};

}  // namespace rtl
}  // namespace netloom
