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
  Estimate result = estimate(values, !are_copies(points));
  // One run may know by itself how good it is.
  const Json::json_pointer interval("/intervals" + pointer);
  if (values.size() == 1 && points[0]->contains(interval) && points[0]->at(interval).is_number()) {
    result.ci95 = points[0]->at(interval).get<double>();
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
