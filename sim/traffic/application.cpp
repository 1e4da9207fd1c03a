#include "sim/traffic/application.h"

namespace netloom {
inline namespace sim {

void RegularApplication::messages(Task task, std::uint32_t step,
                                  std::vector<TaskMessage>& result) const {
  std::vector<Task> to;
  destinations(task, step, to);
  for (const Task destination : to) result.push_back({destination, message_packets_});
}

}  // namespace sim
}  // namespace netloom
