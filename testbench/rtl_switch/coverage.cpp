#include "testbench/rtl_switch/coverage.h"

#include "hw/config/network_sizes.h"
#include "hw/switch/base/switch_model.h"

namespace netloom::test {

SwitchCoverage::SwitchCoverage(const Config& config)
    : config_(config),
      possible_(config),
      ports_(config.netlist),
      vc_shift_(routing_context(config).vc_shift),
      smallest_flit_(flit_sizes(config.network).first) {
  const SwitchConfig& switches = config.network.switches;
  const auto kind = [this](int number) { return static_cast<std::size_t>(link(number).kind); };
  for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
    const auto ports = static_cast<std::size_t>(ports_.ports(id));
    Switch state;
    state.inputs.resize(ports << vc_shift_);
    state.outputs.resize(ports << vc_shift_);
    for (std::size_t channel = 0; channel < state.inputs.size(); ++channel) {
      const int port = static_cast<int>(channel) >> vc_shift_;
      if (const int in = ports_.link_in(id, port); in >= 0) {
        state.inputs[channel].places = switches.input_buffer[kind(in)];
      }
      if (const int out = ports_.link_out(id, port); out >= 0) {
        state.outputs[channel].places = switches.output_buffer[kind(out)];
      }
    }
    state.input_pointers.resize(ports);
    state.output_pointers.resize(ports);
    state.link_pointers.resize(ports);
    switches_.push_back(std::move(state));
  }
  for (const Bin& bin : possible_.bins()) bins_.emplace(bin, false);
}

void SwitchCoverage::hit(SwitchEvent event, SwitchId id, int first, int second) {
  const Bin bin = {event, id, first, second};
  if (const auto found = bins_.find(bin); found != bins_.end()) {
    found->second = true;
  } else {
    impossible_.insert(bin);
  }
}

void SwitchCoverage::store(SwitchId id, int channel, Buffer& buffer, int phits, SwitchEvent full,
                           SwitchEvent wrap) {
  buffer.stored += phits;
  buffer.came += static_cast<std::uint64_t>(phits);
  if (buffer.places - buffer.stored < smallest_flit_) hit(full, id, channel);
  if (buffer.came > static_cast<std::uint64_t>(buffer.places)) hit(wrap, id, channel);
}

void SwitchCoverage::settle(SwitchId id, int channel, Buffer& buffer, Cycle now,
                            SwitchEvent empty) {
  for (auto each = buffer.leaving.begin(); each != buffer.leaving.end();) {
    if (each->first >= now) {
      ++each;
      continue;
    }
    buffer.stored -= each->second;
    if (buffer.stored == 0) hit(empty, id, channel);
    each = buffer.leaving.erase(each);
  }
}

void SwitchCoverage::settle(SwitchId id, Cycle now) {
  Switch& state = switches_[id];
  for (std::size_t i = 0; i < state.inputs.size(); ++i) {
    const int channel = static_cast<int>(i);
    settle(id, channel, state.inputs[i], now, SwitchEvent::kEmpty);
    settle(id, channel, state.outputs[i], now, SwitchEvent::kOutputEmpty);
  }
}

void SwitchCoverage::arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  Buffer& buffer = switches_[at.id].inputs[static_cast<std::size_t>(input)];
  settle(at.id, input, buffer, now, SwitchEvent::kEmpty);
  buffer.arrival = now;
  hit(SwitchEvent::kVcs, at.id, input);
  store(at.id, input, buffer, flit.phits, SwitchEvent::kFull, SwitchEvent::kWrap);
}

