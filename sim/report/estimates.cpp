#include "sim/report/estimates.h"

#include "sim/run/point.h"

namespace netloom {
inline namespace sim {

std::optional<Estimate> estimate_at(const std::vector<const Json*>& points,
                                    const std::string& pointer) {
  const Json::json_pointer where(pointer);
  std::vector<double> values;
  for (const Json* point : points) {
    if (!point->contains(where) || !point->at(where).is_number()) return std::nullopt;
    values.push_back(point->at(where).get<double>());
  }
  if (values.empty()) return std::nullopt;
  return estimate(values, !are_copies(points));
}

}  // namespace sim
}  // namespace netloom
