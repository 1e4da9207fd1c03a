// Stencils: stencil_2d, stencil_3d.

#include <memory>
#include <string>

#include "sim/traffic/task_grid.h"

namespace netloom {
namespace {

/// Halo exchange: in every iteration a task sends to its neighbours in the lattice, and goes on
/// when it has what they sent. Source: 001_cf17752da5266897.txt, section 7.1.
class Stencil final : public Application {
 public:
  Stencil(const std::string& name, std::size_t dimensions, Task tasks,
          const ParameterMap& parameters)
      : tasks_(tasks),
        grid_(name, dimensions, tasks, parameters),
        periodic_(boolean_parameter(parameters, "periodic")) {}

  Task tasks() const override { return tasks_; }

  void destinations(Task task, std::uint32_t /*step*/, std::vector<Task>& result) const override {
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      const Task size = grid_.size(d);
      const Task at = grid_.coordinate(task, d);
      if (at > 0) result.push_back(grid_.previous(task, d));
      if (at + 1 < size) result.push_back(grid_.next(task, d));
      // Around a ring of two there is one neighbour, which has been named.
      if (!periodic_ || size <= 2) continue;
      if (at == 0) result.push_back(grid_.last(task, d));
      if (at + 1 == size) result.push_back(grid_.first(task, d));
    }
  }

  /// Neighbours are so of each other.
  std::uint32_t senders(Task task, std::uint32_t /*step*/) const override {
    std::uint32_t result = 0;
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) {
      const Task size = grid_.size(d);
      const Task at = grid_.coordinate(task, d);
      const bool ring = periodic_ && size > 2;
      result += (ring || at > 0 ? 1 : 0) + (ring || at + 1 < size ? 1 : 0);
    }
    return result;
  }

 private:
  Task tasks_;
  TaskGrid grid_;
  bool periodic_;
};

ApplicationEntry stencil(const std::string& name, std::size_t dimensions, const char* summary) {
  Parameter periodic;
  periodic.name = "periodic";
  periodic.type = Parameter::Type::kBoolean;
  periodic.meaning = "tasks at opposite ends of the lattice are neighbours too";
  periodic.default_value = false;
  return {summary,
          {grid_parameter(dimensions), periodic},
          [=](Task tasks, const ParameterMap& parameters) {
            return std::make_unique<Stencil>(name, dimensions, tasks, parameters);
          },
          tasks_of_grid};
}

const ApplicationRegistry::Registration kTwo(
    "stencil_2d",
    stencil("stencil_2d", 2, "exchange with the neighbours in a lattice of two dimensions"));
const ApplicationRegistry::Registration kThree(
    "stencil_3d",
    stencil("stencil_3d", 3, "exchange with the neighbours in a lattice of three dimensions"));

}  // namespace
}  // namespace netloom
