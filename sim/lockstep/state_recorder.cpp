#include "sim/lockstep/state_recorder.h"

#include <fmt/format.h>

#include <utility>

#include "hw/config/lookahead.h"
#include "hw/config/network_sizes.h"
#include "hw/switch/base/switch_model.h"

namespace netloom {
inline namespace sim {

namespace {

/// More phits than any buffer has: room and credits of what leads to a host.
constexpr int kUnbounded = 1 << 30;

const char* text_of(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::kNone:
      return "can be taken";
    case Obstacle::kBusy:
      return "busy";
    case Obstacle::kNoRoom:
      return "no room";
    case Obstacle::kOwned:
      return "held by another packet";
    case Obstacle::kBubble:
      return "no room for two packets";
    case Obstacle::kMinimalFirst:
      return "a minimal one first";
    case Obstacle::kTrigger:
      return "not by the trigger";
    case Obstacle::kStalled:
      return "stalled";
    case Obstacle::kFailed:
      return "failed";
  }
  return "";
}

/// "room 12, credits 12, waiting 8 of 20"; what a host takes has no bounds.
std::string room_text(const OutputStatus& output) {
  if (output.capacity > 0) {
    return fmt::format("room {}, credits {}, waiting {} of {}", output.room, output.credits,
                       output.behind, output.capacity);
  }
  const bool buffered = output.room < kUnbounded;
  return buffered ? fmt::format("host, room {}", output.room) : "host";
}

}  // namespace

StateRecorder::StateRecorder(const Config& config, SwitchId switch_id, Cycle cycle,
                             std::function<void()> passed)
    : config_(config),
      switch_id_(switch_id),
      cycle_(cycle),
      passed_(std::move(passed)),
      vc_shift_(vc_shift_of(config.vcs, config.network.nic.injection_vcs)),
      fronts_(static_cast<std::size_t>(config.netlist.switches[switch_id].ports + 1) << vc_shift_),
      text_(fmt::format("  before the allocation of cycle {}: no flit has come yet\n", cycle)) {}

void StateRecorder::at_front(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  if (!is_it(at) || now > cycle_) return;
  untouched_ = false;
  front(input) =
      fmt::format("packet {} from {} to {}, {} phits, header state {}, since cycle {}",
                  flit.tag.number, config_.netlist.hosts[flit.source()].name,
                  config_.netlist.hosts[flit.destination].name, flit.phits, flit.state(), now);
}

void StateRecorder::granted(const ObservedSwitch& at, int input, int /*output*/,
                            const Flit& /*flit*/, Cycle now, Cycle /*last*/) {
  // The next one may be at the front before the tail has gone.
  if (is_it(at) && now < cycle_) front(input).clear();
}

void StateRecorder::lost(const ObservedSwitch& at, int input, const Flit& /*flit*/, Cycle now) {
  if (is_it(at) && now < cycle_) front(input).clear();
}

void StateRecorder::allocating(const ObservedSwitch& at, Cycle now) {
  if (is_it(at) && now == cycle_ && !untouched_) note(at);
}

void StateRecorder::cycle_done(const ObservedSwitch& at, Cycle now) {
  if (is_it(at) && now < cycle_ && !untouched_) note(at);  // it may do nothing until then
  if (now > cycle_ + kLongestWindow) passed_();
}

void StateRecorder::note(const ObservedSwitch& at) {
  text_ = fmt::format("  before the allocation of cycle {}:\n", cycle_);
  const int channels = static_cast<int>(fronts_.size());
  for (int input = 0; input < channels; ++input) {
    const std::string& text = front(input);
    if (text.empty()) continue;
    const HeadStatus head = at.model->head_status(input, cycle_);
    text_ += fmt::format("  input p{}.vc{}: {}{}{}\n", at.port(input), at.vc(input), text,
                         head.ready ? ", routed" : "", head.input_busy ? ", input busy" : "");
    if (!head.ready) continue;  // what it may take is not known yet
    for (const OutputStatus& each : head.candidates) {
      text_ += fmt::format("    p{}.vc{}: {}; {}\n", at.port(each.channel), at.vc(each.channel),
                           text_of(each.obstacle), room_text(each));
    }
  }
  const int ports = config_.netlist.switches[switch_id_].ports;
  text_ += "  arbiters look first at: ";
  for (int port = 0; port < ports; ++port) {
    text_ +=
        fmt::format("p{}: input vc{}, output p{}{}", port, at.model->input_arbiter_pointer(port),
                    at.model->output_arbiter_pointer(port), port + 1 < ports ? "; " : "\n");
  }
}

}  // namespace sim
}  // namespace netloom
