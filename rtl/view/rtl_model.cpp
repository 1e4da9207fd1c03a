#include "rtl/view/rtl_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "hw/structural/base/channel_list.h"
#include "hw/structural/kind/misrouting_choice.h"

namespace netloom {
inline namespace rtl {

using structural::ChannelList;

RtlModel::RtlModel(const SwitchPlan& plan, structural::Clock& clock, const SharedBlock& object,
                   const SwitchKind& kind, const SwitchStraps& straps)
    : PinModel(plan),
      switch_(fmt::format("rtl_{}", plan.id).c_str(), plan, clock, object, kind, straps) {}

std::uint64_t RtlModel::channel_sent(int port, int vc) const {
  return switch_.sent(parameters().channel(port, vc));
}

std::uint64_t RtlModel::channel_occupancy(int port, int vc) const {
  return switch_.occupancy(parameters().channel(port, vc));
}

int RtlModel::credits(int port, int vc) const {
  return switch_.credits(parameters().channel(port, vc));
}

int RtlModel::register_value(const char* name, int index) const {
  const std::uint64_t address = parameters().plan.registers->address(name, index);
  return static_cast<int>(switch_.read_register(address));
}

int RtlModel::input_arbiter_pointer(int port) const {
  return register_value("ROUND_ROBIN_IN", port);
}

int RtlModel::output_arbiter_pointer(int port) const {
  return register_value("ROUND_ROBIN_OUT", port);
}

int RtlModel::cyclic_port() const {
  return register_value("CYCLIC_PORT", 0);
}

void RtlModel::for_each_flit_inside(const UseFlit& use) const {
  for (int input = 0; input < parameters().channels(); ++input) {
    for (const RtlSwitch::StoredFlit& stored : switch_.stored(input)) {
      if (!stored.leaves) use(stored.flit);
    }
  }
  for (int output = 0; output < parameters().channels(); ++output) {
    for (const RtlSwitch::CrossingFlit& crossing : switch_.crossing(output)) use(crossing.flit);
  }
}

int RtlModel::stored_phits(int port, int vc) const {
  int phits = 0;
  for (const auto& stored : switch_.stored(parameters().channel(port, vc))) {
    phits += stored.flit.phits;
  }
  return phits;
}

int RtlModel::crossing_phits(int port, int vc) const {
  const int output = parameters().channel(port, vc);
  if (parameters().buffered(output)) return 0;
  int phits = 0;
  for (const auto& crossing : switch_.crossing(output)) phits += crossing.flit.phits;
  return phits;
}

bool RtlModel::leads_to_host(int output) const {
  return parameters().leads_to_host[static_cast<std::size_t>(parameters().port(output))] != 0;
}

Obstacle RtlModel::obstacle(int input, const Flit& flit, int output, Cycle now) const {
  if (parameters().failed.dead(parameters().port(output))) return Obstacle::kFailed;
  if (switch_.output_free_from(output) > now) return Obstacle::kBusy;
  if (switch_.owned(output) && flit.head()) return Obstacle::kOwned;
  if (leads_to_host(output) && !parameters().buffered(output)) return Obstacle::kNone;
  const int room = switch_.room(output);
  if (room < flit.phits) return Obstacle::kNoRoom;
  const bool bubble = switch_.enters(input, output) && room < 2 * parameters().plan.largest_flit;
  return bubble ? Obstacle::kBubble : Obstacle::kNone;
}

std::vector<OutputStatus> RtlModel::candidates(int input, const Flit& flit, Cycle now) const {
  std::vector<OutputStatus> result;
  ChannelList minimal, free;
  for (int output = 0; output < parameters().channels(); ++output) {
    if (!switch_.may_take(input, output)) continue;
    OutputStatus candidate = output_status(output, now);
    candidate.minimal = switch_.is_minimal(input, output);
    candidate.obstacle = obstacle(input, flit, output, now);
    if (candidate.minimal) minimal.push_back(output);
    if (candidate.obstacle == Obstacle::kNone) free.push_back(output);
    result.push_back(candidate);
  }
  const MisroutingTrigger* const trigger = parameters().plan.router->trigger();
  if (trigger == nullptr) return result;
  const auto waiting = [&](int output) {
    const OutputStatus status = output_status(output, now);
    return structural::WaitingPhits{status.behind, status.capacity};
  };
  const ChannelList permitted =
      structural::MisroutingChoice(*trigger, parameters().vcs(), waiting).permitted(minimal, free);
  const bool any_minimal = std::any_of(permitted.begin(), permitted.end(), [&](int output) {
    return switch_.is_minimal(input, output);
  });
  for (OutputStatus& each : result) {
    if (each.obstacle != Obstacle::kNone || structural::contains(permitted, each.channel)) continue;
    each.obstacle = any_minimal ? Obstacle::kMinimalFirst : Obstacle::kTrigger;
  }
  return result;
}

bool RtlModel::scheduled_inside() const {
  if (switch_.stands_still()) return false;
  for (int output = 0; output < parameters().channels(); ++output) {
    for (const RtlSwitch::CrossingFlit& crossing : switch_.crossing(output)) {
      if (crossing.whole > cycle()) return true;
    }
    if (link_busy(parameters().port(output)) || switch_.may_start(output)) return true;
  }
  for (int input = 0; input < parameters().channels(); ++input) {
    if (switch_.stored(input).empty()) continue;
    const RtlSwitch::StoredFlit* const head = switch_.front(input);
    if (head == nullptr || !switch_.ready(input)) return true;
    if (switch_.input_free_from(input) > cycle() + 1) return true;
    const std::vector<OutputStatus> outputs = candidates(input, head->flit, cycle() + 1);
    if (outputs.empty()) return true;  // it is dropped
    for (const OutputStatus& each : outputs) {
      if (each.obstacle == Obstacle::kNone || each.obstacle == Obstacle::kBusy) return true;
    }
  }
  return false;
}

std::vector<WaitEdge> RtlModel::waits() const {
  std::vector<WaitEdge> edges;
  for (int input = 0; input < parameters().channels(); ++input) {
    if (!switch_.ready(input)) continue;
    for (int output = 0; output < parameters().channels(); ++output) {
      if (switch_.may_take(input, output)) edges.push_back({input, output});
    }
  }
  return edges;
}

std::vector<WaitEdge> RtlModel::blocked() const {
  std::vector<WaitEdge> edges;
  for (int input = 0; input < parameters().channels(); ++input) {
    const RtlSwitch::StoredFlit* const head = switch_.front(input);
    // What has crossed in the last cycle is as if it still did.
    if (head == nullptr || !switch_.ready(input)) continue;
    if (switch_.input_free_from(input) > cycle()) continue;
    const std::size_t before = edges.size();
    for (const OutputStatus& each : candidates(input, head->flit, cycle())) {
      if (!waits_behind(each.channel, each.obstacle)) {
        edges.resize(before);
        break;
      }
      edges.push_back({input, each.channel});
    }
  }
  return edges;
}

bool RtlModel::waits_behind(int output, Obstacle obstacle) const {
  const bool full = obstacle == Obstacle::kNoRoom || obstacle == Obstacle::kOwned ||
                    obstacle == Obstacle::kBubble || obstacle == Obstacle::kTrigger;
  if (!full || leads_to_host(output)) return false;
  const int port = parameters().port(output);
  const int vc = parameters().vc(output);
  if (parameters().buffered(output)) {
    const auto& crossing = switch_.crossing(output);
    const bool staged = !crossing.empty() && crossing.front().staged <= cycle();
    if (!staged || switch_.may_start(output)) return false;
  }
  // The packet that holds the VC may go on, and let go of it.
  const SwitchPlan& plan = parameters().plan;
  const int enough = plan.smallest_flit == plan.largest_flit ? plan.largest_flit : 1;
  if (obstacle == Obstacle::kOwned && switch_.credits(output) >= enough) return false;
  return credits_in_flight(port, vc) == crossing_phits(port, vc);
}

OutputStatus RtlModel::output_status(int output, Cycle /*now*/) const {
  const PortShape& shape = parameters().shape(parameters().port(output));
  OutputStatus status;
  status.channel = output;
  const bool to_host = leads_to_host(output);
  const bool buffered = parameters().buffered(output);
  status.credits = to_host ? std::numeric_limits<int>::max() : switch_.credits(output);
  status.room = buffered ? switch_.room(output) : status.credits;
  status.link_busy = link_busy(parameters().port(output));
  if (!to_host) {
    const int waiting = buffered ? shape.output_buffer - status.room : 0;
    status.behind = waiting + shape.credits - status.credits;
    status.capacity = shape.output_buffer + shape.credits;
  }
  return status;
}

HeadStatus RtlModel::head_status(int input, Cycle now) const {
  HeadStatus status;
  const RtlSwitch::StoredFlit* const head = switch_.front(input);
  if (head == nullptr) return status;
  const Flit& flit = head->flit;
  status.ready = switch_.ready(input);
  status.input_busy = switch_.input_free_from(input) > now;
  status.search_from = parameters().plan.picking == Picking::kCyclic
                           ? cyclic_port()
                           : parameters().plan.preferred.of(flit.source(), flit.destination);
  if (status.ready) status.candidates = candidates(input, flit, now);
  return status;
}

}  // namespace rtl
}  // namespace netloom
