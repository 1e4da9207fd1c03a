#include <memory>

#include "sim/traffic/application.h"

namespace netloom {
inline namespace sim {
namespace {

/// Number of the highest bit that is set; value >= 1.
std::uint32_t highest_bit(Task value) {
  std::uint32_t bit = 0;
  while (value >> 1 != 0) {
    value >>= 1;
    ++bit;
  }
  return bit;
}

/// Recursive doubling, as in collective operations: in step s = 0, 1, … a task exchanges messages
/// with the one whose number differs in bit s. Where the number of tasks is not a power of two,
/// those whose partner is missing have nothing to do in that step.
/// Source: [DAVC 2018], section 7.1.
class Butterfly final : public RegularApplication {
 public:
  explicit Butterfly(const ApplicationSize& size) : RegularApplication(size) {}

  std::uint32_t steps() const override { return tasks() < 2 ? 1 : highest_bit(tasks() - 1) + 1; }

 private:
  void destinations(Task task, std::uint32_t step, std::vector<Task>& result) const override {
    if (senders(task, step) != 0) result.push_back(partner(task, step));
  }
  std::uint32_t senders(Task task, std::uint32_t step) const override {
    return partner(task, step) < tasks() ? 1 : 0;
  }
  std::uint32_t step_between(Task source, Task destination) const override {
    return highest_bit(source ^ destination);
  }

  static Task partner(Task task, std::uint32_t step) { return task ^ (Task{1} << step); }
};

const ApplicationRegistry::Registration kButterfly(
    "butterfly", {"exchanges over the distances 1, 2, 4, … of task numbers: recursive doubling",
                  {},
                  [](const ApplicationSize& size, const ParameterMap&) {
                    return std::make_unique<Butterfly>(size);
                  }});

}  // namespace
}  // namespace sim
}  // namespace netloom
