#include "hw/structural/structural_model.h"

#include <fmt/format.h>

#include "hw/structural/kind/output_choice.h"
#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace structural {

namespace {

const SwitchPlan& checked(const SwitchPlan& plan) {
  if (plan.config->floods()) {
    throw Error(
        fmt::format("switch {}: the structural view does not run the control packets of links that "
                    "fail while the network runs; allowed: faults from cycle 0 on, the fabric "
                    "manager as who updates the registers, or the fast view",
                    plan.name));
  }
  return plan;
}

std::string module_name(const SwitchPlan& plan) {
  return fmt::format("structural_{}", plan.id);
}

}  // namespace

StructuralModel::StructuralModel(const SwitchPlan& plan, Clock& clock)
    : PinModel(plan), switch_(module_name(checked(plan)).c_str(), plan, clock) {}

void StructuralModel::for_each_flit_inside(const UseFlit& use) const {
  for (int port = 0; port < parameters().ports(); ++port) {
    for (int vc = 0; vc < parameters().vcs(); ++vc) {
      for (const InputPort::HeldFlit& held : switch_.input(port).flits(vc)) {
        if (!held.leaves) use(*held.flit);
      }
      for (const Flit* const flit : switch_.output(port).buffered_flits(vc)) use(*flit);
    }
  }
  for (const Flit& flit : switch_.crossbar().heads()) use(flit);
}

std::uint64_t StructuralModel::channel_sent(int port, int vc) const {
  return switch_.output(port).sent(vc);
}

std::uint64_t StructuralModel::channel_occupancy(int port, int vc) const {
  return switch_.input(port).occupancy(vc);
}

int StructuralModel::stored_phits(int port, int vc) const {
  int phits = 0;
  for (const InputPort::HeldFlit& held : switch_.input(port).flits(vc)) phits += held.flit->phits;
  return phits;
}

int StructuralModel::crossing_phits(int port, int vc) const {
  return switch_.output(port).crossing(vc);
}

int StructuralModel::credits(int port, int vc) const {
  return switch_.output(port).credits(vc);
}

int StructuralModel::input_arbiter_pointer(int port) const {
  return switch_.allocator().input_pointer(port);
}

int StructuralModel::output_arbiter_pointer(int port) const {
  return switch_.allocator().output_pointer(port);
}

bool StructuralModel::scheduled_inside() const {
  const SwitchParameters& all = parameters();
  if (switch_.crossbar().busy()) return true;
  for (int port = 0; port < all.ports(); ++port) {
    if (switch_.output(port).link_busy() || may_start(port)) return true;
  }
  const OutputChoice choice = choice_without_stalls(false);
  for (int input = 0; input < all.channels(); ++input) {
    if (!switch_.head[static_cast<std::size_t>(input)].read().valid) continue;
    if (!choice.request(input).ready || choice.input_busy(input)) return true;
    if (may_change(input) || choice.without_a_way(input)) return true;
    if (!choice.available(input).empty()) return true;
  }
  return false;
}

bool StructuralModel::may_start(int port) const {
  const OutputPort& at = switch_.output(port);
  const bool endless = parameters().endless(port);
  for (int vc = 0; vc < parameters().vcs(); ++vc) {
    const std::vector<const Flit*> buffer = at.buffered_flits(vc);
    if (!buffer.empty() && (endless || at.credits(vc) >= buffer.front()->phits)) return true;
  }
  return false;
}

OutputChoice StructuralModel::choice(Cycle now) const {
  OutputChoice result = switch_.allocator().choice();
  result.begin(now);
  set_channels(result, false);
  return result;
}

OutputChoice StructuralModel::choice_without_stalls(bool at_end) const {
  OutputChoice result = switch_.allocator().choice();
  result.begin(parameters().clock->cycle() + 1, false);
  set_channels(result, at_end);
  return result;
}

