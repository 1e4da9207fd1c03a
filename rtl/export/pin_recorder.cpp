#include "rtl/export/pin_recorder.h"

#include "hw/config/config.h"

namespace netloom {
inline namespace rtl {

using structural::Credit;
using structural::CreditPins;
using structural::LinkPins;
using structural::Phase;

PinRecorder::PinRecorder(sc_core::sc_module_name name, const structural::StructuralSwitch& model,
                         const SwitchKind& kind, const SwitchStraps& straps, const Netlist& netlist,
                         NetworkRecording& recording)
    : sc_core::sc_module(name),
      model_(model),
      recording_(recording),
      coding_(kind.header, kind.phit_bits) {
  const structural::SwitchParameters& parameters = model.parameters();
  rst_ni(parameters.clock->rst_n);
  const SwitchId id = parameters.plan.id;
  for (const Link& link : netlist.links) {
    const auto latency = static_cast<Cycle>(link.latency);
    if (link.from.type == Endpoint::Type::kHost && link.to.index == id) {
      from_hosts_.push_back({link.to.port, link.from.index, latency});
    } else if (link.to.type == Endpoint::Type::kHost && link.from.index == id) {
      to_hosts_.push_back({link.from.port, link.to.index, latency});
    } else if (link.from.type == Endpoint::Type::kSwitch && link.from.index == id &&
               parameters.failed.any()) {
      failing_.push_back(
          {link.from.port, static_cast<std::uint64_t>(&link - netlist.links.data())});
    }
  }
  RecordedSwitch& recorded = recording.switches[id];
  recorded.kind = kind;
  recorded.straps = straps;
  recorded.ports = parameters.ports();
  recorded.vcs = parameters.vcs();
  recorded.lanes = parameters.full_crossbar() ? parameters.vcs() : 1;
  recorded.largest_flit = parameters.plan.largest_flit;
}

void PinRecorder::before_end_of_elaboration() {
  model_.parameters().clock->add_process({{Phase::kTell, [this] { step(); }}}, rst_ni, [] {});
}

void PinRecorder::step() {
  const Cycle cycle = model_.parameters().clock->cycle();
  if (cycle == 0) record_registers();
  if (cycle < recording_.cycles) {
    record_failures(cycle);
    record_drops();
  }
  // What comes from a host has been on the link: nothing does in the first cycles.
  for (HostPort& each : from_hosts_) {
    const auto port = static_cast<std::size_t>(each.port);
    record_credits(each, model_.credit_out[port].read(), cycle + each.latency, recording_.out);
    if (cycle < each.latency) continue;
    record_flits(each, model_.flit_in[port].read(), cycle - each.latency, recording_.in);
  }
  for (HostPort& each : to_hosts_) {
    const auto port = static_cast<std::size_t>(each.port);
    record_flits(each, model_.flit_out[port].read(), cycle + each.latency, recording_.out);
    if (cycle < each.latency) continue;
    record_credits(each, model_.credit_in[port].read(), cycle - each.latency, recording_.in);
  }
}

void PinRecorder::record_registers() {
  const structural::SwitchParameters& parameters = model_.parameters();
  RecordedSwitch& recorded = recording_.switches[parameters.plan.id];
  if (parameters.plan.picking == Picking::kRandom) recorded.random_word = parameters.random.word(0);
  const RegisterFile& file = *parameters.plan.registers;
  for (const RegisterWord& word : register_words(file)) {
    std::uint32_t value = 0;
    file.read(word.address, value);
    recorded.registers.push_back({word, value});
  }
}

void PinRecorder::record_failures(Cycle cycle) {
  using Kind = NetworkChange::Kind;
  const structural::FailedLinks& failed = model_.parameters().failed;
  for (FailingLink& each : failing_) {
    if (failed.dead(each.port) && !each.dead) {
      recording_.changes.push_back({cycle, Kind::kDead, 0, each.number});
    }
    if (failed.known(each.port) && !each.failed) {
      recording_.changes.push_back({cycle, Kind::kFailed, 0, each.number});
    }
    each.dead = failed.dead(each.port);
    each.failed = failed.known(each.port);
  }
}

// Where links fail, a flit is a whole packet.
void PinRecorder::record_drops() {
  for (const auto& grant : model_.grant) {
    if (grant.read().drops) ++recording_.dropped;
  }
}

void PinRecorder::will_be_written(Cycle from, std::uint64_t address, std::uint32_t value) {
  if (from - kWriteCycles >= recording_.cycles) return;
  recording_.changes.push_back({from - kWriteCycles, NetworkChange::Kind::kWrite,
                                model_.parameters().plan.id, address, value});
}

void PinRecorder::record_flits(HostPort& at, const LinkPins& pins, Cycle cycle,
                               std::vector<HostEvent>& to) const {
  if (!pins.flit_valid) return;
  const int phit = at.link.next(pins);
  if (cycle >= recording_.cycles) return;
  HostEvent event{cycle, at.host};
  event.vc = pins.flit_vc;
  event.head = pins.flit_head;
  event.tail = pins.flit_tail;
  event.first = pins.flit_first;
  event.last = pins.flit_last;
  event.data = coding_.words(at.link.flit, phit);
  to.push_back(std::move(event));
}

void PinRecorder::record_credits(const HostPort& at, const CreditPins& pins, Cycle cycle,
                                 std::vector<HostEvent>& to) const {
  if (cycle >= recording_.cycles) return;
  for (const Credit& credit : pins.credits) {
    HostEvent event{cycle, at.host};
    event.credit = true;
    event.vc = credit.vc;
    event.phits = credit.phits;
    to.push_back(event);
  }
}

}  // namespace rtl
}  // namespace netloom
