#include "sim/lockstep/state_recorder.h"

#include <fmt/format.h>

#include "hw/config/network_sizes.h"
#include "hw/switch/base/switch_model.h"

namespace netloom {
inline namespace sim {

namespace {

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

}  // namespace

StateRecorder::StateRecorder(const Config& config, SwitchId switch_id, Cycle cycle)
    : config_(config),
      switch_id_(switch_id),
      cycle_(cycle),
      vc_shift_(vc_shift_of(config.vcs, config.network.nic.injection_vcs)),
      fronts_(static_cast<std::size_t>(config.netlist.switches[switch_id].ports + 1) << vc_shift_) {
}

void StateRecorder::at_front(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) {
  if (!is_it(at) || now > cycle_) return;
  fronts_[static_cast<std::size_t>(input)] =
      fmt::format("packet {} from {} to {}, {} phits, header state {}, since cycle {}",
                  flit.tag.number, config_.netlist.hosts[flit.source()].name,
                  config_.netlist.hosts[flit.destination].name, flit.phits, flit.state(), now);
}

void StateRecorder::released(const ObservedSwitch& at, int input, const Flit& flit, Cycle last) {
  // Of the cycle that is asked for, the state before it counts.
  if (is_it(at) && last + 1 - flit.phits < cycle_) fronts_[static_cast<std::size_t>(input)].clear();
}

void StateRecorder::allocating(const ObservedSwitch& at, Cycle now) {
  if (!is_it(at) || now > cycle_) return;
  text_ = fmt::format("  before the allocation of cycle {}:\n", now);
  const int channels = static_cast<int>(fronts_.size());
  for (int input = 0; input < channels; ++input) {
    const std::string& front = fronts_[static_cast<std::size_t>(input)];
    if (front.empty()) continue;
    const HeadStatus head = at.model->head_status(input, now);
    text_ += fmt::format("  input p{}.vc{}: {}{}{}\n", at.port(input), at.vc(input), front,
                         head.ready ? ", routed" : "", head.input_busy ? ", input busy" : "");
    for (const OutputStatus& each : head.candidates) {
      text_ += fmt::format("    p{}.vc{}: {}; room {}, credits {}, waiting {} of {}\n",
                           at.port(each.channel), at.vc(each.channel), text_of(each.obstacle),
                           each.room, each.credits, each.behind, each.capacity);
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
