#include "sim/traffic/application_source.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "routing/base/random.h"

namespace netloom {
inline namespace sim {

std::vector<NodeId> consecutive_placement(Task tasks) {
  std::vector<NodeId> hosts(tasks);
  std::iota(hosts.begin(), hosts.end(), NodeId{0});
  return hosts;
}

std::vector<NodeId> random_placement(Task tasks, NodeId hosts, std::uint64_t seed) {
  constexpr std::uint64_t kStream = 0x706c6163;  // apart from other generators of a run
  Random random(Random::mix(seed) + kStream, 0);
  std::vector<NodeId> result = consecutive_placement(hosts);
  for (Task task = 0; task < tasks; ++task) {
    std::swap(result[task], result[task + random.below(hosts - task)]);
  }
  result.resize(tasks);
  return result;
}

ApplicationSource::ApplicationSource(std::unique_ptr<const Application> application,
                                     const ApplicationRun& run,
                                     const std::vector<NodeId>& placement, NodeId hosts)
    : application_(std::move(application)),
      run_(run),
      turns_(std::uint64_t{run.iterations} * application_->steps()),
      host_of_(placement),
      task_on_(hosts, kNoTask),
      states_(application_->tasks()) {
  for (Task task = 0; task < application_->tasks(); ++task) {
    task_on_[host_of_[task]] = task;
    const bool begins = needed(task, 0) == 0;
    std::uint64_t packets = 0;  // of an iteration
    std::vector<TaskMessage> messages;
    for (std::uint32_t step = 0; step < application_->steps(); ++step) {
      messages.clear();
      application_->messages(task, step, messages);
      for (const TaskMessage& each : messages) packets += each.packets;
      if (begins && step == 0) bounds_.queued_packets += packets;
    }
    states_[task].per_iteration = static_cast<std::uint32_t>(packets);
    expected_ += packets * run_.iterations;
    const std::uint64_t all = packets * run_.iterations;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    bounds_.most_phits = std::max(
        bounds_.most_phits, all > kMost / run_.packet_phits ? kMost : all * run_.packet_phits);
    if (begins) states_[task].due = 0;
  }
}

std::uint32_t ApplicationSource::needed(Task task, std::uint64_t turn) const {
  const bool passes_on = application_->passes_on();
  if (turn == 0 && !passes_on) return 0;
  const std::uint64_t sent = passes_on ? turn : turn - 1;
  const auto step = static_cast<std::uint32_t>(sent % application_->steps());
  return application_->packets_to(task, step);
}

Cycle ApplicationSource::due_after(Task task, Cycle cycle) const {
  const State& state = states_[task];
  if (state.turn == turns_) return kNever;
  const std::uint32_t arrived = state.arrived.empty() ? 0 : state.arrived.front();
  return arrived == needed(task, state.turn) ? cycle + run_.compute : kNever;
}

Cycle ApplicationSource::first(NodeId host) {
  return task_on_[host] == kNoTask ? kNever : states_[task_on_[host]].due;
}

Cycle ApplicationSource::generate(NodeId host, Cycle cycle, Injector& injector) {
  const Task task = task_on_[host];
  State& state = states_[task];
  if (state.due != cycle) return kNever;
  std::vector<TaskMessage> messages;
  application_->messages(task, static_cast<std::uint32_t>(state.turn % application_->steps()),
                         messages);
  Message message;
  for (const TaskMessage& each : messages) {
    message.destination = host_of_[each.destination];
    message.phits = each.packets * run_.packet_phits;
    injector.send(message, cycle);
  }
  ++state.turn;
  if (!state.arrived.empty()) state.arrived.pop_front();
  return state.due = due_after(task, cycle);
}

std::uint64_t ApplicationSource::turn_of(const DeliveredPacket& packet, Task source,
                                         Task destination) const {
  const std::uint32_t per_iteration =
      run_.numbers_per_pair ? application_->packets_per_pair() : states_[source].per_iteration;
  const std::uint64_t sent =
      std::uint64_t{packet.number / per_iteration} * application_->steps() +
      application_->step_of(source, destination, packet.number % per_iteration);
  return application_->passes_on() ? sent : sent + 1;
}

std::uint64_t ApplicationSource::seen_deliveries() const {
  std::uint64_t arrived = 0;
  for (const State& state : states_) arrived += state.all_arrived;
  return arrived;
}

Cycle ApplicationSource::delivered(const DeliveredPacket& packet) {
  const Task task = task_on_[packet.destination];
  State& state = states_[task];
  ++state.all_arrived;
  const std::uint64_t ahead = turn_of(packet, task_on_[packet.source], task) - state.turn;
  if (state.arrived.size() <= ahead) state.arrived.resize(ahead + 1);
  ++state.arrived[ahead];
  if (ahead != 0) return kNever;
  return state.due = due_after(task, packet.delivered);
}

}  // namespace sim
}  // namespace netloom