void StructuralModel::set_channels(OutputChoice& choice, bool at_end) const {
  for (int channel = 0; channel < parameters().channels(); ++channel) {
    const auto i = static_cast<std::size_t>(channel);
    Crossing crossing = switch_.crossing[i].read();
    crossing.stays = crossing.stays || (at_end && crossing.phits > 0);
    choice.set_input(channel, switch_.request[i].read(), crossing);
    choice.set_output(channel, switch_.state[i].read());
  }
}

std::vector<WaitEdge> StructuralModel::waits() const {
  std::vector<WaitEdge> edges;
  for (int input = 0; input < parameters().channels(); ++input) {
    const Request& request = switch_.request[static_cast<std::size_t>(input)].read();
    if (!request.ready) continue;
    for (const int output : request.candidates) edges.push_back({input, output});
  }
  return edges;
}

std::vector<WaitEdge> StructuralModel::blocked() const {
  std::vector<WaitEdge> edges;
  const OutputChoice choice = choice_without_stalls(true);
  for (int input = 0; input < parameters().channels(); ++input) {
    const Request& request = choice.request(input);
    if (!request.ready || choice.input_busy(input)) continue;
    if (may_change(input)) continue;
    const ChannelList usable = choice.available(input);
    const std::size_t before = edges.size();
    for (const int output : request.candidates) {
      if (!waits_behind(output, choice.obstacle(input, output, usable))) {
        edges.resize(before);
        break;
      }
      edges.push_back({input, output});
    }
  }
  return edges;
}

bool StructuralModel::waits_behind(int output, Obstacle obstacle) const {
  const bool full = obstacle == Obstacle::kNoRoom || obstacle == Obstacle::kOwned ||
                    obstacle == Obstacle::kBubble || obstacle == Obstacle::kTrigger;
  const int port = parameters().port(output);
  const int vc = parameters().vc(output);
  if (!full || parameters().leads_to_host[static_cast<std::size_t>(port)] != 0) return false;
  const OutputPort& at = switch_.output(port);
  const int credits = at.credits(vc);
  if (parameters().shape(port).output_buffer > 0) {
    const std::vector<const Flit*> buffer = at.buffered_flits(vc);
    if (buffer.empty() || credits >= buffer.front()->phits) return false;
  }
  // The packet that holds the VC may go on, and let go of it.
  const SwitchPlan& plan = parameters().plan;
  const int enough = plan.smallest_flit == plan.largest_flit ? plan.largest_flit : 1;
  if (obstacle == Obstacle::kOwned && credits >= enough) return false;
  return credits_in_flight(port, vc) == at.crossing(vc);
}

OutputStatus StructuralModel::output_status(int output, Cycle /*now*/) const {
  return status_of(output, switch_.state[static_cast<std::size_t>(output)].read());
}

OutputStatus StructuralModel::status_of(int output, const OutputState& state) const {
  const int port = parameters().port(output);
  OutputStatus status;
  status.channel = output;
  status.credits = state.credits;
  status.room = state.room;
  status.link_busy = switch_.output(port).link_busy();
  if (!parameters().endless(port)) {
    status.behind = state.waiting;
    status.capacity = state.capacity;
  }
  return status;
}

HeadStatus StructuralModel::head_status(int input, Cycle now) const {
  HeadStatus status;
  if (!switch_.head[static_cast<std::size_t>(input)].read().valid) return status;
  const Allocator& allocator = switch_.allocator();
  const OutputChoice choice = allocator.working() ? allocator.choice() : this->choice(now);
  const Request& request = choice.request(input);
  status.ready = request.ready;
  status.input_busy = choice.input_busy(input);
  status.search_from = choice.search_from(input);
  const ChannelList usable = choice.available(input);
  for (const int output : request.candidates) {
    OutputStatus candidate = status_of(output, choice.output(output));
    candidate.minimal = choice.is_minimal(input, output);
    candidate.obstacle = choice.obstacle(input, output, usable);
    status.candidates.push_back(candidate);
  }
  return status;
}

}  // namespace structural
}  // namespace hw
}  // namespace netloom
