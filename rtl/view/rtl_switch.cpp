#include "rtl/view/rtl_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "hw/structural/base/hop.h"
#include "rtl/adapter/power_of_two.h"

namespace netloom {
inline namespace rtl {

using structural::Credit;
using structural::CreditPins;
using structural::LinkPins;
using structural::Phase;

namespace {

/// Of netloom_regs_pkg: DavcAddrWidth.
constexpr int kDavcWordBits = 2;

/// The first flit of an input channel's that has not been granted an output.
template <class Queue>
auto first_waiting(Queue& queue) {
  return std::find_if(queue.begin(), queue.end(), [](const auto& each) { return each.output < 0; });
}

void drive_strap(const Pin& pin, const BitVector& bits) {
  pin.drive_bits(bits.data(), static_cast<int>(bits.size()));
}

}  // namespace

RtlSwitch::RtlSwitch(sc_core::sc_module_name name, const SwitchPlan& plan, structural::Clock& clock,
                     const SharedBlock& object, const SwitchKind& kind, const SwitchStraps& straps)
    : PinSwitch(name, plan, clock),
      registers_(*plan.registers),
      coding_(kind.header, kind.phit_bits),
      instance_(object, object->of_size(1), Random::mix(plan.config->simulation.seed) ^ plan.id),
      lanes_(parameters_.full_crossbar() ? parameters_.vcs() : 1),
      vc_bits_(bits_for(static_cast<std::uint64_t>(parameters_.vcs()))),
      phits_bits_(bits_for(static_cast<std::uint64_t>(plan.largest_flit) + 1)),
      channel_bits_(bits_for(static_cast<std::uint64_t>(parameters_.channels()))),
      credit_bits_(bits_for(static_cast<std::uint64_t>(kind.most_phits) + 1)),
      flit_valid_i_(instance_, "flit_valid_i", parameters_.ports()),
      flit_vc_i_(instance_, "flit_vc_i", parameters_.ports() * vc_bits_),
      flit_head_i_(instance_, "flit_head_i", parameters_.ports()),
      flit_tail_i_(instance_, "flit_tail_i", parameters_.ports()),
      flit_first_i_(instance_, "flit_first_i", parameters_.ports()),
      flit_last_i_(instance_, "flit_last_i", parameters_.ports()),
      flit_data_i_(instance_, "flit_data_i", parameters_.ports() * coding_.bits()),
      credit_valid_i_(instance_, "credit_valid_i", parameters_.ports() * lanes_),
      credit_vc_i_(instance_, "credit_vc_i", parameters_.ports() * lanes_ * vc_bits_),
      credit_phits_i_(instance_, "credit_phits_i", parameters_.ports() * lanes_ * phits_bits_),
      flit_valid_o_(instance_, "flit_valid_o", parameters_.ports()),
      flit_vc_o_(instance_, "flit_vc_o", parameters_.ports() * vc_bits_),
      flit_head_o_(instance_, "flit_head_o", parameters_.ports()),
      flit_tail_o_(instance_, "flit_tail_o", parameters_.ports()),
      flit_first_o_(instance_, "flit_first_o", parameters_.ports()),
      flit_last_o_(instance_, "flit_last_o", parameters_.ports()),
      flit_data_o_(instance_, "flit_data_o", parameters_.ports() * coding_.bits()),
      credit_valid_o_(instance_, "credit_valid_o", parameters_.ports() * lanes_),
      credit_vc_o_(instance_, "credit_vc_o", parameters_.ports() * lanes_ * vc_bits_),
      credit_phits_o_(instance_, "credit_phits_o", parameters_.ports() * lanes_ * phits_bits_),
      taken_(instance_, "watch_taken_o", parameters_.ports() * lanes_),
      taken_input_(instance_, "watch_input_o", parameters_.ports() * lanes_ * channel_bits_),
      taken_vc_(instance_, "watch_output_vc_o", parameters_.ports() * lanes_ * vc_bits_),
      ready_(instance_, "watch_ready_o", parameters_.channels()),
      candidates_(instance_, "watch_candidates_o", parameters_.channels() * parameters_.channels()),
      entering_(instance_, "watch_entering_o", parameters_.channels() * parameters_.channels()),
      credits_(instance_, "watch_credits_o", parameters_.channels() * credit_bits_),
      room_(instance_, "watch_room_o", parameters_.channels() * credit_bits_),
      table_we_(instance_.input("table_we_i", 1)),
      table_addr_(instance_.input("table_addr_i", 0)),
      table_wdata_(instance_.input("table_wdata_i", 32)),
      table_rdata_(instance_.output("table_rdata_o", 32)),
      learn_(instance_.input("learn_i", 1)),
      learn_addr_(instance_.input("learn_addr_i", 0)),
      learn_data_(instance_.input("learn_data_i", 32)),
      psel_(instance_.input("psel_i", 1)),
      penable_(instance_.input("penable_i", 1)),
      pwrite_(instance_.input("pwrite_i", 1)),
      paddr_(instance_.input("paddr_i", 32)),
      pwdata_(instance_.input("pwdata_i", 32)),
      prdata_(instance_.output("prdata_o", 32)),
      pslverr_(instance_.output("pslverr_o", 1)),
      table_(straps.table),
      coming_(plan.ports.size()),
      going_(plan.ports.size()),
      stored_(static_cast<std::size_t>(parameters_.channels())),
      crossing_(static_cast<std::size_t>(parameters_.channels())),
      started_(static_cast<std::size_t>(parameters_.channels())),
      owned_(static_cast<std::size_t>(parameters_.channels())),
      occupancy_(static_cast<std::size_t>(parameters_.channels())),
      sent_(static_cast<std::size_t>(parameters_.channels())),
      input_free_(static_cast<std::size_t>(parameters_.channels())),
      output_free_(static_cast<std::size_t>(parameters_.channels())),
      link_free_(plan.ports.size()) {
  rst_ni(clock.rst_n);
  if (plan.faults != nullptr) {
    failure_.emplace(instance_, parameters_.ports(), parameters_.channels());
  }
  instance_.input("switch_id_i", 32).drive(plan.id);
  drive_strap(instance_.input("offered_i", parameters_.channels()), straps.offered);
  const PortPreference& preference = straps.preference;
  const bool by_source = preference.operand == PortPreference::Operand::kSource;
  const int port_bits = bits_for(static_cast<std::uint64_t>(parameters_.ports()));
  instance_.input("preferred_base_i", port_bits).drive(preference.base);
  instance_.input("preferred_source_i", 1).drive(by_source);
  instance_.input("preferred_shift_i", 5).drive(log2_exactly(preference.weight));
  instance_.input("preferred_mask_i", port_bits).drive(preference.radix - 1);
  drive_strap(instance_.input("place_i", straps.place_bits), straps.place);
  instance_.input("pstrb_i", 4).drive(0xf);
  psel_.drive(0);
  penable_.drive(0);
  pwrite_.drive(0);
  learn_.drive(0);
  table_we_.drive(0);
  drive_idle();
  instance_.reset();
}

void RtlSwitch::before_end_of_elaboration() {
  PinSwitch::before_end_of_elaboration();
  parameters_.clock->add_process({{Phase::kArrive, [this] { step(); }}}, rst_ni,
                                 [this] { reset(); });
}

void RtlSwitch::reset() {
  instance_.reset();
  coming_.assign(coming_.size(), {});
  going_.assign(going_.size(), {});
  stored_.assign(stored_.size(), {});
  crossing_.assign(crossing_.size(), {});
  owned_.assign(owned_.size(), false);
  input_free_.assign(input_free_.size(), 0);
  output_free_.assign(output_free_.size(), 0);
  link_free_.assign(link_free_.size(), 0);
  to_write_.clear();
  setup_ = false;
  programmed_ = false;
}

void RtlSwitch::step() {
  if (!programmed_) program();
  if (written_) note_written();
  drive();
  write_register();
  instance_.eval();
  for (Output* const output :
       {&flit_valid_o_, &flit_vc_o_, &flit_head_o_, &flit_tail_o_, &flit_first_o_, &flit_last_o_,
        &flit_data_o_, &credit_valid_o_, &credit_vc_o_, &credit_phits_o_, &taken_, &taken_input_,
        &taken_vc_}) {
    output->read();
  }
  if (failure_) failure_->deviates.read();
  for (int port = 0; port < parameters_.ports(); ++port) {
    flit_out[static_cast<std::size_t>(port)].write(leaving(port));
  }
  parameters_.observe([this](SwitchObserver& observer) {
    // As the allocator sees it, with the credits that have come.
    read_heads();
    observer.allocating(parameters_.observed, parameters_.clock->cycle());
  });
  started_.assign(started_.size(), 0);
  note_grants();
  for (int port = 0; port < parameters_.ports(); ++port) {
    credit_out[static_cast<std::size_t>(port)].write(credits_of(port));
  }
  instance_.rise();
  drive_idle();
  instance_.fall();
  read_heads();
}

void RtlSwitch::read_heads() {
  for (Output* const output : {&ready_, &candidates_, &entering_, &credits_, &room_}) {
    output->read();
  }
}

// ---- Registers.

void RtlSwitch::program() {
  programmed_ = true;
  words_.clear();
  int of_port = 0;  // registers of a port, of davc_vc
  for (const RegisterInfo& info : registers_.registers()) {
    const bool of_davc = std::find(info.sets.begin(), info.sets.end(), "davc") != info.sets.end() &&
                         info.scope == RegisterScope::kPort;
    const int word_of_port = of_davc ? of_port++ : 0;
    const bool by_software = info.access == RegisterAccess::kReadWrite;
    if (!by_software && !of_davc) continue;
    for (int index = 0; index < registers_.count(info); ++index) {
      for (int word = 0; word < info.words(registers_.shape()); ++word) {
        words_.push_back({registers_.address(info.name, index, word),
                          by_software ? -1 : index << kDavcWordBits | word_of_port, std::nullopt});
      }
    }
  }
  note_written();
  // Time stands still meanwhile: nothing is on the links.
  while (!to_write_.empty()) {
    write_register();
    instance_.clock();
  }
  write_register();
  for (const Word& word : words_) {
    const std::uint32_t value = read_register(word.address);
    if (value == *word.value) continue;
    fail(fmt::format("the register at {:#x} reads {:#x} after {:#x} was written", word.address,
                     value, *word.value));
  }
  fill_table();
}

void RtlSwitch::fill_table() {
  for (const TableWord& word : table_) {
    table_we_.drive(1);
    table_addr_.drive(word.address);
    table_wdata_.drive(word.value);
    instance_.clock();
  }
  table_we_.drive(0);
  for (const TableWord& word : table_) {
    table_addr_.drive(word.address);
    instance_.eval();
    const auto value = static_cast<std::uint32_t>(table_rdata_.value());
    if (value == word.value) continue;
    fail(fmt::format("table_rdata_o at {:#x} reads {:#x} after {:#x} was written", word.address,
                     value, word.value));
  }
}

void RtlSwitch::note_written() {
  written_ = false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    std::uint32_t value = 0;
    registers_.read(words_[i].address, value);
    if (words_[i].value == value) continue;
    words_[i].value = value;
    to_write_.push_back(i);
  }
}

void RtlSwitch::write_register() {
  learn_.drive(0);
  if (to_write_.empty() || words_[to_write_.front()].learnt >= 0) {
    psel_.drive(0);
    penable_.drive(0);
    if (to_write_.empty()) return;
    const Word& word = words_[to_write_.front()];
    to_write_.pop_front();
    learn_.drive(1);
    learn_addr_.drive(word.learnt);
    learn_data_.drive(*word.value);
    return;
  }
  const Word& word = words_[to_write_.front()];
  psel_.drive(1);
  penable_.drive(setup_);
  pwrite_.drive(1);
  paddr_.drive(word.address);
  pwdata_.drive(*word.value);
  if (setup_) {
    instance_.eval();
    if (pslverr_.value() != 0) {
      fail(fmt::format("the write of {:#x} to the register at {:#x} ends with pslverr_o",
                       *word.value, word.address));
    }
    to_write_.pop_front();
  }
  setup_ = !setup_;
}

std::uint32_t RtlSwitch::read_register(std::uint64_t address) const {
  paddr_.drive(address);
  pwrite_.drive(0);
  instance_.eval();
  return static_cast<std::uint32_t>(prdata_.value());
}

// ---- What comes.

void RtlSwitch::drive() {
  Input* const inputs[] = {&flit_valid_i_, &flit_vc_i_,     &flit_head_i_, &flit_tail_i_,
                           &flit_first_i_, &flit_last_i_,   &flit_data_i_, &credit_valid_i_,
                           &credit_vc_i_,  &credit_phits_i_};
  for (Input* const input : inputs) input->clear();
  for (int port = 0; port < parameters_.ports(); ++port) {
    const LinkPins& pins = flit_in[static_cast<std::size_t>(port)].read();
    if (pins.flit_valid) {
      flit_valid_i_.set(port, 1, true);
      flit_head_i_.set(port, 1, pins.flit_head);
      flit_tail_i_.set(port, 1, pins.flit_tail);
      flit_first_i_.set(port, 1, pins.flit_first);
      flit_last_i_.set(port, 1, pins.flit_last);
      flit_vc_i_.set(port, vc_bits_, pins.flit_vc);
      take_arrival(port, pins);
    }
    for (const Credit& credit : credit_in[static_cast<std::size_t>(port)].read().credits) {
      const int lane = port * lanes_ + (lanes_ > 1 ? credit.vc : 0);
      credit_valid_i_.set(lane, 1, true);
      credit_vc_i_.set(lane, vc_bits_, credit.vc);
      credit_phits_i_.set(lane, phits_bits_, credit.phits);
      parameters_.observe([&](SwitchObserver& observer) {
        observer.credited(parameters_.observed, parameters_.channel(port, credit.vc), credit.phits,
                          parameters_.clock->cycle());
      });
    }
  }
  for (const Input* const input : inputs) input->drive();
  if (failure_) drive_failures();
}

void RtlSwitch::drive_failures() {
  for (int port = 0; port < parameters_.ports(); ++port) {
    failure_->dead.set(port, 1, parameters_.failed.dead(port));
    failure_->failed.set(port, 1, parameters_.failed.known(port));
  }
  failure_->dead.drive();
  failure_->failed.drive();
}

void RtlSwitch::drive_idle() {
  for (Input* const input : {&flit_valid_i_, &credit_valid_i_}) {
    input->clear();
    input->drive();
  }
}

void RtlSwitch::take_arrival(int port, const LinkPins& pins) {
  OnLink& link = at(coming_, port);
  const int input = parameters_.channel(port, pins.flit_vc);
  if (pins.flit_head) {
    link = {pins.flit_data, pins.flit_vc, 0};
    at(stored_, input).push_back({link.flit, -1});
    parameters_.observe([&](SwitchObserver& observer) {
      observer.arrived(parameters_.observed, input, link.flit, parameters_.clock->cycle());
    });
    if (front(input) == &at(stored_, input).back()) tell_front(input);
  }
  coding_.put(link.flit, link.phits++, bit_of_field(port, coding_.bits()), flit_data_i_.value());
}

// ---- What goes.

const RtlSwitch::StoredFlit* RtlSwitch::front(int input) const {
  const std::deque<StoredFlit>& queue = at(stored_, input);
  const auto found = first_waiting(queue);
  return found == queue.end() ? nullptr : &*found;
}

void RtlSwitch::note_grants() {
  for (int end = 0; end < parameters_.ports() * lanes_; ++end) {
    if (!taken_.bit(end)) continue;
    note_grant(taken_input_.field(end, channel_bits_),
               parameters_.channel(end / lanes_, taken_vc_.field(end, vc_bits_)));
  }
}

void RtlSwitch::note_grant(int input, int output) {
  const Cycle now = parameters_.clock->cycle();
  std::deque<StoredFlit>& queue = at(stored_, input);
  const auto waiting = first_waiting(queue);
  if (waiting == queue.end()) {
    fail(fmt::format("output {} is granted to input {}, where no flit waits",
                     parameters_.channel_name(output), parameters_.channel_name(input)));
  }
  Flit& flit = waiting->flit;
  waiting->output = output;
  const Cycle last = structural::last_cycle(parameters_, flit, output, now);
  parameters_.observe([&](SwitchObserver& observer) {
    observer.granted(parameters_.observed, input, output, flit, now, last);
  });
  if (failure_) note_deviation(input, flit);
  structural::pass_switch(parameters_, flit, input, output, now);
  at(occupancy_, input) += static_cast<std::uint64_t>(flit.phits) * (last + 1 - flit.arrival);
  owned_[static_cast<std::size_t>(output)] = !flit.tail();
  if (!parameters_.buffered(output)) at(sent_, output) += flit.phits;
  at(input_free_, parameters_.crossbar_input(input)) = last + 1;
  at(output_free_, parameters_.crossbar_output(output)) = last + 1;
  const auto delay = static_cast<Cycle>(parameters_.config().crossbar_delay);
  at(crossing_, output).push_back({flit, now + delay, last + delay});
  if (front(input) != nullptr) tell_front(input);
}

void RtlSwitch::note_deviation(int input, Flit& flit) {
  if (!failure_->deviates.bit(input)) return;
  if (!flit.deviated()) ++parameters_.counters.deviated;
  flit.set_deviated(true);
}

void RtlSwitch::tell_front(int input) {
  parameters_.observe([&](SwitchObserver& observer) {
    observer.at_front(parameters_.observed, input, front(input)->flit, parameters_.clock->cycle());
  });
}

LinkPins RtlSwitch::leaving(int port) {
  LinkPins pins;
  if (!flit_valid_o_.bit(port)) return pins;
  pins.flit_valid = true;
  pins.flit_vc = flit_vc_o_.field(port, vc_bits_);
  pins.flit_head = flit_head_o_.bit(port);
  pins.flit_tail = flit_tail_o_.bit(port);
  pins.flit_first = flit_first_o_.bit(port);
  pins.flit_last = flit_last_o_.bit(port);
  OnLink& link = at(going_, port);
  if (pins.flit_head) {
    const int output = parameters_.channel(port, pins.flit_vc);
    auto& crossing = at(crossing_, output);
    if (crossing.empty()) {
      fail(fmt::format("flit_head_o at {}, where none comes", parameters_.channel_name(output)));
    }
    link = {crossing.front().flit, pins.flit_vc, 0};
    crossing.pop_front();
    pins.flit_data = link.flit;
    note_start(output, link.flit);
  }
  if (!coding_.is(link.flit, link.phits, bit_of_field(port, coding_.bits()),
                  flit_data_o_.value())) {
    fail(fmt::format("flit_data_o of port {} is not phit {} of the packet {} from node {}", port,
                     link.phits, link.flit.tag.number, link.flit.source()));
  }
  ++link.phits;
  return pins;
}

void RtlSwitch::note_start(int output, const Flit& flit) {
  const Cycle now = parameters_.clock->cycle();
  if (parameters_.buffered(output)) {
    const int port = parameters_.port(output);
    at(sent_, output) += flit.phits;
    at(link_free_, port) = now + flit.phits;
    at(started_, output) = flit.phits;
    ++parameters_.counters.link_flits;
  }
  parameters_.observe(
      [&](SwitchObserver& observer) { observer.sent(parameters_.observed, output, flit, now); });
}

CreditPins RtlSwitch::credits_of(int port) {
  CreditPins pins;
  for (int at_pins = port * lanes_; at_pins < (port + 1) * lanes_; ++at_pins) {
    if (!credit_valid_o_.bit(at_pins)) continue;
    const Credit credit{credit_vc_o_.field(at_pins, vc_bits_),
                        credit_phits_o_.field(at_pins, phits_bits_)};
    release(parameters_.channel(port, credit.vc), credit.phits);
    pins.credits.push_back(credit);
  }
  return pins;
}

void RtlSwitch::release(int input, int phits) {
  std::deque<StoredFlit>& queue = at(stored_, input);
  if (queue.empty() || queue.front().output < 0 || queue.front().flit.phits != phits) {
    fail(fmt::format("credit_valid_o at {} for {} phits; allowed: for the flit that leaves",
                     parameters_.channel_name(input), phits));
  }
  parameters_.observe([&](SwitchObserver& observer) {
    observer.released(parameters_.observed, input, queue.front().flit, parameters_.clock->cycle());
  });
  queue.pop_front();
}

}  // namespace rtl
}  // namespace netloom
