#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "hw/structural/part/separable_allocator.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom::test {

/// The allocator of a switch with four ports of two VCs: channels 0 … 7. Every output VC has room
/// for 16 phits at first. Heads come in cycle 0, of flits of one phit, and go when they are
/// granted, unless they are to come again at once.
class StructuralAllocation : public StructuralPart {
 protected:
  static constexpr int kChannels = 8;
  using Grants = std::vector<std::pair<int, int>>;  ///< (input, output) channels

  StructuralAllocation() : StructuralPart(4, 1) {
    structural::OutputState output;
    output.credits = output.room = output.capacity = 16;
    for (int channel = 0; channel < kChannels; ++channel) states_[channel].from(0, output);
    around_.in_each(Phase::kRoute, [this](Cycle /*now*/) {
      for (const auto& [input, request] : heads_) show(input);
    });
    around_.in_each(Phase::kCross, [this](Cycle now) { note_grants(now); });
  }

  void build() { build_as<structural::SeparableAllocator>(); }
  template <class Made>
  void build_as() {
    allocator_ = std::make_unique<Made>("allocator", of());
    allocator_->request_i(requests_);
    crossings_.bind_to(allocator_->crossing_i);
    grants_.bind_to(allocator_->grant_o);
    states_.bind_to(allocator_->state_i);
    takings_.bind_to(allocator_->taking_o);
  }

  /// A flit waits at an input, and may take these output channels.
  structural::Request& head(int input, const structural::ChannelList& candidates) {
    structural::Request& request = heads_[input];
    request.ready = true;
    request.candidates = candidates;
    request.flit = packet_to(7, 1, static_cast<std::uint32_t>(input));
    return request;
  }
  void control_head(int input, const structural::ChannelList& candidates) {
    head(input, candidates).flit.set_control(true);
  }
  /// The room behind an output channel from a cycle on.
  void room(int output, Cycle cycle, int phits) {
    structural::OutputState state;
    state.credits = state.room = phits;
    state.capacity = 16;
    states_[output].from(cycle, state);
  }
  /// Occupied by a flit of that input in these cycles.
  void occupy(int input, int output, Cycle first, Cycle last) {
    structural::Crossing crossing;
    crossing.phits = 1;
    crossing.output = output;
    crossing.stays = true;
    crossings_[input].from(first, crossing);
    crossings_[input].from(last + 1, {});
  }

  const Grants& granted(Cycle cycle) { return granted_[cycle]; }
  /// To whom an output port went, in each cycle; -1: nobody.
  std::vector<int> served(int output_port, Cycle cycles) {
    std::vector<int> result;
    for (Cycle cycle = 0; cycle < cycles; ++cycle) {
      int to = -1;
      for (const auto& [input, output] : granted_[cycle]) {
        if (output / 2 == output_port) to = input;
      }
      result.push_back(to);
    }
    return result;
  }

  structural::Allocator& allocator() { return *allocator_; }
  const structural::Taking& taking(int output, Cycle cycle) {
    return takings_[output].at_end(cycle);
  }
  const structural::Grant& grant(int input, Cycle cycle) { return grants_[input].at_end(cycle); }

  bool again_ = false;  ///< heads come again at once

 private:
  void show(int input) { requests_[static_cast<std::size_t>(input)].write(heads_[input]); }
  void note_grants(Cycle now) {
    granted_[now];
    for (int input = 0; input < kChannels; ++input) {
      const structural::Grant& grant = grants_[input].signal.read();
      if (grant.picked) {
        heads_[input].committed = true;
        heads_[input].candidates = {grant.output};
      }
      if (!grant.valid) continue;
      granted_[now].emplace_back(input, grant.output);
      if (!again_) heads_[input] = {};
    }
  }

  sc_core::sc_vector<sc_core::sc_signal<structural::Request>> requests_{"requests", kChannels};
  Each<Driven<structural::Crossing>> crossings_{kChannels, around_, Phase::kDrive};
  Each<Driven<structural::OutputState>> states_{kChannels, around_, Phase::kLink};
  Each<Shown<structural::Grant>> grants_{kChannels, around_, Phase::kCross};
  Each<Shown<structural::Taking>> takings_{kChannels, around_, Phase::kCross};
  std::map<int, structural::Request> heads_;
  std::map<Cycle, Grants> granted_;
  std::unique_ptr<structural::Allocator> allocator_;
};

}  // namespace netloom::test
