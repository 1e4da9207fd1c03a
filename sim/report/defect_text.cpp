#include "sim/report/defect_text.h"

#include <fmt/format.h>

#include "sim/base/json.h"
#include "sim/run/point.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

std::string report_about(const Config& config, const Json& point) {
  auto one_point = config.resolved;
  const Json& load = point.at("load");
  if (!load.is_null()) one_point["traffic"]["load"] = load.get<double>();
  const auto seed = point.at("seed").get<std::uint64_t>();
  one_point["simulation"]["seeds"] = seed;
  const bool replaces = !config.rtl.blocks.empty() && config.rtl.mode == RtlConfig::Mode::kReplace;
  return fmt::format(
      "this is a mistake in Netloom{}, not in the configuration. Please report it, with what "
      "follows:\nNetloom {}, {}seed {}\n{}",
      replaces ? ", or in the RTL in the place of its models" : "", version(),
      load.is_null() ? "" : fmt::format("load {:g}, ", load.get<double>()), seed,
      json_text(one_point));
}

}  // namespace

std::string defect_text(const std::vector<Series>& series) {
  for (const Series& each : series) {
    for (const Json& point : each.points) {
      if (shows_defect(point)) return report_about(each.config, point);
    }
  }
  return "";
}

}  // namespace sim
}  // namespace netloom
