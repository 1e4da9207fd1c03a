#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <string>

#include "routing/base/joined.h"
#include "sim/experiments/definition_parts.h"
#include "sim/experiments/measures.h"

namespace netloom {
inline namespace sim {
namespace {

/// Panels over which something is drawn have a place.
void check_places(const Definition& definition, const Experiment& experiment) {
  for (std::size_t i = 0; i < experiment.panels.size(); ++i) {
    if (experiment.panels[i].at) continue;
    definition.fail(KeyPath().key("panels").element(i).key("at"),
                    "is missing; the picture is drawn over the panels");
  }
}

}  // namespace

Picture read_picture(const Definition& definition, const Experiment& experiment) {
  const nlohmann::json& map = definition.values().at("picture");
  const KeyPath path = KeyPath().key("picture");
  Picture result;
  static const std::map<std::string, Picture::Kind> kinds = {
      {"none", Picture::Kind::kNone},
      {"curves", Picture::Kind::kCurves},
      {"panels", Picture::Kind::kPanels},
      {"bars", Picture::Kind::kBars},
      {"time_series", Picture::Kind::kTimeSeries},
      {"list", Picture::Kind::kList}};
  result.kind = kinds.at(map.at("kind").get<std::string>());
  result.x = text_of(map, "x");
  result.y = text_of(map, "y");
  result.x_title = text_of(map, "x_title");
  result.y_title = text_of(map, "y_title");
  for (const nlohmann::json& axis : map.at("log"))
    (axis == "x" ? result.log_x : result.log_y) = true;
  const bool axes = !result.x.empty() && !result.y.empty();
  if (result.kind == Picture::Kind::kCurves && !axes) {
    definition.fail(path, "curves need x and y; allowed: JSON pointers into a point");
  }
  if (result.kind == Picture::Kind::kTimeSeries && result.y.empty()) {
    definition.fail(path, "a time series needs y; allowed: a JSON pointer into a sample");
  }
  if (result.kind == Picture::Kind::kList) {
    if (!map.contains("y") || !map.contains("load") || map.at("load").is_array()) {
      definition.fail(path,
                      "a list needs y and a load; allowed: a JSON pointer to a list in the "
                      "points, and the load of these");
    }
    result.load = map.at("load").get<double>();
  }
  if (result.kind == Picture::Kind::kBars || result.kind == Picture::Kind::kPanels) {
    if (!map.contains("measure")) {
      definition.fail(path, fmt::format("{} need a measure; allowed: {}", text_of(map, "kind"),
                                        joined(measure_names())));
    }
    result.measure = definition.measure(map, path);
  }
  if (map.contains("normalised_to")) {
    result.normalised_to = definition.known(text_of(map, "normalised_to"), definition.curves(),
                                            path.key("normalised_to"));
  }
  if (result.measure) definition.check_costs(*result.measure, path, experiment);
  if (result.kind == Picture::Kind::kPanels) check_places(definition, experiment);
  return result;
}

}  // namespace sim
}  // namespace netloom
