#include "sim/report/summary.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sim/report/estimates.h"
#include "sim/run/point.h"
#include "sim/statistics/seed_agreement.h"

namespace netloom {
inline namespace sim {
namespace {

using Points = std::vector<const Json*>;

/// Of which `precision` of a point says how good they are.
constexpr std::array<const char*, 3> kMeasures = {"accepted_load", "network_latency",
                                                  "generation_latency"};

/// Estimate of a number in each point; null without points, and if one of them has no such number.
Json number_json(const Points& points, const std::string& path) {
  const std::optional<Estimate> result = estimate_at(points, path);
  if (!result) return nullptr;
  return {{"mean", result->mean}, {"ci95", number_or_null(result->ci95)}};
}

Json latency_json(const Points& points, const std::string& kind) {
  const std::string base = "/latency/" + kind;
  return {{"mean", number_json(points, base + "/mean")},
          {"p99", number_json(points, base + "/p99")}};
}

/// Whether any (all) of the points has the flag; null if it has no meaning for them.
Json flag_json(const Points& points, const char* name, bool all) {
  bool result = all;
  for (const Json* point : points) {
    const Json& flag = point->at(name);
    if (flag.is_null()) return nullptr;
    result = all ? result && flag.get<bool>() : result || flag.get<bool>();
  }
  return points.empty() ? Json(nullptr) : Json(result);
}

/// Of a measure in `precision`; none unless each of the points has an interval of it.
std::optional<SeedAgreement> agreement_of(const Points& points, const char* measure) {
  std::vector<RunMean> runs;
  for (const Json* point : points) {
    const Json& found = point->at("precision").at(measure);
    if (found.at("standard_error").is_null()) return std::nullopt;
    runs.push_back({found.at("mean").get<double>(), found.at("standard_error").get<double>(),
                    found.at("batches").get<double>() - 1});
  }
  return seed_agreement(runs);
}

/// Whether seeds vary as the intervals of their runs say, by measure. The error probability is
/// divided by the measures; null without intervals.
Json seed_agreement_json(const Points& points) {
  if (points.empty() || !points.front()->contains("precision") || are_copies(points)) {
    return nullptr;
  }
  constexpr double kErrorProbability = 0.01;
  Json result;
  for (const char* const measure : kMeasures) {
    const std::optional<SeedAgreement> found = agreement_of(points, measure);
    if (!found) continue;
    result[measure] = {{"variance_ratio", found->variance_ratio},
                       {"p_value", found->p_value},
                       {"agree", found->p_value >= kErrorProbability / kMeasures.size()}};
  }
  return result;
}

/// Why one run that is judged has no interval of a mean, by measure; null: it has them. Several
/// have those over the seeds.
Json no_interval_json(const Points& points) {
  Json result;
  if (points.size() != 1 || !points.front()->contains("precision")) return result;
  for (const char* const measure : kMeasures) {
    const Json& found = points.front()->at("precision").at(measure);
    if (found.contains("no_interval")) result[measure] = found.at("no_interval");
  }
  return result;
}

Json row_of(const std::vector<const Json*>& all) {
  Points good;
  for (const Json* point : all) {
    if (succeeded(*point)) good.push_back(point);
  }
  Json row;
  row["load"] = all.front()->at("load");
  row["seeds"] = all.size();
  row["failed"] = all.size() - good.size();
  row["offered_load"] = number_json(good, "/offered_load");
  row["accepted_load"] = number_json(good, "/accepted_load");
  row["latency"] = {{"network", latency_json(good, "network")},
                    {"generation", latency_json(good, "generation")}};
  row["hops"] = number_json(good, "/hops/mean");
  row["saturated"] = flag_json(good, "saturated", false);
  row["stationary"] = flag_json(good, "stationary", true);
  // What became of the precision that was asked for, where it was not reached.
  std::set<std::string> verdicts;
  for (const Json* point : good) {
    if (is_as_precise_as_asked(*point)) continue;
    verdicts.insert(point->at("precision").at("verdict").get<std::string>());
  }
  if (!verdicts.empty()) row["verdicts"] = verdicts;
  if (const Json why = no_interval_json(good); !why.is_null()) row["no_interval"] = why;
  if (const Json agreement = seed_agreement_json(good); !agreement.is_null()) {
    row["seed_agreement"] = agreement;
  }
  if (!good.empty() && !good.front()->at("completion_cycle").is_null()) {
    row["completion_cycle"] = number_json(good, "/completion_cycle");
  }
  return row;
}

}  // namespace

Json summarise(const std::vector<Json>& points) {
  std::vector<std::vector<const Json*>> rows;
  for (const Json& point : points) {
    std::vector<const Json*>* row = nullptr;
    for (auto& each : rows) {
      if (each.front()->at("load") == point.at("load")) row = &each;
    }
    if (row == nullptr) row = &rows.emplace_back();
    row->push_back(&point);
  }
  Json result = Json::array();
  for (const auto& row : rows) result.push_back(row_of(row));
  return result;
}

}  // namespace sim
}  // namespace netloom