void SwitchCoverage::granted(const ObservedSwitch& at, int input, int output, const Flit& flit,
                             Cycle now, Cycle /*last*/) {
  Switch& state = switches_[at.id];
  ++grants_;
  hit(SwitchEvent::kPortPairs, at.id, at.port(input), at.port(output));
  if (state.inputs[static_cast<std::size_t>(input)].arrival == now) {
    hit(SwitchEvent::kTogether, at.id, input);
  }
  Buffer& buffer = state.outputs[static_cast<std::size_t>(output)];
  if (buffer.places == 0) return;
  settle(at.id, output, buffer, now, SwitchEvent::kOutputEmpty);
  store(at.id, output, buffer, flit.phits, SwitchEvent::kOutputFull, SwitchEvent::kOutputWrap);
}

void SwitchCoverage::released(const ObservedSwitch& at, int input, const Flit& flit, Cycle last) {
  switches_[at.id].inputs[static_cast<std::size_t>(input)].leaving.emplace_back(last, flit.phits);
}

void SwitchCoverage::sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) {
  Switch& state = switches_[at.id];
  Buffer& buffer = state.outputs[static_cast<std::size_t>(output)];
  if (buffer.places == 0) return;
  buffer.leaving.emplace_back(start + static_cast<Cycle>(flit.phits) - 1, flit.phits);
  if (!has_pointers(config_.network.switches)) return;
  const int port = at.port(output);
  const auto kind = static_cast<std::size_t>(link(ports_.link_out(at.id, port)).kind);
  const int vcs = config_.network.switches.vcs[kind];
  look_at_pointer(SwitchEvent::kLinkPointer, at.id, port,
                  state.link_pointers[static_cast<std::size_t>(port)], (at.vc(output) + 1) % vcs);
}

void SwitchCoverage::allocating(const ObservedSwitch& at, Cycle now) {
  const auto channels = static_cast<int>(switches_[at.id].inputs.size());
  for (int input = 0; input < channels; ++input) {
    for (const OutputStatus& each : at.model->head_status(input, now).candidates) {
      if (each.obstacle == Obstacle::kNoRoom || each.obstacle == Obstacle::kBubble ||
          each.obstacle == Obstacle::kOwned) {
        hit(SwitchEvent::kPressure, at.id, each.channel);
      }
    }
  }
}

void SwitchCoverage::look_at_pointer(SwitchEvent event, SwitchId id, int place, int& before,
                                     int now) {
  if (now < before) hit(event, id, place);
  before = now;
}

void SwitchCoverage::cycle_done(const ObservedSwitch& at, Cycle /*now*/) {
  Switch& state = switches_[at.id];
  for (int port = 0; has_pointers(config_.network.switches) && port < ports_.ports(at.id); ++port) {
    const auto i = static_cast<std::size_t>(port);
    if (has_input_pointers(config_.network.switches)) {
      look_at_pointer(SwitchEvent::kInputPointer, at.id, port, state.input_pointers[i],
                      at.model->input_arbiter_pointer(port));
    }
    look_at_pointer(SwitchEvent::kOutputPointer, at.id, port, state.output_pointers[i],
                    at.model->output_arbiter_pointer(port));
  }
  look_at_pointer(SwitchEvent::kSelectionPointer, at.id, -1, state.selection_pointer,
                  at.model->cyclic_port());
}

std::array<SwitchCoverage::Count, kSwitchEvents> SwitchCoverage::counts() {
  for (SwitchId id = 0; id < switches_.size(); ++id) settle(id, kNever);
  std::array<Count, kSwitchEvents> result;
  for (const auto& [bin, was_hit] : bins_) {
    Count& count = result[static_cast<std::size_t>(std::get<SwitchEvent>(bin))];
    ++count.all;
    count.hit += was_hit ? 1 : 0;
  }
  return result;
}

std::vector<std::string> SwitchCoverage::missing() const {
  std::vector<std::string> result;
  for (const auto& [bin, was_hit] : bins_) {
    if (!was_hit) result.push_back(possible_.text(bin));
  }
  return result;
}

std::vector<std::string> SwitchCoverage::impossible() const {
  std::vector<std::string> result;
  for (const Bin& bin : impossible_) result.push_back(possible_.text(bin));
  return result;
}

}  // namespace netloom::test
