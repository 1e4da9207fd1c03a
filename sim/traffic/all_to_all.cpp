#include <memory>

#include "sim/traffic/application.h"

namespace netloom {
namespace {

/// Every task sends to every other, one per step: in step s to the one s + 1 further. It goes on
/// when it has what was sent to it in the step.
class AllToAll final : public Application {
 public:
  explicit AllToAll(Task tasks) : tasks_(tasks) {}

  Task tasks() const override { return tasks_; }
  std::uint32_t steps() const override { return tasks_ < 2 ? 1 : tasks_ - 1; }

  void destinations(Task task, std::uint32_t step, std::vector<Task>& result) const override {
    if (tasks_ > 1) result.push_back((task + step + 1) % tasks_);
  }
  std::uint32_t senders(Task /*task*/, std::uint32_t /*step*/) const override {
    return tasks_ > 1 ? 1 : 0;
  }
  std::uint32_t step_between(Task source, Task destination) const override {
    return (destination + tasks_ - source) % tasks_ - 1;
  }

 private:
  Task tasks_;
};

const ApplicationRegistry::Registration kRegistration(
    "all_to_all",
    {"every task to every other, one step after the other",
     {},
     [](Task tasks, const ParameterMap&) { return std::make_unique<AllToAll>(tasks); }});

}  // namespace
}  // namespace netloom
