#include <memory>

#include "sim/traffic/task_grid.h"

namespace netloom {
inline namespace sim {
namespace {

/// Wavefronts that run over a lattice of two dimensions from one corner to the other, as in LU and
/// sweeps: a task that has the messages of its neighbours at lower coordinates sends one to each of
/// those at higher ones. Each iteration is a wave. They follow each other closely, since a task
/// waits for nothing but its own messages, so that soon most tasks send at once.
/// Source: [DAVC 2018], section 7.1.
class Waterfall final : public RegularApplication {
 public:
  Waterfall(const ApplicationSize& size, const ParameterMap& parameters)
      : RegularApplication(size), grid_("waterfall", 2, size.tasks, parameters) {}

  bool passes_on() const override { return true; }

 private:
  void destinations(Task task, std::uint32_t /*step*/, std::vector<Task>& result) const override {
    for (std::size_t d = 0; d < 2; ++d) {
      if (grid_.coordinate(task, d) + 1 < grid_.size(d)) result.push_back(grid_.next(task, d));
    }
  }

  std::uint32_t senders(Task task, std::uint32_t /*step*/) const override {
    std::uint32_t result = 0;
    for (std::size_t d = 0; d < 2; ++d) result += grid_.coordinate(task, d) > 0 ? 1 : 0;
    return result;
  }

  TaskGrid grid_;
};

const ApplicationRegistry::Registration kWaterfall(
    "waterfall", {"wavefronts that follow each other over a lattice of two dimensions",
                  {grid_parameter(2)},
                  [](const ApplicationSize& size, const ParameterMap& parameters) {
                    return std::make_unique<Waterfall>(size, parameters);
                  },
                  tasks_of_grid});

}  // namespace
}  // namespace sim
}  // namespace netloom
