#include <fmt/format.h>

#include "routing/base/error.h"
#include "sim/base/process_pool.h"
#include "sim/base/temporary_folder.h"
#include "sim/config/config.h"
#include "sim/run/point.h"
#include "testbench/lockstep/cases.h"
#include "testbench/random/configuration_text.h"
#include "testbench/random/generator.h"
#include "testbench/random/shrink.h"

namespace netloom::test {
namespace {

constexpr const char* kRandomName = "configuration.yaml";

/// A watchdog, for a run that ends with its workload and has none: a deadlock of it would take ten
/// million cycles.
std::vector<Override> bounds_of(const std::string& path) {
  try {
    const Config config = load_config(path);
    const bool closed = !points_of(config, false).front().load;
    if (closed && config.network.simulation.watchdog == 0) {
      return {{"simulation.watchdog", "20000", "lockstep"}};
    }
  } catch (const Error&) {
    // It is no network.
  }
  return {};
}

Comparison compare_text(const ConfigurationText& configuration) {
  const TemporaryFolder folder("netloom-lockstep");
  write_configuration(configuration, folder.path(), kRandomName);
  const std::string path = folder.file(kRandomName);
  return compare_views(path, bounds_of(path));
}

bool differs(const ConfigurationText& configuration) {
  bool result = false;
  run_in_processes(
      1, 1, [&](std::size_t) { return compare_text(configuration).json().dump(); },
      [&](const TaskResult& done) {
        result = !done.crash.empty() || Comparison::from(Json::parse(done.output)).status ==
                                            Comparison::Status::kDifferent;
      });
  return result;
}

std::string smallest_of(std::uint64_t seed) {
  const ConfigurationText smallest = shrink(draw_configuration(seed), differs);
  return smallest.with_files(kRandomName) + compare_text(smallest).reason;
}

}  // namespace

std::vector<LockstepCase> random_cases(std::uint64_t from, std::uint64_t count) {
  std::vector<LockstepCase> cases;
  for (std::uint64_t seed = from; seed < from + count; ++seed) {
    cases.push_back({fmt::format("seed {}", seed), true,
                     [seed] { return compare_text(draw_configuration(seed)); },
                     [seed] { return smallest_of(seed); }});
  }
  return cases;
}

}  // namespace netloom::test
