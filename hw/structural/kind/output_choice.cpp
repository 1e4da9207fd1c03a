#include "hw/structural/kind/output_choice.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "hw/structural/base/channel_list.h"
#include "hw/structural/kind/misrouting_choice.h"

namespace netloom {
inline namespace hw {
namespace structural {

OutputChoice::OutputChoice(const SwitchParameters& of)
    : switch_(&of),
      requests_(static_cast<std::size_t>(of.channels())),
      outputs_(static_cast<std::size_t>(of.channels())),
      waiting_(static_cast<std::size_t>(of.channels()), 0),
      input_busy_(static_cast<std::size_t>(of.channels()), 0),
      output_busy_(static_cast<std::size_t>(of.channels()), 0) {}

void OutputChoice::begin(Cycle now, bool stalling) {
  now_ = now;
  stalling_ = stalling;
  input_busy_.assign(input_busy_.size(), 0);
  output_busy_.assign(output_busy_.size(), 0);
}

void OutputChoice::set_input(int input, const Request& request, const Crossing& crossing) {
  at(requests_, input) = request;
  if (!crossing.stays) return;
  at(input_busy_, switch_->crossbar_input(input)) = 1;
  if (crossing.output >= 0) at(output_busy_, switch_->crossbar_output(crossing.output)) = 1;
}

void OutputChoice::look() {
  std::transform(outputs_.begin(), outputs_.end(), waiting_.begin(),
                 [](const OutputState& state) { return state.waiting; });
}

ChannelList OutputChoice::with_room(int input) const {
  return without(&OutputChoice::lacks, input);
}

ChannelList OutputChoice::available(int input) const {
  return without(&OutputChoice::obstacle_of, input);
}

ChannelList OutputChoice::without(ObstacleOf kept_by, int input) const {
  const Request& of_it = request(input);
  ChannelList result;
  for (const int output : of_it.candidates) {
    if ((this->*kept_by)(of_it, output) == Obstacle::kNone) result.push_back(output);
  }
  return permitted(of_it, result);
}

Obstacle OutputChoice::lacks(const Request& request, int output) const {
  const OutputState& state = at(outputs_, output);
  if (request.committed) return Obstacle::kNone;  // it has its room
  if (state.owned && !request.body) return Obstacle::kOwned;
  if (state.room < request.flit.phits) return Obstacle::kNoRoom;
  // Into a ring only where a second packet has room.
  const bool enters = contains(request.entering, output);
  return enters && state.room < 2 * switch_->plan.largest_flit ? Obstacle::kBubble
                                                               : Obstacle::kNone;
}

Obstacle OutputChoice::obstacle_of(const Request& request, int output) const {
  if (switch_->failed.dead(switch_->port(output))) return Obstacle::kFailed;
  if (output_busy(output)) return Obstacle::kBusy;
  if (const Obstacle lacking = lacks(request, output); lacking != Obstacle::kNone) return lacking;
  // Behind a buffer its link waits.
  const bool stalls =
      !at(outputs_, output).buffered && stalling_ && switch_->stalled(switch_->port(output), now_);
  return stalls ? Obstacle::kStalled : Obstacle::kNone;
}

ChannelList OutputChoice::permitted(const Request& request, const ChannelList& outputs) const {
  const MisroutingTrigger* const trigger = switch_->plan.router->trigger();
  if (trigger == nullptr || request.committed) return outputs;
  const auto waiting = [this](int output) {
    return WaitingPhits{at(waiting_, output), at(outputs_, output).capacity};
  };
  return MisroutingChoice(*trigger, switch_->vcs(), waiting).permitted(request.minimal, outputs);
}

int OutputChoice::select(int input, const ChannelList& outputs) const {
  if (switch_->plan.selector != nullptr) return select_by_rtl(input, outputs);
  switch (switch_->plan.picking) {
    case Picking::kPreferred:
    case Picking::kCyclic:
      break;
    case Picking::kMostCredits:
      return *std::max_element(outputs.begin(), outputs.end(), [this](int a, int b) {
        return at(outputs_, a).credits < at(outputs_, b).credits;
      });
    case Picking::kRandom: {
      if (outputs.size() == 1) return outputs.front();
      const Draw draw = switch_->random.draw(now_, DrawPlace::kSelection, input);
      return outputs[draw.below(static_cast<std::uint32_t>(outputs.size()))];
    }
  }
  return first_from(outputs, search_from(input) * switch_->vcs());
}

int OutputChoice::search_from(int input) const {
  return switch_->plan.picking == Picking::kCyclic ? cyclic_port_ : request(input).preferred_port;
}

int OutputChoice::select_by_rtl(int input, const ChannelList& outputs) const {
  const std::vector<std::uint64_t> words = bits_of(outputs, switch_->channels());
  const Flit& flit = request(input).flit;
  SelectionQuery query;
  query.destination = flit.destination;
  query.source = flit.source();
  query.number = flit.tag.number;
  query.qualifying = words.data();
  query.words = static_cast<int>(words.size());
  query.preferred_port = search_from(input);
  query.selected = first_from(outputs, query.preferred_port * switch_->vcs());
  query.input_port = switch_->port(input);
  query.input_vc = switch_->vc(input);
  query.cycle = now_;
  return switch_->plan.selector->select(query);
}

bool OutputChoice::is_minimal(int input, int output) const {
  return switch_->plan.router->trigger() == nullptr || contains(request(input).minimal, output);
}

Obstacle OutputChoice::obstacle(int input, int output, const ChannelList& usable) const {
  if (contains(usable, output)) return Obstacle::kNone;
  const Obstacle found = obstacle_of(request(input), output);
  if (found != Obstacle::kNone) return found;
  // Nothing is in the way but the misrouting trigger.
  return std::any_of(usable.begin(), usable.end(),
                     [&](int other) { return is_minimal(input, other); })
             ? Obstacle::kMinimalFirst
             : Obstacle::kTrigger;
}

void OutputChoice::granted(int input, int output) {
  Request& request = at(requests_, input);
  at(input_busy_, switch_->crossbar_input(input)) = 1;
  at(output_busy_, switch_->crossbar_output(output)) = 1;
  if (!request.committed) take_room(output, request.flit.phits);
  if (switch_->config().switching == Switching::kWormhole) {
    at(outputs_, output).owned = !request.flit.tail();
  }
  picked(request, output);
  request = {};
}

void OutputChoice::dropped(int input) {
  at(input_busy_, switch_->crossbar_input(input)) = 1;
  at(requests_, input) = {};
}

void OutputChoice::committed(int input, int output) {
  Request& request = at(requests_, input);
  picked(request, output);
  take_room(output, request.flit.phits);
  at(waiting_, output) = at(outputs_, output).waiting;
  request.committed = true;
  request.candidates = {output};
}

void OutputChoice::picked(const Request& request, int output) {
  if (switch_->plan.picking != Picking::kCyclic || request.candidates.size() == 1) return;
  cyclic_port_ = (switch_->port(output) + 1) % switch_->ports();
  if (switch_->plan.selector != nullptr) switch_->plan.selector->used(switch_->port(output));
}

void OutputChoice::take_room(int output, int phits) {
  OutputState& state = at(outputs_, output);
  if (switch_->endless(switch_->port(output)) && !state.buffered) return;
  state.room -= phits;
  state.waiting += phits;
  if (!state.buffered) state.credits -= phits;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
