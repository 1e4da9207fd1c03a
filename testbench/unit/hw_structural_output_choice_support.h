#pragma once

#include <vector>

#include "hw/structural/kind/output_choice.h"
#include "testbench/unit/hw_structural_support.h"

namespace netloom::test {

/// A switch with four ports of two VCs: channels 0 … 7. Every output VC has room for 16 phits, and
/// head 0, of four phits, may take the channels that a test says.
class OutputChoiceAlone : public StructuralPart {
 protected:
  OutputChoiceAlone() : StructuralPart(4, 1), requests_(8), crossing_(8), outputs_(8) {
    for (structural::OutputState& output : outputs_)
      output.credits = output.room = output.capacity = 16;
    plan_.largest_flit = 6;
  }

  void head(int input, const structural::ChannelList& candidates, int phits = 4) {
    structural::Request& request = this->request(input);
    request.ready = true;
    request.candidates = candidates;
    request.flit = packet_to(7, phits);
  }
  structural::Request& request(int input) { return requests_[static_cast<std::size_t>(input)]; }
  structural::OutputState& output(int channel) {
    return outputs_[static_cast<std::size_t>(channel)];
  }
  structural::Crossing& crossing(int input) { return crossing_[static_cast<std::size_t>(input)]; }

  /// How it stands when the allocator begins.
  structural::OutputChoice choice(Cycle now = 5) {
    structural::OutputChoice result(of());
    begin(result, now);
    return result;
  }
  void begin(structural::OutputChoice& choice, Cycle now = 5, bool stalling = true) {
    choice.begin(now, stalling);
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      choice.set_input(static_cast<int>(i), requests_[i], crossing_[i]);
      choice.set_output(static_cast<int>(i), outputs_[i]);
    }
  }
  static int select(const structural::OutputChoice& choice, int input) {
    return choice.select(input, choice.available(input));
  }
  static Obstacle obstacle(const structural::OutputChoice& choice, int input, int output) {
    return choice.obstacle(input, output, choice.available(input));
  }

  std::vector<structural::Request> requests_;
  std::vector<structural::Crossing> crossing_;
  std::vector<structural::OutputState> outputs_;
};

}  // namespace netloom::test
