#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "sim/traffic/application.h"

namespace netloom {
inline namespace sim {

/// Tasks in a lattice: task x + X·(y + Y·z) is at (x, y, z).
class TaskGrid {
 public:
  /// `parameters` may have `grid`, the sizes of all dimensions, from x on. Without it the sizes are
  /// as close to each other as the divisors of the number of tasks allow, the smallest first.
  /// Error, naming the application: sizes that do not make that number of tasks, or as many sizes
  /// as there are dimensions.
  TaskGrid(const std::string& application, std::size_t dimensions, Task tasks,
           const ParameterMap& parameters);

  std::size_t dimensions() const { return sizes_.size(); }
  Task size(std::size_t dimension) const { return sizes_[dimension]; }
  Task coordinate(Task task, std::size_t dimension) const {
    return task / strides_[dimension] % sizes_[dimension];
  }
  /// The task one further in a dimension; it is not the last one there.
  Task next(Task task, std::size_t dimension) const { return task + strides_[dimension]; }
  /// The task one before; it is not the first one there.
  Task previous(Task task, std::size_t dimension) const { return task - strides_[dimension]; }
  /// The task at the other end of the line through the first (last) one of a dimension.
  Task last(Task task, std::size_t dimension) const {
    return task + strides_[dimension] * (sizes_[dimension] - 1);
  }
  Task first(Task task, std::size_t dimension) const {
    return task - strides_[dimension] * (sizes_[dimension] - 1);
  }

 private:
  std::vector<Task> sizes_, strides_;
};

/// The declaration of `grid` for an application of as many dimensions.
Parameter grid_parameter(std::size_t dimensions);

/// Tasks that `grid` asks for: the product of its sizes; 0 if it is not given.
std::uint64_t tasks_of_grid(const ParameterMap& parameters);

}  // namespace sim
}  // namespace netloom
