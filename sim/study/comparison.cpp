#include "sim/study/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "routing/base/joined.h"
#include "sim/base/text_columns.h"
#include "sim/report/files.h"
#include "sim/run/point.h"
#include "sim/statistics/distributions.h"
#include "sim/statistics/paired_comparison.h"

namespace netloom {
inline namespace sim {
namespace {

/// A result, and which values of it are good.
struct Measure {
  const char* name;
  const char* path;
  Preferred preferred;
  bool of_open;     ///< whether workloads that do not end have it, or those that do
  bool of_latency;  ///< which has no meaning beyond saturation
  double step = 0;  ///< values are multiples of it
};

constexpr std::array kMeasures = {
    Measure{"accepted load", "/accepted_load", Preferred::kHigher, true, false},
    Measure{"network latency", "/latency/network/mean", Preferred::kLower, true, true},
    Measure{"network p99", "/latency/network/p99", Preferred::kLower, true, true, 1},
    Measure{"latency from generation", "/latency/generation/mean", Preferred::kLower, true, true},
    Measure{"completion cycle", "/completion_cycle", Preferred::kLower, false, false}};

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

/// Half of the interval of a mean over the seeds, `step` at least; none if the runs are copies of
/// one.
std::optional<double> half_width_of(const std::vector<const Json*>& points,
                                    const std::vector<double>& values, double confidence,
                                    double step) {
  if (are_copies(points)) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / n;
  return std::max(step,
                  student_t_two_sided_quantile(confidence, n - 1) * standard_error(values, mean));
}

/// "15.378 ±0.031"
std::string mean_text(const Json& mean, const Json& half_width) {
  const std::string text = fmt::format("{:.5g}", mean.get<double>());
  return half_width.is_null() ? text : text + fmt::format(" ±{:.2g}", half_width.get<double>());
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
      std::vector<std::string> saturated;
      if (any_saturated(firsts)) saturated.push_back(each.first->name);
      if (any_saturated(seconds.at(load))) saturated.push_back(each.second->name);
      for (const Measure& measure : kMeasures) {
        if (measure.of_open != open) continue;
        Json row = {{"load", firsts.front()->at("load")},
                    {"measure", measure.name},
                    {"first", nullptr},
                    {"first_half_width", nullptr},
                    {"second", nullptr},
                    {"second_half_width", nullptr},
                    {"difference", nullptr},
                    {"half_width", nullptr},
                    {"p_value", nullptr},
                    {"verdict", "no value: runs have failed, or nothing was delivered"}};
        const auto first = values_of(firsts, measure.path);
        const auto second = values_of(seconds.at(load), measure.path);
        if (open) row["saturated"] = saturated;
        if (first && second) {
          const PairedDifference found = paired_difference(*first, *second, measure.step);
          row["first"] = found.mean_of_first;
          row["first_half_width"] =
              number_or_null(half_width_of(firsts, *first, confidence, measure.step));
          row["second"] = found.mean_of_first + found.mean;
          row["second_half_width"] =
              number_or_null(half_width_of(seconds.at(load), *second, confidence, measure.step));
          row["difference"] = found.mean;
          row["half_width"] = found.half_width(confidence);
          if (measure.of_latency && !saturated.empty()) {
            row["verdict"] = fmt::format("no result: saturated ({})", joined(saturated));
          } else {
            differences.push_back(found);
            p_values.push_back(found.p_value);
            tested.emplace_back(rows.size(), measure.preferred);
          }
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

std::string comparison_csv(const Json& comparisons, const std::vector<std::string>& names) {
  constexpr std::array kKeys = {"load",    "measure",           "first",      "first_half_width",
                                "second",  "second_half_width", "difference", "half_width",
                                "p_value", "saturated",         "verdict"};
  std::string text = fmt::format("first_name,second_name,{}\n", fmt::join(kKeys, ","));
  for (Json row : comparisons) {
    if (row.contains("saturated")) row["saturated"] = joined(row.at("saturated"));
    text += csv_text(names[0]) + "," + csv_text(names[1]);
    for (const char* const key : kKeys) text += "," + csv_value(row, fmt::format("/{}", key));
    text += '\n';
  }
  return text;
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
      row[2] = mean_text(each.at("first"), each.at("first_half_width"));
      row[3] = mean_text(each.at("second"), each.at("second_half_width"));
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
