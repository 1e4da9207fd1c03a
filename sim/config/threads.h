#pragma once

#include <optional>
#include <string>

#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// Most threads of a process.
constexpr int kMostThreads = 256;

/// What is wrong with simulation.threads, if so many processes run the network together: there are
/// more threads in all than parts of the network, or regions that are asked for, to run. After all
/// of the configuration is read.
std::optional<std::string> find_problem_of_threads(const Config& config, int processes = 1);

}  // namespace sim
}  // namespace netloom
