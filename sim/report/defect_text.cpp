#include "sim/report/defect_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/structural/part_kinds.h"
#include "sim/base/json.h"
#include "sim/run/one_point.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

/// What stands in the place of something of Netloom's, or runs in its process and has ended it, as
/// the end of "a mistake in Netloom".
std::string in_its_place(const nlohmann::json& resolved, bool crashed) {
  std::string text;
  const nlohmann::json& rtl = resolved.at("rtl");
  const bool replaces = rtl.at("mode") == "replace";
  if (!rtl.at("blocks").empty() && (replaces || crashed)) {
    std::string names;
    for (const nlohmann::json& block : rtl.at("blocks")) {
      names += (names.empty() ? "" : ", ") + block.at("implementation").get<std::string>();
    }
    text += fmt::format(", or in the RTL {} its models ({})",
                        replaces ? "in the place of" : "beside", names);
  }
  if (rtl.contains("switch") && (replaces || (crashed && rtl.at("mode") == "lockstep"))) {
    std::vector<std::string> files;  // a single one may stand there by itself
    for (const nlohmann::json& file : rtl.at("switch")) files.push_back(file.get<std::string>());
    text += fmt::format(", or in the switch in RTL {} ({})",
                        replaces ? "in the place of its model" : "beside its model",
                        fmt::join(files, ", "));
  }
  const nlohmann::json& parts = resolved.at("switch").at("parts");
  const SwitchParts own;
  for (const structural::PartKind& kind : structural::part_kinds()) {
    if (const auto name = parts.at(kind.key).get<std::string>(); name != own.*kind.name) {
      text += fmt::format(", or in the part {} in the place of its {} {}", name, kind.key,
                          own.*kind.name);
    }
  }
  return text;
}

/// `sent`: what a report has to have beside this text.
std::string report_about(const nlohmann::json& resolved, bool crashed, const std::string& sent,
                         const std::string& point) {
  return fmt::format(
      "this is a mistake in Netloom{}, not in the configuration. Please report it, with {}what "
      "follows:\nNetloom {}, {}\n{}",
      in_its_place(resolved, crashed), sent, version(), point, json_text(resolved));
}

std::string report_about(const Config& config, const Json& point) {
  PointRequest request;
  const Json& load = point.at("load");
  if (!load.is_null()) request.load = load.get<double>();
  request.seed = point.at("seed").get<std::uint64_t>();
  return report_about(
      resolved_with(config, request), point.at("failure").at("kind") == "crash", "",
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
  return report_about(resolved, false, command, fmt::format("seed {}", seed));
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
