#include "sim/lockstep/difference_waves.h"

#include <fmt/format.h>

#include <algorithm>

#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "sim/base/json.h"

namespace netloom {
inline namespace sim {
namespace {

Cycle first_cycle_before(Cycle end) {
  return end > kWaveCyclesBefore ? end - kWaveCyclesBefore : 0;
}

}  // namespace

std::string write_difference_waves(const LockstepSide& side, PointRequest request,
                                   const LockstepDifference& difference, const std::string& path) {
  WaveRequest waves;
  waves.path = path;
  waves.switches = {difference.switch_id()};
  const Cycle cycle = difference.cycle();
  waves.from = first_cycle_before(cycle);
  waves.to = cycle + kWaveCyclesAfter;
  request.waves = waves;
  LockstepSide up_to_there = side;
  up_to_there.config.run.completion_limit =
      std::min(side.config.run.completion_limit, *waves.to + 1);
  Json point = simulate_apart(up_to_there, request);
  if (!point.contains("performance")) {
    // The workload has more to send than it could by then.
    up_to_there = side;
    point = simulate_apart(up_to_there, request);
  }
  if (!point.contains("performance")) throw Error(failure_text(point));
  const Cycle end = point.at("performance").at("cycles");
  if (end <= waves.from) {
    request.waves->from = first_cycle_before(end);
    point = simulate_apart(up_to_there, request);
  }
  const Json written = point.value("waves", Json::object());
  if (written.contains("error")) throw WriteError(written.at("error").get<std::string>());
  return fmt::format(
      "waveform of {}: {}{}\n", side.name, path,
      end <= waves.from ? fmt::format(", up to cycle {}, where its run ends", end - 1) : "");
}

}  // namespace sim
}  // namespace netloom
