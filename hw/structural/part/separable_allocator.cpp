#include "hw/structural/part/separable_allocator.h"

#include <algorithm>
#include <utility>

namespace netloom {
inline namespace hw {
namespace structural {

const PartRegistry<Allocator>::Registration kSeparable(
    "separable", PartEntry<Allocator>::of<SeparableAllocator>("as switch.allocator says"));

SeparableAllocator::SeparableAllocator(sc_core::sc_module_name name, SwitchParameters& of)
    : Allocator(name, of) {
  for (int port = 0; port < of.ports(); ++port) {
    inputs_.emplace_back(of, ArbiterPlace::kInput, port, 1);
  }
  for (int output = 0; output < of.channels(); ++output) {
    outputs_.emplace_back(of, ArbiterPlace::kOutput, output, of.full_crossbar() ? 1 : of.vcs());
  }
}

int SeparableAllocator::input_pointer(int port) const {
  return switch_.vc(inputs_[static_cast<std::size_t>(port)].pointer());
}

int SeparableAllocator::output_pointer(int port) const {
  return switch_.port(outputs_[static_cast<std::size_t>(switch_.channel(port, 0))].pointer());
}

void SeparableAllocator::reset() {
  Allocator::reset();
  for (Arbiter& arbiter : inputs_) arbiter.reset();
  for (Arbiter& arbiter : outputs_) arbiter.reset();
}

void SeparableAllocator::match() {
  for (int i = 0; i < switch_.config().iterations; ++i) {
    if (switch_.config().allocator == AllocatorKind::kSeparableInputFirst) {
      match_input_first();
    } else {
      match_output_first(i == 0);
    }
  }
}

void SeparableAllocator::match_input_first() {
  const std::map<int, ChannelList> able = this->able();
  Lists offers;  // per crossbar input: its channels that could go
  for (const auto& [input, outputs] : able) offers[switch_.crossbar_input(input)].push_back(input);
  Lists requests;  // per crossbar output: who asks for it
  std::map<int, int> choices;
  for (const auto& [crossbar_input, channels] : offers) {
    const int input = pick(input_arbiter(switch_.port(crossbar_input)), channels);
    choices[input] = selected(input, able.at(input));
    requests[switch_.crossbar_output(choices[input])].push_back(input);
  }
  for (const auto& [output, inputs] : requests) {
    const int input = pick_output(output, inputs);
    matched(input, output);
    grant(input, choices[input]);
  }
}

void SeparableAllocator::match_output_first(bool first) {
  const std::map<int, int> choices = this->choices();
  Lists requests;
  for (const auto& [input, output] : choices) {
    requests[switch_.crossbar_output(output)].push_back(input);
  }
  Lists offers;  // per crossbar input: its channels that an output has granted
  for (const auto& [output, inputs] : requests) {
    const int input = pick_output(output, inputs);
    ChannelList& offered = offers[switch_.crossbar_input(input)];
    offered.insert(std::upper_bound(offered.begin(), offered.end(), input), input);
  }
  for (const auto& [crossbar_input, channels] : offers) {
    const int input = pick(input_arbiter(switch_.port(crossbar_input)), channels);
    const int output = choices.at(input);
    const bool moves = switch_.config().allocator != AllocatorKind::kIslip || first;
    if (moves) matched(input, switch_.crossbar_output(output));
    grant(input, output);
  }
}

int SeparableAllocator::pick(const Arbiter& arbiter, ChannelList channels) const {
  prefer_control(channels);
  return arbiter.pick(channels, [this](int a, int b) { return older(a, b); });
}

int SeparableAllocator::pick_output(int output, ChannelList channels) {
  prefer_control(channels);
  prefer_transit(channels);
  return pick(output_arbiter(output), std::move(channels));
}

void SeparableAllocator::prefer_transit(ChannelList& channels) const {
  if (!switch_.config().transit_priority) return;
  const auto injected = std::stable_partition(channels.begin(), channels.end(), [this](int input) {
    return switch_.from_host[static_cast<std::size_t>(switch_.port(input))] == 0;
  });
  if (injected != channels.begin()) channels.erase(injected, channels.end());
}

void SeparableAllocator::prefer_control(ChannelList& channels) const {
  if (!switch_.config().control_priority) return;
  ChannelList control;
  for (const int channel : channels) {
    if (flit(channel).control()) control.push_back(channel);
  }
  if (!control.empty()) channels = std::move(control);
}

void SeparableAllocator::matched(int input, int output) {
  input_arbiter(switch_.port(input)).matched(input);
  output_arbiter(output).matched(input);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
