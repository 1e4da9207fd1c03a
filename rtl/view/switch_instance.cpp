#include "rtl/view/switch_instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "routing/base/error.h"

namespace netloom {
inline namespace rtl {

using structural::Credit;
using structural::LinkPins;

namespace {

void drive_strap(const Pin& pin, const BitVector& bits) {
  pin.drive_bits(bits.data(), static_cast<int>(bits.size()));
}

}  // namespace

bool has_watch_pins(const BlockObject& object) {
  const netloom_module& module = object.of_size(1);
  return std::any_of(module.ports, module.ports + module.port_count, [](const netloom_port& port) {
    return std::string_view(port.name) == "watch_taken_o";
  });
}

void require_watch_pins(const BlockObject& object) {
  if (has_watch_pins(object)) return;
  throw Error(
      fmt::format("rtl.switch: module {} has none of the pins watch_*_o, by which packets are "
                  "followed through a switch in the place of the model; allowed: all of them, or "
                  "rtl.mode lockstep",
                  object.module()));
}

SwitchInstance::WatchPins::WatchPins(const SwitchInstance& of)
    : taken(of.instance_, "watch_taken_o", of.of_.ports() * of.lanes_),
      input(of.instance_, "watch_input_o", of.of_.ports() * of.lanes_ * of.channel_bits_),
      output_vc(of.instance_, "watch_output_vc_o", of.of_.ports() * of.lanes_ * of.vc_bits_),
      ready(of.instance_, "watch_ready_o", of.of_.channels()),
      candidates(of.instance_, "watch_candidates_o", of.of_.channels() * of.of_.channels()),
      entering(of.instance_, "watch_entering_o", of.of_.channels() * of.of_.channels()),
      credits(of.instance_, "watch_credits_o", of.of_.channels() * of.credit_bits_),
      room(of.instance_, "watch_room_o", of.of_.channels() * of.credit_bits_) {
  const int channels = of.of_.channels();
  if (of.of_.plan.router->trigger() != nullptr) {
    minimal.emplace(of.instance_, "watch_minimal_o", channels * channels);
  }
  if (of.of_.plan.config->has_live_faults()) {
    deviates.emplace(of.instance_, "watch_deviates_o", channels);
    drops.emplace(of.instance_, "watch_drops_o", channels);
  }
}

SwitchInstance::SwitchInstance(const structural::SwitchParameters& of, const SharedBlock& object,
                               const SwitchKind& kind, const SwitchStraps& straps)
    : of_(of),
      registers_(*of.plan.registers),
      coding_(kind.header, kind.phit_bits),
      instance_(object, object->of_size(1),
                Random::mix(of.plan.config->simulation.seed) ^ of.plan.id),
      lanes_(of.full_crossbar() ? of.vcs() : 1),
      vc_bits_(bits_for(static_cast<std::uint64_t>(of.vcs()))),
      phits_bits_(bits_for(static_cast<std::uint64_t>(of.plan.largest_flit) + 1)),
      channel_bits_(bits_for(static_cast<std::uint64_t>(of.channels()))),
      credit_bits_(bits_for(static_cast<std::uint64_t>(kind.most_phits) + 1)),
      flit_valid_i_(instance_, "flit_valid_i", of.ports()),
      flit_vc_i_(instance_, "flit_vc_i", of.ports() * vc_bits_),
      flit_head_i_(instance_, "flit_head_i", of.ports()),
      flit_tail_i_(instance_, "flit_tail_i", of.ports()),
      flit_first_i_(instance_, "flit_first_i", of.ports()),
      flit_last_i_(instance_, "flit_last_i", of.ports()),
      flit_data_i_(instance_, "flit_data_i", of.ports() * coding_.bits()),
      credit_valid_i_(instance_, "credit_valid_i", of.ports() * lanes_),
      credit_vc_i_(instance_, "credit_vc_i", of.ports() * lanes_ * vc_bits_),
      credit_phits_i_(instance_, "credit_phits_i", of.ports() * lanes_ * phits_bits_),
      flit_valid_o_(instance_, "flit_valid_o", of.ports()),
      flit_vc_o_(instance_, "flit_vc_o", of.ports() * vc_bits_),
      flit_head_o_(instance_, "flit_head_o", of.ports()),
      flit_tail_o_(instance_, "flit_tail_o", of.ports()),
      flit_first_o_(instance_, "flit_first_o", of.ports()),
      flit_last_o_(instance_, "flit_last_o", of.ports()),
      flit_data_o_(instance_, "flit_data_o", of.ports() * coding_.bits()),
      credit_valid_o_(instance_, "credit_valid_o", of.ports() * lanes_),
      credit_vc_o_(instance_, "credit_vc_o", of.ports() * lanes_ * vc_bits_),
      credit_phits_o_(instance_, "credit_phits_o", of.ports() * lanes_ * phits_bits_),
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
      pstrb_(instance_.input("pstrb_i", 4)),
      prdata_(instance_.output("prdata_o", 32)),
      pready_(instance_.output("pready_o", 1)),
      pslverr_(instance_.output("pslverr_o", 1)),
      table_(straps.table),
      coming_(of.plan.ports.size()) {
  if (has_watch_pins(*object)) watch_.emplace(*this);
  if (of.plan.picking == Picking::kRandom) random_.emplace(instance_);
  if (of.plan.config->has_live_faults()) failure_.emplace(instance_, of.ports());
  instance_.input("switch_id_i", 32).drive(of.plan.id);
  drive_strap(instance_.input("offered_i", of.channels()), straps.offered);
  const PreferencePins preferred = preference_pins(straps.preference);
  const int port_bits = bits_for(static_cast<std::uint64_t>(of.ports()));
  instance_.input("preferred_base_i", port_bits).drive(preferred.base);
  instance_.input("preferred_source_i", 1).drive(preferred.source);
  instance_.input("preferred_shift_i", 5).drive(preferred.shift);
  instance_.input("preferred_mask_i", port_bits).drive(preferred.mask);
  drive_strap(instance_.input("place_i", straps.place_bits), straps.place);
  select_nothing();
  pwrite_.drive(0);
  pstrb_.drive(0);
  learn_.drive(0);
  table_we_.drive(0);
  drive_idle();
  instance_.reset();
}

void SwitchInstance::reset() {
  instance_.reset();
  coming_.assign(coming_.size(), {});
  to_write_.clear();
  setup_ = false;
  programmed_ = false;
  if (random_) random_->next.reset();
}

// ---- A cycle.

void SwitchInstance::begin_cycle() {
  if (!programmed_) program();
  if (written_) note_written();
  note_announced();
  for (Input* const input :
       {&flit_valid_i_, &flit_vc_i_, &flit_head_i_, &flit_tail_i_, &flit_first_i_, &flit_last_i_,
        &flit_data_i_, &credit_valid_i_, &credit_vc_i_, &credit_phits_i_}) {
    input->clear();
  }
}

void SwitchInstance::take(int port, const LinkPins& pins) {
  if (!pins.flit_valid) return;
  flit_valid_i_.set(port, 1, true);
  flit_head_i_.set(port, 1, pins.flit_head);
  flit_tail_i_.set(port, 1, pins.flit_tail);
  flit_first_i_.set(port, 1, pins.flit_first);
  flit_last_i_.set(port, 1, pins.flit_last);
  flit_vc_i_.set(port, vc_bits_, pins.flit_vc);
  FlitOnLink& link = coming_[static_cast<std::size_t>(port)];
  const int phit = link.next(pins);
  coding_.put(link.flit, phit, bit_of_field(port, coding_.bits()), flit_data_i_.value());
}

void SwitchInstance::take(int port, const Credit& credit) {
  const int side = port * lanes_ + (lanes_ > 1 ? credit.vc : 0);
  credit_valid_i_.set(side, 1, true);
  credit_vc_i_.set(side, vc_bits_, credit.vc);
  credit_phits_i_.set(side, phits_bits_, credit.phits);
}

void SwitchInstance::settle() {
  for (const Input* const input :
       {&flit_valid_i_, &flit_vc_i_, &flit_head_i_, &flit_tail_i_, &flit_first_i_, &flit_last_i_,
        &flit_data_i_, &credit_valid_i_, &credit_vc_i_, &credit_phits_i_}) {
    input->drive();
  }
  if (failure_) drive_failures();
  if (random_) drive_random();
  write_register();
  instance_.eval();
  reads_ = false;
  for (Output* const output :
       {&flit_valid_o_, &flit_vc_o_, &flit_head_o_, &flit_tail_o_, &flit_first_o_, &flit_last_o_,
        &flit_data_o_, &credit_valid_o_, &credit_vc_o_, &credit_phits_o_}) {
    output->read();
  }
  if (!watch_) return;
  for (Output* const output : {&watch_->taken, &watch_->input, &watch_->output_vc}) output->read();
  for (auto* const output : {&watch_->deviates, &watch_->drops}) {
    if (*output) (*output)->read();
  }
}

void SwitchInstance::drive_failures() {
  failure_->dead.clear();
  failure_->failed.clear();
  for (int port = 0; port < of_.ports(); ++port) {
    failure_->dead.set(port, 1, of_.failed.dead(port));
    failure_->failed.set(port, 1, of_.failed.known(port));
  }
  failure_->dead.drive();
  failure_->failed.drive();
}

void SwitchInstance::drive_random() {
  const Cycle now = of_.clock->cycle();
  random_->load.drive(random_->next != now);
  random_->word.drive(of_.random.word(now));
  random_->next = now + 1;
}

void SwitchInstance::clock() {
  rise();
  drive_idle();
  instance_.fall();
  look();
}

void SwitchInstance::rise() {
  if (reads_) instance_.eval();
  reads_ = false;
  instance_.rise();
  note_rule();
}

void SwitchInstance::drive_idle() {
  for (Input* const input : {&flit_valid_i_, &credit_valid_i_}) {
    input->clear();
    input->drive();
  }
}

void SwitchInstance::look() {
  if (!watch_) return;
  for (Output* const output :
       {&watch_->ready, &watch_->candidates, &watch_->entering, &watch_->credits, &watch_->room}) {
    output->read();
  }
  if (watch_->minimal) watch_->minimal->read();
}

void SwitchInstance::require_running() const {
  if (instance_.ending().empty()) return;
  throw Error(fmt::format("cycle {}: {}: the RTL ends the simulation: {}", of_.clock->cycle(),
                          of_.plan.name, instance_.ending()));
}

BitVector SwitchInstance::flit_data(int port) const {
  BitVector result = zero_bits(coding_.bits());
  const std::size_t first = bit_of_field(port, coding_.bits());
  for (int at = 0; at < coding_.bits(); at += 64) {
    const auto from = static_cast<std::size_t>(at);
    const int count = std::min(64, coding_.bits() - at);
    set_bits(result, from, count, bits_at(flit_data_o_.value(), first + from, count));
  }
  return result;
}

// ---- Registers.

void SwitchInstance::program() {
  programmed_ = true;
  words_.clear();
  for (const RegisterWord& word : register_words(registers_)) words_.push_back({word});
  note_written();
  // Time stands still meanwhile: nothing is on the links.
  while (!to_write_.empty()) {
    write_register();
    rise();
    instance_.fall();
  }
  write_register();
  for (const Word& word : words_) {
    const std::uint32_t value = read_register(word.address);
    if (value == *word.value) continue;
    note_wrong("prdata_o",
               fmt::format("the register {} at {:#x} reads {:#x} after {:#x} was written",
                           word.name, word.address, value, *word.value));
  }
  fill_table();
}

void SwitchInstance::fill_table() {
  for (const TableWord& word : table_) {
    table_we_.drive(1);
    table_addr_.drive(word.address);
    table_wdata_.drive(word.value);
    rise();
    instance_.fall();
  }
  table_we_.drive(0);
  for (const TableWord& word : table_) {
    table_addr_.drive(word.address);
    instance_.eval();
    const auto value = static_cast<std::uint32_t>(table_rdata_.value());
    if (value == word.value) continue;
    note_wrong("table_rdata_o",
               fmt::format("table_rdata_o at {:#x} reads {:#x} after {:#x} was written",
                           word.address, value, word.value));
  }
}

void SwitchInstance::note_written() {
  written_ = false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    std::uint32_t value = 0;
    if (counts_later(words_[i].address)) continue;
    registers_.read(words_[i].address, value);
    note_value(i, value);
  }
}

void SwitchInstance::note_announced() {
  for (; begun_ < announced_.size(); ++begun_) {
    const Announced& next = announced_[begun_];
    if (next.from > of_.clock->cycle() + kWriteCycles) return;
    const auto word = std::find_if(words_.begin(), words_.end(), [&next](const Word& each) {
      return each.address == next.address;
    });
    note_value(static_cast<std::size_t>(word - words_.begin()), next.value);
  }
}

void SwitchInstance::note_value(std::size_t word, std::uint32_t value) {
  if (words_[word].value == value) return;
  words_[word].value = value;
  to_write_.push_back(word);
}

void SwitchInstance::write_register() {
  learn_.drive(0);
  if (to_write_.empty() || words_[to_write_.front()].learnt >= 0) {
    select_nothing();
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
  pstrb_.drive(0xf);
  if (setup_) {
    instance_.eval();
    if (pready_.value() == 0 || pslverr_.value() != 0) {
      note_wrong(pready_.value() == 0 ? "pready_o" : "pslverr_o",
                 fmt::format("the write of {:#x} to the register {} at {:#x} {}", *word.value,
                             word.name, word.address,
                             pready_.value() == 0
                                 ? "waits for pready_o, which has to be 1 in the access phase"
                                 : "ends with pslverr_o"));
    }
    to_write_.pop_front();
  }
  setup_ = !setup_;
}

std::uint32_t SwitchInstance::read_register(std::uint64_t address) const {
  const std::array<const Pin*, 5> pins = {&psel_, &penable_, &pwrite_, &pstrb_, &paddr_};
  std::array<std::uint64_t, 5> before{};
  for (std::size_t i = 0; i < pins.size(); ++i) before[i] = pins[i]->value();
  psel_.drive(1);
  penable_.drive(1);
  pwrite_.drive(0);
  pstrb_.drive(0);
  paddr_.drive(address);
  instance_.eval();
  const auto value = static_cast<std::uint32_t>(prdata_.value());
  for (std::size_t i = 0; i < pins.size(); ++i) pins[i]->drive(before[i]);
  reads_ = true;
  return value;
}

void SwitchInstance::select_nothing() const {
  psel_.drive(0);
  penable_.drive(0);
}

bool SwitchInstance::to_be_written(std::uint64_t address) const {
  return counts_later(address) ||
         std::any_of(to_write_.begin(), to_write_.end(),
                     [&](std::size_t word) { return words_[word].address == address; });
}

bool SwitchInstance::counts_later(std::uint64_t address) const {
  const auto end = announced_.begin() + static_cast<std::ptrdiff_t>(begun_);
  // They are in the order of their cycles.
  const auto first =
      std::upper_bound(announced_.begin(), end, of_.clock->cycle(),
                       [](Cycle now, const Announced& each) { return now < each.from; });
  return std::any_of(first, end,
                     [address](const Announced& each) { return each.address == address; });
}

}  // namespace rtl
}  // namespace netloom
