#include "rtl/view/rtl_shadow.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "hw/structural/part_state.h"
#include "rtl/view/hex_digits.h"
#include "rtl/view/shadow_difference.h"

namespace netloom {
inline namespace rtl {

using structural::Credit;
using structural::Grant;
using structural::LinkPins;
using structural::Phase;
using structural::Request;

namespace {

constexpr int kRegisterBits = 32;

std::size_t index(int number) {
  return static_cast<std::size_t>(number);
}

/// Of channels.
void set_mask(BitVector& mask, const structural::ChannelList& channels) {
  mask.assign(mask.size(), 0);
  for (const int channel : channels) set_bits(mask, index(channel), 1, 1);
}

std::uint64_t field_of(const BitVector& phit, const PhitCoding::Field& field) {
  return bits_at(phit, field.first, field.bits);
}

}  // namespace

RtlShadow::RtlShadow(sc_core::sc_module_name name, const structural::StructuralSwitch& model,
                     const SharedBlock& object, const SwitchKind& kind, const SwitchStraps& straps)
    : sc_core::sc_module(name),
      model_(model),
      rtl_(model.parameters(), object, kind, straps),
      leaving_(model.parameters().plan.ports.size()) {
  rst_ni(parameters().clock->rst_n);
  if (rtl_.watched()) {
    add_heads();
    add_rooms();
    add_grants();
  }
  add_links();
  add_credits();
  add_registers();
}

void RtlShadow::before_end_of_elaboration() {
  parameters().clock->add_process({{Phase::kAllocate,
                                    [this] {
                                      if (!rtl_.watched()) return;
                                      note_heads();
                                      note_rooms();
                                    }},
                                   {Phase::kTell, [this] { step(); }},
                                   {Phase::kEnd, [this] { compare(); }}},
                                  rst_ni, [this] { reset(); });
}

void RtlShadow::reset() {
  rtl_.reset();
  leaving_.assign(leaving_.size(), {});
}

// ---- What is compared.

int RtlShadow::add(std::string name, int port, int vc, std::string part, int width, bool mask) {
  ShadowedSignal signal;
  signal.name = std::move(name);
  signal.port = port;
  signal.vc = vc;
  signal.part = std::move(part);
  signal.width = width;
  signal.mask = mask;
  signal.model = zero_bits(width);
  signal.rtl = zero_bits(width);
  signals_.push_back(std::move(signal));
  return static_cast<int>(signals_.size()) - 1;
}

void RtlShadow::add_heads() {
  const int channels = parameters().channels();
  for (Indices* const each :
       {&heads_.ready, &heads_.candidates, &heads_.entering, &heads_.minimal, &heads_.deviates}) {
    each->assign(index(channels), -1);
  }
  for (int input = 0; input < channels; ++input) {
    const int port = parameters().port(input);
    const int vc = parameters().vc(input);
    if (vc >= parameters().shape(port).input_vcs) continue;
    const std::string part = fmt::format("routing_unit_{}", port);
    heads_.ready[index(input)] = add("watch_ready_o", port, vc, part, 1);
    heads_.candidates[index(input)] = add("watch_candidates_o", port, vc, part, channels, true);
    if (parameters().plan.bubble) {
      heads_.entering[index(input)] = add("watch_entering_o", port, vc, part, channels, true);
    }
    if (parameters().plan.router->trigger() != nullptr) {
      heads_.minimal[index(input)] = add("watch_minimal_o", port, vc, part, channels, true);
    }
    if (parameters().failed.any()) {
      heads_.deviates[index(input)] = add("watch_deviates_o", port, vc, part, 1);
    }
  }
}

void RtlShadow::add_rooms() {
  rooms_.assign(index(parameters().channels()), -1);
  counts_ = rooms_;
  for (int output = 0; output < parameters().channels(); ++output) {
    const int port = parameters().port(output);
    const int vc = parameters().vc(output);
    const PortShape& shape = parameters().shape(port);
    // A host without a buffer before it takes everything.
    if (vc >= shape.output_vcs || (shape.credits == 0 && shape.output_buffer == 0)) continue;
    const std::string part = fmt::format("output_port_{}", port);
    rooms_[index(output)] = add("watch_room_o", port, vc, part, rtl_.credit_bits());
    if (shape.credits == 0) continue;
    counts_[index(output)] = add("watch_credits_o", port, vc, part, rtl_.credit_bits());
  }
}

void RtlShadow::add_grants() {
  const int lanes = rtl_.lanes();
  for (int side = 0; side < parameters().ports() * lanes; ++side) {
    const int port = side / lanes;
    const int vc = lanes > 1 ? side % lanes : -1;
    grants_.taken.push_back(add("watch_taken_o", port, vc, "allocator", 1));
    grants_.input.push_back(add("watch_input_o", port, vc, "allocator", rtl_.channel_bits()));
    grants_.output_vc.push_back(add("watch_output_vc_o", port, vc, "allocator", rtl_.vc_bits()));
  }
  if (!parameters().failed.any()) return;
  for (int input = 0; input < parameters().channels(); ++input) {
    grants_.drops.push_back(
        add("watch_drops_o", parameters().port(input), parameters().vc(input), "allocator", 1));
  }
}

void RtlShadow::add_links() {
  links_.header.resize(rtl_.header().size());
  for (int port = 0; port < parameters().ports(); ++port) {
    const std::string part = fmt::format("output_port_{}", port);
    const auto add_pin = [&](Indices& indices, std::string name, int width) {
      indices.push_back(add(std::move(name), port, -1, part, width));
    };
    add_pin(links_.valid, "flit_valid_o", 1);
    add_pin(links_.vc, "flit_vc_o", rtl_.vc_bits());
    add_pin(links_.head, "flit_head_o", 1);
    add_pin(links_.tail, "flit_tail_o", 1);
    add_pin(links_.first, "flit_first_o", 1);
    add_pin(links_.last, "flit_last_o", 1);
    for (std::size_t i = 0; i < links_.header.size(); ++i) {
      const PhitCoding::Field& field = rtl_.header()[i];
      add_pin(links_.header[i], fmt::format("flit_data_o.{}", packet_field(field.field).name),
              field.bits);
    }
    add_pin(links_.data, "flit_data_o", rtl_.phit_bits());
  }
}

void RtlShadow::add_credits() {
  const int lanes = rtl_.lanes();
  for (int side = 0; side < parameters().ports() * lanes; ++side) {
    const int port = side / lanes;
    const int vc = lanes > 1 ? side % lanes : -1;
    const std::string part = fmt::format("input_port_{}", port);
    credits_.valid.push_back(add("credit_valid_o", port, vc, part, 1));
    credits_.vc.push_back(add("credit_vc_o", port, vc, part, rtl_.vc_bits()));
    credits_.phits.push_back(add("credit_phits_o", port, vc, part, rtl_.phits_bits()));
  }
}

void RtlShadow::add_registers() {
  const RegisterFile& file = *parameters().plan.registers;
  for (const RegisterInfo& info : file.registers()) {
    if (!has_register(info)) continue;
    for (int i = 0; i < file.count(info); ++i) {
      for (int word = 0; word < info.words(file.shape()); ++word) add_register(info, i, word);
    }
  }
}

bool RtlShadow::has_register(const RegisterInfo& info) const {
  const bool of_inputs = info.name == "ROUND_ROBIN_IN";
  if (!of_inputs && info.name != "ROUND_ROBIN_OUT") return true;
  if (parameters().config().arbiter != ArbiterKind::kRoundRobin) return false;
  return !of_inputs || !parameters().full_crossbar();
}

void RtlShadow::add_register(const RegisterInfo& info, int number, int word) {
  const RegisterFile& file = *parameters().plan.registers;
  int port = -1;
  int vc = -1;
  std::string name = info.name;
  if (info.scope == RegisterScope::kPort) {
    port = number;
  } else if (info.scope == RegisterScope::kPortVc) {
    port = number / file.shape().vcs;
    vc = number % file.shape().vcs;
  } else if (info.scope == RegisterScope::kExclusion) {
    const int intervals = file.shape().exclusion_intervals;
    port = file.shape().first_up_port + number / intervals;
    if (intervals > 1) name += fmt::format("_{}", number % intervals);
  } else if (file.count(info) > 1) {
    name += fmt::format("_{}", number);
  }
  if (info.words(file.shape()) > 1) name += fmt::format("_word_{}", word);
  std::string part = "register_bank";
  if (info.register_class == RegisterClass::kArbitration) part = "allocator";
  if (info.register_class == RegisterClass::kCredits) part = fmt::format("output_port_{}", port);
  registers_.push_back({add(std::move(name), port, vc, std::move(part), kRegisterBits),
                        file.address(info.name, number, word)});
}

// ---- A cycle.

void RtlShadow::set(int number, bool compared, std::uint64_t model, std::uint64_t rtl) {
  ShadowedSignal& signal = at(number);
  signal.compared = compared;
  signal.model.front() = model;
  signal.rtl.front() = rtl;
}

void RtlShadow::note_heads() {
  for (int input = 0; input < parameters().channels(); ++input) {
    if (heads_.ready[index(input)] < 0) continue;
    const Request& request = model_.request[index(input)].read();
    at(heads_.ready[index(input)]).model.front() = request.ready ? 1 : 0;
    set_mask(at(heads_.candidates[index(input)]).model, request.candidates);
    if (const int entering = heads_.entering[index(input)]; entering >= 0) {
      set_mask(at(entering).model, request.entering);
    }
    if (const int minimal = heads_.minimal[index(input)]; minimal >= 0) {
      set_mask(at(minimal).model, request.minimal);
    }
    if (const int deviates = heads_.deviates[index(input)]; deviates >= 0) {
      // Of one that has been deviated before, or is dropped, the header says nothing new.
      at(deviates).compared =
          !model_.head[index(input)].read().flit.deviated() && !request.candidates.empty();
      at(deviates).model.front() = request.flit.deviated() ? 1 : 0;
    }
  }
}

void RtlShadow::note_rooms() {
  for (int output = 0; output < parameters().channels(); ++output) {
    if (rooms_[index(output)] < 0) continue;
    at(rooms_[index(output)]).model.front() =
        static_cast<std::uint64_t>(model_.state[index(output)].read().room);
  }
}

void RtlShadow::step() {
  rtl_.begin_cycle();
  for (int port = 0; port < parameters().ports(); ++port) {
    rtl_.take(port, model_.flit_in[index(port)].read());
    for (const Credit& credit : model_.credit_in[index(port)].read().credits) {
      rtl_.take(port, credit);
    }
  }
  rtl_.settle();
  rtl_.look();
  if (rtl_.watched()) {
    set_heads();
    set_rooms();
    set_grants();
  }
  for (int port = 0; port < parameters().ports(); ++port) set_link(port);
  set_credits();
  rtl_.clock();
  if (rtl_.watched()) set_counts();
  set_registers();
}

void RtlShadow::set_heads() {
  for (int channel = 0; channel < parameters().channels(); ++channel) {
    if (heads_.ready[index(channel)] < 0) continue;
    ShadowedSignal& ready = at(heads_.ready[index(channel)]);
    ready.compared = true;
    ready.rtl.front() = rtl_.ready(channel) ? 1 : 0;
    const bool both = ready.model.front() != 0 && rtl_.ready(channel);
    if (const int number = heads_.deviates[index(channel)]; number >= 0) {
      at(number).compared = at(number).compared && both;
      at(number).rtl.front() = rtl_.deviates(channel) ? 1 : 0;
    }
    const auto set_channels = [&](int mask, auto is_set) {
      if (mask < 0) return;
      ShadowedSignal& signal = at(mask);
      signal.compared = both;
      signal.rtl.assign(signal.rtl.size(), 0);
      for (int output = 0; output < parameters().channels(); ++output) {
        if (is_set(output)) set_bits(signal.rtl, index(output), 1, 1);
      }
    };
    set_channels(heads_.candidates[index(channel)],
                 [&](int output) { return rtl_.may_take(channel, output); });
    set_channels(heads_.entering[index(channel)],
                 [&](int output) { return rtl_.enters(channel, output); });
    set_channels(heads_.minimal[index(channel)],
                 [&](int output) { return rtl_.is_minimal(channel, output); });
  }
}

void RtlShadow::set_rooms() {
  for (int output = 0; output < parameters().channels(); ++output) {
    const int room = rooms_[index(output)];
    if (room < 0) continue;
    set(room, true, at(room).model.front(), static_cast<std::uint64_t>(rtl_.room(output)));
  }
}

void RtlShadow::set_counts() {
  for (int output = 0; output < parameters().channels(); ++output) {
    const int count = counts_[index(output)];
    if (count < 0) continue;
    set(count, true, static_cast<std::uint64_t>(model_.state[index(output)].read().credits),
        static_cast<std::uint64_t>(rtl_.credits(output)));
  }
}

void RtlShadow::set_grants() {
  const int lanes = rtl_.lanes();
  const int sides = parameters().ports() * lanes;
  for (int side = 0; side < sides; ++side) {
    set(grants_.taken[index(side)], true, 0, rtl_.taken(side) ? 1 : 0);
    set(grants_.input[index(side)], false, 0, static_cast<std::uint64_t>(rtl_.taken_input(side)));
    set(grants_.output_vc[index(side)], false, 0, static_cast<std::uint64_t>(rtl_.taken_vc(side)));
  }
  for (int input = 0; input < parameters().channels(); ++input) {
    const Grant& grant = model_.grant[index(input)].read();
    if (!grants_.drops.empty()) {
      set(grants_.drops[index(input)], true, grant.drops ? 1 : 0, rtl_.drops(input) ? 1 : 0);
    }
    if (!grant.valid || grant.drops) continue;
    const bool of_vc = parameters().full_crossbar() && parameters().buffered(grant.output);
    const int vc = parameters().vc(grant.output);
    const int side = parameters().port(grant.output) * lanes + (of_vc ? vc : 0);
    const bool both = rtl_.taken(side);
    at(grants_.taken[index(side)]).model.front() = 1;
    at(grants_.input[index(side)]).compared = both;
    at(grants_.input[index(side)]).model.front() = static_cast<std::uint64_t>(input);
    at(grants_.output_vc[index(side)]).compared = both;
    at(grants_.output_vc[index(side)]).model.front() = static_cast<std::uint64_t>(vc);
  }
}

void RtlShadow::set_link(int port) {
  const LinkPins& model = model_.flit_out[index(port)].read();
  const bool valid = rtl_.flit_valid(port);
  const bool both = model.flit_valid && valid;
  const std::size_t i = index(port);
  set(links_.valid[i], true, model.flit_valid ? 1 : 0, valid ? 1 : 0);
  set(links_.vc[i], both, static_cast<std::uint64_t>(model.flit_vc),
      static_cast<std::uint64_t>(rtl_.flit_vc(port)));
  set(links_.head[i], both, model.flit_head ? 1 : 0, rtl_.flit_head(port) ? 1 : 0);
  set(links_.tail[i], both, model.flit_tail ? 1 : 0, rtl_.flit_tail(port) ? 1 : 0);
  set(links_.first[i], both, model.flit_first ? 1 : 0, rtl_.flit_first(port) ? 1 : 0);
  set(links_.last[i], both, model.flit_last ? 1 : 0, rtl_.flit_last(port) ? 1 : 0);
  ShadowedSignal& data = at(links_.data[i]);
  data.compared = both;
  data.rtl = rtl_.flit_data(port);
  data.model.assign(data.model.size(), 0);
  if (model.flit_valid) {
    FlitOnLink& link = leaving_[i];
    const int phit = link.next(model);
    data.model = rtl_.phit(link.flit, phit);
  }
  set_header(port, model.flit_valid && model.flit_head && model.flit_first,
             valid && rtl_.flit_head(port) && rtl_.flit_first(port));
}

void RtlShadow::set_header(int port, bool of_model, bool of_rtl) {
  const ShadowedSignal& data = at(links_.data[index(port)]);
  for (std::size_t i = 0; i < links_.header.size(); ++i) {
    const PhitCoding::Field& field = rtl_.header()[i];
    set(links_.header[i][index(port)], of_model && of_rtl,
        of_model ? field_of(data.model, field) : 0, of_rtl ? field_of(data.rtl, field) : 0);
  }
}

void RtlShadow::set_credits() {
  const int lanes = rtl_.lanes();
  for (int side = 0; side < parameters().ports() * lanes; ++side) {
    const std::size_t i = index(side);
    set(credits_.valid[i], true, 0, rtl_.credit_valid(side) ? 1 : 0);
    set(credits_.vc[i], false, 0, static_cast<std::uint64_t>(rtl_.credit_vc(side)));
    set(credits_.phits[i], false, 0, static_cast<std::uint64_t>(rtl_.credit_phits(side)));
  }
  for (int port = 0; port < parameters().ports(); ++port) {
    for (const Credit& credit : model_.credit_out[index(port)].read().credits) {
      const int side = port * lanes + (lanes > 1 ? credit.vc : 0);
      const std::size_t i = index(side);
      const bool both = rtl_.credit_valid(side);
      at(credits_.valid[i]).model.front() = 1;
      at(credits_.vc[i]).compared = both;
      at(credits_.vc[i]).model.front() = static_cast<std::uint64_t>(credit.vc);
      at(credits_.phits[i]).compared = both;
      at(credits_.phits[i]).model.front() = static_cast<std::uint64_t>(credit.phits);
    }
  }
}

void RtlShadow::set_registers() {
  for (const Register& each : registers_) {
    std::uint32_t value = 0;
    parameters().plan.registers->read(each.address, value);
    set(each.index, !rtl_.to_be_written(each.address), value, rtl_.read_register(each.address));
  }
}

// ---- A difference.

void RtlShadow::compare() {
  rtl_.require_running();
  const ShadowedSignal* first = nullptr;
  for (const ShadowedSignal& signal : signals_) {
    compared_ += signal.compared ? 1 : 0;
    if (first == nullptr && signal.differs()) first = &signal;
  }
  if (first != nullptr) {
    fail(first->place(),
         fmt::format("{}: model {}, RTL {}", first->name, value_text(*first, first->model),
                     value_text(*first, first->rtl)),
         first->part, first->name);
  }
  if (!rtl_.wrong_access().empty()) {
    fail("", rtl_.wrong_access(), "register_bank", rtl_.wrong_pin());
  }
  if (!rtl_.broken_rule().empty()) {
    const std::string& name = parameters().plan.name;
    const Cycle now = parameters().clock->cycle();
    throw ShadowDifference(
        fmt::format("no difference, and the monitor at the pins of {} in cycle {}: {}", name, now,
                    rtl_.broken_rule()),
        now, name, "");
  }
}

void RtlShadow::fail(const std::string& place, const std::string& what, const std::string& part,
                     const std::string& signal) const {
  const std::string& name = parameters().plan.name;
  const Cycle now = parameters().clock->cycle();
  std::string state = structural::part_state(model_, part);
  if (state.empty()) state = "  all signals at its ports are 0\n";
  state.pop_back();  // the end of the last line
  if (!rtl_.broken_rule().empty()) state += "\nthe monitor at its pins: " + rtl_.broken_rule();
  throw ShadowDifference(
      fmt::format("first difference in cycle {} at {}{}: {}\n{}.{} of the model at the end of the "
                  "cycle:\n{}",
                  now, name, place, what, name, part, state),
      now, name, signal);
}

std::string RtlShadow::value_text(const ShadowedSignal& signal, const BitVector& value) const {
  if (signal.mask) {
    std::vector<std::string> channels;
    for (int channel = 0; channel < signal.width; ++channel) {
      if (bits_at(value, index(channel), 1) == 0) continue;
      channels.push_back(
          fmt::format("p{}.vc{}", parameters().port(channel), parameters().vc(channel)));
    }
    return channels.empty() ? "none" : fmt::format("{}", fmt::join(channels, " and "));
  }
  if (signal.width <= kRegisterBits) return fmt::format("{}", value.front());
  return "0x" + hex_digits(value, static_cast<std::size_t>(signal.width));
}

}  // namespace rtl
}  // namespace netloom
