#include "sim/report/files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/base/json.h"
#include "sim/report/summary.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {
namespace {

/// A column of the CSV file and where its value stands in a point.
struct Column {
  const char* name;
  const char* path;
};

constexpr std::array kColumns = {
    Column{"load", "/load"},
    Column{"seed", "/seed"},
    Column{"offered_load", "/offered_load"},
    Column{"accepted_load", "/accepted_load"},
    Column{"network_mean", "/latency/network/mean"},
    Column{"network_p50", "/latency/network/p50"},
    Column{"network_p95", "/latency/network/p95"},
    Column{"network_p99", "/latency/network/p99"},
    Column{"network_max", "/latency/network/max"},
    Column{"generation_mean", "/latency/generation/mean"},
    Column{"generation_p50", "/latency/generation/p50"},
    Column{"generation_p95", "/latency/generation/p95"},
    Column{"generation_p99", "/latency/generation/p99"},
    Column{"generation_max", "/latency/generation/max"},
    Column{"hops_mean", "/hops/mean"},
    Column{"generated", "/packets/generated"},
    Column{"injected", "/packets/injected"},
    Column{"delivered", "/packets/delivered"},
    Column{"lost", "/packets/lost"},
    Column{"cut", "/packets/cut"},
    Column{"dropped", "/packets/dropped"},
    Column{"deviated", "/packets/deviated"},
    Column{"in_flight", "/packets/in_flight"},
    Column{"out_of_order", "/packets/out_of_order"},
    Column{"node_min", "/nodes/accepted_min"},
    Column{"node_max", "/nodes/accepted_max"},
    Column{"node_jain", "/nodes/jain"},
    Column{"switch_min", "/switches/accepted_min"},
    Column{"switch_max", "/switches/accepted_max"},
    Column{"switch_jain", "/switches/jain"},
    Column{"saturated", "/saturated"},
    Column{"stationary", "/stationary"},
    Column{"completion_cycle", "/completion_cycle"},
    Column{"rtl_decisions", "/rtl/decisions"},
    Column{"rtl_mismatches", "/rtl/mismatches"},
    Column{"failure", "/failure/kind"},
};

/// Half-widths of 95 % confidence intervals, and what became of them, of runs that have them.
constexpr std::array kPrecisionColumns = {
    Column{"accepted_load_ci95", "/intervals/accepted_load"},
    Column{"network_mean_ci95", "/intervals/latency/network/mean"},
    Column{"network_p50_ci95", "/intervals/latency/network/p50"},
    Column{"network_p95_ci95", "/intervals/latency/network/p95"},
    Column{"network_p99_ci95", "/intervals/latency/network/p99"},
    Column{"generation_mean_ci95", "/intervals/latency/generation/mean"},
    Column{"generation_p50_ci95", "/intervals/latency/generation/p50"},
    Column{"generation_p95_ci95", "/intervals/latency/generation/p95"},
    Column{"generation_p99_ci95", "/intervals/latency/generation/p99"},
    Column{"warmup", "/precision/warmup"},
    Column{"measured", "/precision/measured"},
    Column{"precision_asked", "/precision/asked"},
    Column{"precision_reached", "/precision/reached"},
    Column{"precision_verdict", "/precision/verdict"},
};

/// Of loads that were tried out for saturation.
constexpr std::array kStabilityColumns = {
    Column{"stability", "/stability/verdict"},
    Column{"short_by", "/stability/short_by/estimate"},
    Column{"short_by_lower", "/stability/short_by/lower"},
    Column{"short_by_upper", "/stability/short_by/upper"},
    Column{"growth_p_value", "/stability/growth_p_value"},
    Column{"sources_stability", "/stability/sources/verdict"},
    Column{"sources_unstable", "/stability/sources/unstable"},
    Column{"source", "/stability/sources/source"},
    Column{"source_short_by", "/stability/sources/short_by"},
    Column{"source_one_of", "/stability/sources/one_of"},
};

bool has_stability(const Series& series) {
  return std::any_of(series.points.begin(), series.points.end(),
                     [](const Json& point) { return point.contains("stability"); });
}

/// `entry` with the key "series" before its own.
Json with_series(const std::string& name, const Json& entry) {
  Json result = {{"series", name}};
  result.update(entry);
  return result;
}

}  // namespace

Json result_document(const std::vector<Series>& series) {
  Json document;
  document["version"] = version();
  const bool several = series.size() != 1;
  if (several) {
    document["series"] = Json::array();
    for (const Series& each : series) {
      document["series"].push_back({{"name", each.name}, {"config", Json(each.config().resolved)}});
    }
  } else {
    document["config"] = series.front().config().resolved;
  }
  document["points"] = Json::array();
  document["summary"] = Json::array();
  for (const Series& each : series) {
    for (const Json& point : each.points) {
      document["points"].push_back(several ? with_series(each.name, point) : point);
    }
    for (const Json& row : summarise(each.points)) {
      document["summary"].push_back(several ? with_series(each.name, row) : row);
    }
  }
  return document;
}

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_value(const Json& point, const std::string& path) {
  const Json::json_pointer pointer(path);
  if (!point.contains(pointer)) return "";
  const Json& value = point.at(pointer);
  if (value.is_null()) return "";
  return value.is_string() ? csv_text(value.get<std::string>()) : json_text(value);
}

std::string result_csv(const std::vector<Series>& series) {
  std::vector<Column> columns(kColumns.begin(), kColumns.end());
  if (std::any_of(series.begin(), series.end(),
                  [](const Series& each) { return each.config().run.judged(); })) {
    columns.insert(columns.end(), kPrecisionColumns.begin(), kPrecisionColumns.end());
  }
  if (std::any_of(series.begin(), series.end(), has_stability)) {
    columns.insert(columns.end(), kStabilityColumns.begin(), kStabilityColumns.end());
  }
  std::string text = "series";
  for (const Column& column : columns) text += fmt::format(",{}", column.name);
  text += '\n';
  for (const Series& each : series) {
    for (const Json& point : each.points) {
      text += csv_text(each.name);
      for (const Column& column : columns) text += "," + csv_value(point, column.path);
      text += '\n';
    }
  }
  return text;
}

std::string time_series_csv(const std::vector<Series>& series) {
  std::vector<std::string> keys = {"/from", "/packets", "/accepted_load", "/network_latency",
                                   "/generation_latency"};
  const bool quartiles = std::any_of(series.begin(), series.end(), [](const Series& each) {
    return each.config().run.samples.quartiles;
  });
  if (quartiles) {
    for (const char* latency : {"network", "generation"}) {
      for (const char* quartile : {"q1", "median", "q3"}) {
        keys.push_back(fmt::format("/{}_quartiles/{}", latency, quartile));
      }
    }
  }
  std::string text = "series,load,seed";
  for (std::string key : keys) {
    std::replace(key.begin() + 1, key.end(), '/', '_');
    text += "," + key.substr(1);
  }
  text += '\n';
  for (const Series& each : series) {
    for (const Json& point : each.points) {
      if (!point.contains("time_series")) continue;
      const std::string begin =
          csv_text(each.name) + "," + csv_value(point, "/load") + "," + csv_value(point, "/seed");
      for (const Json& sample : point.at("time_series").at("samples")) {
        text += begin;
        for (const std::string& key : keys) text += "," + csv_value(sample, key);
        text += '\n';
      }
    }
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
