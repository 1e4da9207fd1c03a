#include "sim/study/comparison.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "sim/base/text_columns.h"
#include "sim/run/point.h"
#include "sim/statistics/paired_comparison.h"

namespace netloom {
inline namespace sim {
namespace {

/// A result, and which values of it are good.
struct Measure {
  const char* name;
  const char* path;
  Preferred preferred;
  bool of_open;  ///< whether workloads that do not end have it, or those that do
};

constexpr std::array kMeasures = {
    Measure{"accepted load", "/accepted_load", Preferred::kHigher, true},
    Measure{"network latency", "/latency/network/mean", Preferred::kLower, true},
    Measure{"network p99", "/latency/network/p99", Preferred::kLower, true},
    Measure{"latency from generation", "/latency/generation/mean", Preferred::kLower, true},
    Measure{"completion cycle", "/completion_cycle", Preferred::kLower, false}};

/// Values by seed; none: a point has failed, or has no such value.
std::optional<std::vector<double>> values_of(const std::vector<const Json*>& points,
                                             const char* path) {
  const Json::json_pointer where(path);
  std::vector<double> values;
  for (const Json* point : points) {
    if (!succeeded(*point) || !point->contains(where) || !point->at(where).is_number()) {
      return std::nullopt;
    }
    values.push_back(point->at(where).get<double>());
  }
  return values;
}

/// Points by load, in the order of the seeds.
std::map<double, std::vector<const Json*>> by_load(const Series& series) {
  std::map<double, std::vector<const Json*>> result;
  for (const Json& point : series.points) {
    const Json& load = point.at("load");
    result[load.is_number() ? load.get<double>() : 0].push_back(&point);
  }
  return result;
}

/// "-2.03 % ±0.024 %"
std::string share_text(double difference, double half_width) {
  return fmt::format("{:+.3g} % ±{:.2g} %", 100 * difference, 100 * half_width);
}

}  // namespace

Json comparison_json(const std::vector<ComparedSeries>& series, double confidence) {
  Json rows = Json::array();
  std::vector<PairedDifference> differences;
  std::vector<double> p_values;
  std::vector<std::pair<std::size_t, Preferred>> tested;  // rows
  for (const ComparedSeries& each : series) {
    auto seconds = by_load(*each.second);
    const bool open = !each.first->config().traffic.loads.empty();
    for (const auto& [load, firsts] : by_load(*each.first)) {
      for (const Measure& measure : kMeasures) {
        if (measure.of_open != open) continue;
        Json row = {{"load", firsts.front()->at("load")},
                    {"measure", measure.name},
                    {"first", nullptr},
                    {"second", nullptr},
                    {"difference", nullptr},
                    {"half_width", nullptr},
                    {"p_value", nullptr},
                    {"verdict", "no value: runs have failed, or nothing was delivered"}};
        const auto first = values_of(firsts, measure.path);
        const auto second = values_of(seconds.at(load), measure.path);
        if (first && second) {
          differences.push_back(paired_difference(*first, *second));
          const PairedDifference& found = differences.back();
          p_values.push_back(found.p_value);
          tested.emplace_back(rows.size(), measure.preferred);
          row["first"] = found.mean_of_first;
          row["second"] = found.mean_of_first + found.mean;
          row["difference"] = found.mean;
          row["half_width"] = found.half_width(confidence);
        }
        rows.push_back(std::move(row));
      }
    }
  }
  const std::vector<double> adjusted = holm(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    Json& row = rows[tested[i].first];
    row["p_value"] = adjusted[i];
    row["verdict"] =
        text_of(compared(differences[i], adjusted[i], 1 - confidence, tested[i].second));
  }
  return rows;
}

std::string comparison_text(const Json& comparisons, double confidence,
                            const std::vector<std::string>& names) {
  std::vector<std::vector<std::string>> rows = {
      {"load", "measure", names[0], names[1], fmt::format("difference ({:g} %)", 100 * confidence),
       names[1] + " is"}};
  std::string last;
  for (const Json& each : comparisons) {
    const Json& load = each.at("load");
    std::string text = load.is_number() ? fmt::format("{:.4g}", load.get<double>()) : "";
    std::vector<std::string> row = {text == last ? "" : text, each.at("measure"), "-", "-", "-",
                                    each.at("verdict")};
    last = std::move(text);
    if (each.at("difference").is_number()) {
      const double first = each.at("first");
      row[2] = fmt::format("{:.5g}", first);
      row[3] = fmt::format("{:.5g}", each.at("second").get<double>());
      const double difference = each.at("difference"), half = each.at("half_width");
      row[4] = first == 0 ? fmt::format("{:+.3g} ±{:.2g}", difference, half)
                          : share_text(difference / std::abs(first), half / std::abs(first));
    }
    rows.push_back(std::move(row));
  }
  return aligned_columns(rows, {1, 5});
}

}  // namespace sim
}  // namespace netloom
