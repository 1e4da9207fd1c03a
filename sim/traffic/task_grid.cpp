#include "sim/traffic/task_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "routing/base/error.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace sim {
namespace {

/// The largest divisor of `tasks` that is no larger than its `dimensions`-th root.
Task divisor_below_root(Task tasks, std::size_t dimensions) {
  const double root = std::pow(static_cast<double>(tasks), 1.0 / static_cast<double>(dimensions));
  auto divisor = static_cast<Task>(root + 1e-6);
  while (tasks % divisor != 0) --divisor;
  return divisor;
}

}  // namespace

TaskGrid::TaskGrid(const std::string& application, std::size_t dimensions, Task tasks,
                   const ParameterMap& parameters) {
  if (parameters.count("grid") == 0) {
    Task rest = tasks;
    for (std::size_t left = dimensions; left > 1; --left) {
      sizes_.push_back(divisor_below_root(rest, left));
      rest /= sizes_.back();
    }
    sizes_.push_back(rest);
  } else {
    const std::vector<std::int64_t>& grid = list_parameter(parameters, "grid");
    if (grid.size() != dimensions) {
      throw Error(fmt::format("application '{}': grid has {} sizes; allowed: {}, one per dimension",
                              application, grid.size(), dimensions));
    }
    sizes_.assign(grid.begin(), grid.end());
    if (tasks_of_grid(parameters) != tasks) {
      throw Error(
          fmt::format("application '{}': a grid of {} has {} tasks, but tasks is {}; leave "
                      "tasks out, or make both agree",
                      application, fmt::join(grid, " x "), tasks_of_grid(parameters), tasks));
    }
  }
  Task stride = 1;
  for (const Task size : sizes_) {
    strides_.push_back(stride);
    stride *= size;
  }
}

Parameter grid_parameter(std::size_t dimensions) {
  Parameter grid;
  grid.name = "grid";
  grid.type = Parameter::Type::kIntegerList;
  grid.meaning = fmt::format(
      "tasks in each of the {} dimensions; unless given, as close to each other as the divisors of "
      "the tasks allow",
      dimensions);
  grid.minimum = 1;
  grid.maximum = static_cast<double>(kMaxHosts);
  grid.optional = true;
  return grid;
}

std::uint64_t tasks_of_grid(const ParameterMap& parameters) {
  if (parameters.count("grid") == 0) return 0;
  std::uint64_t product = 1;
  for (const std::int64_t size : list_parameter(parameters, "grid")) {
    // Saturates: no network has as many hosts.
    product = std::min(product * static_cast<std::uint64_t>(size), kMaxHosts + 1);
  }
  return product;
}

}  // namespace sim
}  // namespace netloom
