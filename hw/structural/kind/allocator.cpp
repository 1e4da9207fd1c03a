#include "hw/structural/kind/allocator.h"

#include <fmt/format.h>

#include <utility>

#include "hw/structural/base/channel_list.h"

namespace netloom {
inline namespace hw {
namespace structural {

Allocator::Allocator(sc_core::sc_module_name name, SwitchParameters& of)
    : Part(name, of),
      request_i("request_i", of.channels()),
      crossing_i("crossing_i", of.channels()),
      grant_o("grant_o", of.channels()),
      state_i("state_i", of.channels()),
      taking_o("taking_o", of.channels()),
      choice_(of) {
  each_cycle(Phase::kAllocate, &Allocator::allocate);
}

void Allocator::reset() {
  choice_ = OutputChoice(switch_);
}

void Allocator::allocate() {
  const auto channels = static_cast<std::size_t>(switch_.channels());
  choice_.begin(now());
  for (std::size_t i = 0; i < channels; ++i) {
    choice_.set_input(static_cast<int>(i), request_i[i].read(), crossing_i[i].read());
    choice_.set_output(static_cast<int>(i), state_i[i].read());
  }
  working_ = true;
  switch_.observe([&](SwitchObserver& observer) { observer.allocating(switch_.observed, now()); });
  grants_.assign(channels, {});
  takings_.assign(channels, {});
  if (switch_.failed.any()) drop();
  if (switch_.config().selection_time == SelectionTime::kRouting) commit();
  match();
  working_ = false;
  for (std::size_t i = 0; i < channels; ++i) {
    grant_o[i].write(grants_[i]);
    taking_o[i].write(takings_[i]);
  }
}

void Allocator::commit() {
  for (const int input : waiting()) {
    if (choice_.request(input).committed) continue;
    const ChannelList outputs = choice_.with_room(input);
    if (outputs.empty()) continue;
    const int output = selected(input, outputs);
    grants_[static_cast<std::size_t>(input)].picked = true;
    grants_[static_cast<std::size_t>(input)].output = output;
    takings_[static_cast<std::size_t>(output)].reserved += flit(input).phits;
    choice_.committed(input, output);
  }
}

void Allocator::drop() {
  for (const int input : waiting()) {
    // Of the VCs of a port, one may have taken the crossbar input just now.
    if (!choice_.without_a_way(input) || choice_.input_busy(input)) continue;
    Grant& grant = grants_[static_cast<std::size_t>(input)];
    grant.valid = true;
    grant.drops = true;
    choice_.dropped(input);
  }
}

ChannelList Allocator::waiting() const {
  ChannelList result;
  for (int input = 0; input < switch_.channels(); ++input) {
    if (choice_.request(input).ready && !choice_.input_busy(input)) result.push_back(input);
  }
  return result;
}

int Allocator::selected(int input, const ChannelList& outputs) {
  const int output = choice_.select(input, outputs);
  switch_.observe(
      [&](SwitchObserver& observer) { observer.selected(switch_.observed, input, output, now()); });
  return output;
}

std::map<int, ChannelList> Allocator::able() {
  choice_.look();
  std::map<int, ChannelList> result;
  for (const int input : waiting()) {
    ChannelList outputs = available(input);
    if (!outputs.empty()) result.emplace(input, std::move(outputs));
  }
  return result;
}

std::map<int, int> Allocator::choices() {
  std::map<int, int> result;
  for (const auto& [input, outputs] : able()) result.emplace(input, selected(input, outputs));
  return result;
}

const char* Allocator::wrong_with(int input, int output) const {
  if (!is_channel(input)) return "there is no such input";
  if (!is_channel(output)) return "there is no such output";
  if (grants_[static_cast<std::size_t>(input)].valid) return "the input is granted already";
  if (!choice_.request(input).ready) return "no flit waits there that has been routed";
  if (choice_.input_busy(input)) return "the crossbar input is taken";
  if (choice_.output_busy(output)) return "the crossbar output is taken";
  if (!contains(available(input), output)) return "the flit may not take that output";
  return nullptr;
}

void Allocator::grant(int input, int output) {
  if (const char* const wrong = wrong_with(input, output)) {
    const auto name = [this](int channel) {
      return is_channel(channel) ? switch_.channel_name(channel) : fmt::format("{}", channel);
    };
    switch_.fail(fmt::format("the {} {} grants input {} the output {}: {}", kKind,
                             switch_.config().parts.allocator, name(input), name(output), wrong));
  }
  Grant& to_input = grants_[static_cast<std::size_t>(input)];
  to_input.valid = true;
  to_input.output = output;
  Taking& to_output = takings_[static_cast<std::size_t>(output)];
  const Request& request = choice_.request(input);
  to_output.valid = true;
  to_output.tail = request.flit.tail();
  to_output.phits = request.flit.phits;
  to_output.has_room = request.committed;
  choice_.granted(input, output);
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
