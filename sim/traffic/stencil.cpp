// Stencils: stencil_2d, stencil_3d.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "sim/traffic/task_grid.h"

namespace netloom {
inline namespace sim {
namespace {

/// Halo exchange: in every iteration a task sends to its neighbours in the lattice, and goes on
/// when it has what they sent. Source: [DAVC 2018], section 7.1.
class Stencil final : public RegularApplication {
 public:
  Stencil(const std::string& name, std::size_t dimensions, const ApplicationSize& size,
          const ParameterMap& parameters)
      : RegularApplication(size),
        grid_(name, dimensions, size.tasks, parameters),
        periodic_(boolean_parameter(parameters, "periodic")),
        diagonal_(boolean_parameter(parameters, "diagonal")) {}

 private:
  void destinations(Task task, std::uint32_t /*step*/, std::vector<Task>& result) const override {
    for_each_neighbour(task, [&](Task neighbour) { result.push_back(neighbour); });
  }

  /// Neighbours are so of each other.
  std::uint32_t senders(Task task, std::uint32_t /*step*/) const override {
    std::uint32_t result = 0;
    for_each_neighbour(task, [&](Task /*neighbour*/) { ++result; });
    return result;
  }

  template <class Visit>
  void for_each_neighbour(Task task, const Visit& visit) const {
    if (diagonal_) {
      for_each_around(task, 0, false, visit);
      return;
    }
    for (std::size_t d = 0; d < grid_.dimensions(); ++d) for_each_beside(task, d, visit);
  }

  /// Calls `visit` for the neighbours of a task in one dimension.
  template <class Visit>
  void for_each_beside(Task task, std::size_t d, Visit visit) const {
    const Task size = grid_.size(d);
    const Task at = grid_.coordinate(task, d);
    if (at > 0) visit(grid_.previous(task, d));
    if (at + 1 < size) visit(grid_.next(task, d));
    // Around a ring of two there is one neighbour, which has been named.
    if (!periodic_ || size <= 2) return;
    if (at == 0) visit(grid_.last(task, d));
    if (at + 1 == size) visit(grid_.first(task, d));
  }

  /// The same for all that lie beside `task` in some of the dimensions from d on, and for itself if
  /// `moved`.
  template <class Visit>
  void for_each_around(Task task, std::size_t d, bool moved, const Visit& visit) const {
    if (d == grid_.dimensions()) {
      if (moved) visit(task);
      return;
    }
    for_each_around(task, d + 1, moved, visit);
    for_each_beside(task, d, [&](Task beside) { for_each_around(beside, d + 1, true, visit); });
  }

  TaskGrid grid_;
  bool periodic_;
  bool diagonal_;
};

ApplicationEntry stencil(const std::string& name, std::size_t dimensions, const char* summary) {
  const char* diagonal =
      dimensions == 2 ? "tasks that touch at a corner are neighbours too: a 9-point stencil"
                      : "tasks that touch at an edge or a corner are neighbours too: a 27-point "
                        "stencil (Halo3D)";
  return {summary,
          {grid_parameter(dimensions),
           flag("periodic", "tasks at opposite ends of the lattice are neighbours too", false),
           flag("diagonal", diagonal, false)},
          [=](const ApplicationSize& size, const ParameterMap& parameters) {
            return std::make_unique<Stencil>(name, dimensions, size, parameters);
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
}  // namespace sim
}  // namespace netloom
