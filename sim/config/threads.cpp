#include "sim/config/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace netloom {
inline namespace sim {
namespace {

/// Regions that a number or a file asks for; 0: they are chosen.
int asked_regions(const SimulationConfig& config) {
  const std::vector<int>& of_switches = config.region_of;
  if (of_switches.empty()) return config.regions;
  std::vector<int> numbers = of_switches;
  std::sort(numbers.begin(), numbers.end());
  return static_cast<int>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}

std::string counted(int count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace

std::optional<std::string> find_problem_of_threads(const Config& config, int processes) {
  const SimulationConfig& run = config.network.simulation;
  const int threads = std::max(1, run.threads);  // auto has one where there is not enough for more
  const int all = threads * processes;
  const std::string wanted =
      processes == 1 ? counted(threads, "thread")
                     : fmt::format("{} (mpirun -n) of {} each", counted(processes, "rank"),
                                   counted(threads, "thread"));
  const int regions = asked_regions(run);
  if (regions > 0 && all > regions) {
    return fmt::format("{} for {}; allowed: up to one for each", wanted,
                       counted(regions, "region"));
  }
  if (all > config.most_threads) {
    const std::string& because = config.most_threads_because;
    const int most = config.most_threads;
    return fmt::format("{} for a network that {} can run; allowed: {}{}{}{}", wanted, most,
                       processes == 1 ? "auto, 1 to " : "up to ",
                       processes == 1 ? std::to_string(std::min(most, kMostThreads))
                                      : fmt::format("{} in all", most),
                       because.empty() ? "" : ", because ", because);
  }
  if (all > 1 && run.region_of.empty() && regions > config.most_threads) {
    return fmt::format(
        "{} for {}, of which {} can run at the same time; allowed: up to {}, because {}", wanted,
        counted(regions, "region"), config.most_threads, counted(config.most_threads, "region"),
        config.most_threads_because);
  }
  return std::nullopt;
}

}  // namespace sim
}  // namespace netloom
