#include <memory>
#include <vector>

#include "sim/traffic/application.h"

namespace netloom {
inline namespace sim {
namespace {

/// Every task sends to every other in rounds: in round r to the one r + 1 further.
/// Source: [LIA 2025], section 5.3 (linear shift exchange).
class AllToAll : public RegularApplication {
 public:
  using RegularApplication::RegularApplication;

 protected:
  std::uint32_t rounds() const { return tasks() < 2 ? 1 : tasks() - 1; }
  void add_destination(Task task, std::uint32_t round, std::vector<Task>& result) const {
    if (tasks() > 1) result.push_back((task + round + 1) % tasks());
  }
};

/// Each round is a step: a task goes on when it has what was sent to it in the round.
class WaitingAllToAll final : public AllToAll {
 public:
  using AllToAll::AllToAll;
  std::uint32_t steps() const override { return rounds(); }

 private:
  void destinations(Task task, std::uint32_t step, std::vector<Task>& result) const override {
    add_destination(task, step, result);
  }
  std::uint32_t senders(Task /*task*/, std::uint32_t /*step*/) const override {
    return tasks() > 1 ? 1 : 0;
  }
  std::uint32_t step_between(Task source, Task destination) const override {
    return (destination + tasks() - source) % tasks() - 1;
  }
};

/// All rounds are one step: a task sends one message after the other, whatever has arrived.
class FreeAllToAll final : public AllToAll {
 public:
  using AllToAll::AllToAll;

 private:
  void destinations(Task task, std::uint32_t /*step*/, std::vector<Task>& result) const override {
    for (std::uint32_t round = 0; round < rounds(); ++round) add_destination(task, round, result);
  }
  std::uint32_t senders(Task /*task*/, std::uint32_t /*step*/) const override {
    return tasks() - 1;
  }
};

std::vector<Parameter> parameters() {
  return {flag("waits",
               "a task begins a round when it has what was sent to it in the one before; else it "
               "sends one message after the other, and waits at the end of an iteration only",
               true)};
}

const ApplicationRegistry::Registration kAllToAll(
    "all_to_all", {"every task to every other, one step after the other", parameters(),
                   [](const ApplicationSize& size,
                      const ParameterMap& parameters) -> std::unique_ptr<Application> {
                     if (boolean_parameter(parameters, "waits")) {
                       return std::make_unique<WaitingAllToAll>(size);
                     }
                     return std::make_unique<FreeAllToAll>(size);
                   }});

}  // namespace
}  // namespace sim
}  // namespace netloom
