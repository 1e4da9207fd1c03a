#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "sim/traffic/application.h"
#include "sim/traffic/workload.h"

namespace netloom {
inline namespace sim {

/// How an application runs.
struct ApplicationRun {
  std::uint32_t iterations = 1;  ///< >= 1
  std::uint32_t packet_phits = 16;
  Cycle compute = 1;  ///< cycles from having all messages of a step to sending, >= 1
  /// The NICs number packets per destination, because they reorder: only for applications with
  /// packets_per_pair().
  bool numbers_per_pair = false;
};

/// Hosts of the tasks: task i on host i.
std::vector<NodeId> consecutive_placement(Task tasks);
/// Hosts of the tasks, all different, drawn from the seed; tasks <= hosts.
std::vector<NodeId> random_placement(Task tasks, NodeId hosts, std::uint64_t seed);

/// Closed traffic with causal dependencies: tasks send the messages of a step when they have those
/// that the step needs. It ends when the last message has arrived.
class ApplicationSource final : public Workload {
 public:
  /// `placement`: the host of each task.
  ApplicationSource(std::unique_ptr<const Application> application, const ApplicationRun& run,
                    const std::vector<NodeId>& placement, NodeId hosts);

  Cycle first(NodeId host) override;
  Cycle generate(NodeId host, Cycle cycle, Injector& injector) override;
  Cycle delivered(const DeliveredPacket& packet) override;
  std::optional<Cycle> last_generation() const override { return 0; }
  TrafficBounds bounds(int /*packet_phits*/) const override { return bounds_; }
  std::uint64_t expected_deliveries() const override { return expected_; }
  std::uint64_t seen_deliveries() const override;

 private:
  static constexpr Task kNoTask = 0xffffffffu;

  /// What a task has done and got. Turns are the steps of all iterations, one after the other.
  struct State {
    std::uint64_t turn = 0;           ///< the next one
    Cycle due = kNever;               ///< when it begins; kNever: it waits for packets
    std::uint32_t per_iteration = 0;  ///< packets that the task sends in an iteration
    std::uint64_t all_arrived = 0;    ///< packets that have come, of all turns
    /// Packets that have come for this turn, the next one, …
    std::deque<std::uint32_t> arrived = {};
  };

  /// Packets that a turn needs.
  std::uint32_t needed(Task task, std::uint64_t turn) const;
  /// When the next turn of a task can begin if it has all since `cycle`; kNever if it has not, or
  /// there is none.
  Cycle due_after(Task task, Cycle cycle) const;
  /// The turn for which a packet was sent.
  std::uint64_t turn_of(const DeliveredPacket& packet, Task source, Task destination) const;

  std::unique_ptr<const Application> application_;
  ApplicationRun run_;
  std::uint64_t turns_;
  std::vector<NodeId> host_of_;
  std::vector<Task> task_on_;  ///< per host
  std::vector<State> states_;
  TrafficBounds bounds_;
  std::uint64_t expected_ = 0;  ///< packets of all tasks
};

}  // namespace sim
}  // namespace netloom
