#include "sim/report/defect_text.h"

#include <fmt/format.h>

#include "sim/base/json.h"
#include "sim/run/one_point.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

/// `sent`: what a report has to have beside this text.
std::string report_about(const nlohmann::json& resolved, const std::string& sent,
                         const std::string& point) {
  const nlohmann::json& rtl = resolved.at("rtl");
  const bool replaces = !rtl.at("blocks").empty() && rtl.at("mode") == "replace";
  return fmt::format(
      "this is a mistake in Netloom{}, not in the configuration. Please report it, with {}what "
      "follows:\nNetloom {}, {}\n{}",
      replaces ? ", or in the RTL in the place of its models" : "", sent, version(), point,
      json_text(resolved));
}

std::string report_about(const Config& config, const Json& point) {
  PointRequest request;
  const Json& load = point.at("load");
  if (!load.is_null()) request.load = load.get<double>();
  request.seed = point.at("seed").get<std::uint64_t>();
  return report_about(
      resolved_with(config, request), "",
      fmt::format("{}seed {}", request.load ? fmt::format("load {:g}, ", *request.load) : "",
                  request.seed));
}

}  // namespace

std::string command_defect_text(const nlohmann::json& resolved) {
  const std::string command = "the command and ";
  if (resolved.is_null()) {
    return fmt::format("this is a mistake in Netloom {}. Please report it, with {}its files",
                       version(), command);
  }
  const auto seed = resolved.at("simulation").at("seeds").at(0).get<std::uint64_t>();
  return report_about(resolved, command, fmt::format("seed {}", seed));
}

std::string defect_text(const std::vector<Series>& series) {
  for (const Series& each : series) {
    for (const Json& point : each.points) {
      if (shows_defect(point)) return report_about(each.config(), point);
    }
  }
  return "";
}

}  // namespace sim
}  // namespace netloom
