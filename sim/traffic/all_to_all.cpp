#include <memory>

#include "sim/traffic/application.h"

namespace netloom {
namespace {

/// Every task sends to every other, one per step: in step s to the one s + 1 further. It goes on
/// when it has what was sent to it in the step.
class AllToAll final : public RegularApplication {
 public:
  explicit AllToAll(const ApplicationSize& size) : RegularApplication(size) {}

  std::uint32_t steps() const override { return tasks() < 2 ? 1 : tasks() - 1; }

 private:
  void destinations(Task task, std::uint32_t step, std::vector<Task>& result) const override {
    if (tasks() > 1) result.push_back((task + step + 1) % tasks());
  }
  std::uint32_t senders(Task /*task*/, std::uint32_t /*step*/) const override {
    return tasks() > 1 ? 1 : 0;
  }
  std::uint32_t step_between(Task source, Task destination) const override {
    return (destination + tasks() - source) % tasks() - 1;
  }
};

const ApplicationRegistry::Registration kRegistration(
    "all_to_all", {"every task to every other, one step after the other",
                   {},
                   [](const ApplicationSize& size, const ParameterMap&) {
                     return std::make_unique<AllToAll>(size);
                   }});

}  // namespace
}  // namespace netloom
