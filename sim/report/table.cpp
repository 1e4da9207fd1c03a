#include "sim/report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "routing/base/joined.h"
#include "sim/base/text_columns.h"
#include "sim/report/fault_text.h"
#include "sim/report/summary.h"
#include "sim/run/point.h"

namespace netloom {
inline namespace sim {
namespace {

using Row = std::vector<std::string>;

/// "0.3002 ±0.0004"; "0.0001 ±<0.0001" where the interval is narrower than digits show.
std::string estimate_text(const Json& estimate, int digits) {
  if (estimate.is_null()) return "-";
  std::string text = fmt::format("{:.{}f}", estimate.at("mean").get<double>(), digits);
  const Json& ci = estimate.at("ci95");
  if (ci.is_null()) return text;
  const double half = ci.get<double>();
  const double last_digit = std::pow(10.0, -digits);
  if (half > 0 && half < last_digit / 2)
    return text + fmt::format(" ±<{:.{}f}", last_digit, digits);
  return text + fmt::format(" ±{:.{}f}", half, digits);
}

/// Quantiles are whole cycles. Their intervals are rounded up, so that none seems narrower than it
/// is.
std::string quantile_text(Json estimate) {
  if (!estimate.is_null() && !estimate.at("ci95").is_null()) {
    estimate["ci95"] = std::ceil(estimate.at("ci95").get<double>());
  }
  return estimate_text(estimate, 0);
}

/// Whether a measure of any row has an interval.
bool has_intervals(const Json& summary) {
  const std::array<Json::json_pointer, 6> shown = {Json::json_pointer("/accepted_load"),
                                                   Json::json_pointer("/latency/network/mean"),
                                                   Json::json_pointer("/latency/network/p99"),
                                                   Json::json_pointer("/latency/generation/mean"),
                                                   Json::json_pointer("/hops"),
                                                   Json::json_pointer("/completion_cycle")};
  return std::any_of(summary.begin(), summary.end(), [&](const Json& row) {
    return std::any_of(shown.begin(), shown.end(), [&](const Json::json_pointer& measure) {
      return row.contains(measure / "ci95") && !row.at(measure / "ci95").is_null();
    });
  });
}

/// Of one run that was judged: "no interval of network latency, latency from generation: …; no
/// interval of p99: …". Where source queues grow a latency from generation has none anyway.
std::string no_interval_text(const Json& row) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  const auto add = [&reasons](const std::string& measure, const std::string& why) {
    auto same = std::find_if(reasons.begin(), reasons.end(),
                             [&](const auto& each) { return each.first == why; });
    if (same == reasons.end()) same = reasons.insert(reasons.end(), {why, {}});
    same->second.push_back(measure);
  };
  Json known = row.value("no_interval", Json::object());
  if (row.at("saturated") == true) known.erase("generation_latency");
  for (const auto& [key, measure] : {std::pair("accepted_load", "accepted load"),
                                     std::pair("network_latency", "network latency"),
                                     std::pair("generation_latency", "latency from generation")}) {
    if (known.contains(key)) add(measure, known.at(key));
  }
  const Json& network = row.at("latency").at("network");
  if (!network.at("mean").is_null() && !network.at("mean").at("ci95").is_null() &&
      !network.at("p99").is_null() && network.at("p99").at("ci95").is_null()) {
    add("p99", "the run is too short");
  }
  std::vector<std::string> texts;
  for (const auto& [why, measures] : reasons) {
    texts.push_back(fmt::format("no interval of {}: {}", joined(measures), why));
  }
  return joined(texts, "; ");
}

std::string state_text(const Json& row) {
  std::string text;
  const auto add = [&text](const std::string& word) { text += (text.empty() ? "" : ", ") + word; };
  if (row.at("failed") != 0) {
    add(fmt::format("{} of {} failed", row.at("failed").get<int>(), row.at("seeds").get<int>()));
  }
  if (row.at("saturated") == true) add("saturated");
  if (row.contains("verdicts")) {
    for (const Json& verdict : row.at("verdicts")) {
      add(with_spaces(verdict));
    }
  } else {
    if (row.at("stationary") == false) add("not stationary");
    if (const std::string why = no_interval_text(row); !why.empty()) add(why);
  }
  if (row.contains("seed_agreement")) {
    for (const auto& [measure, found] : row.at("seed_agreement").items()) {
      if (found.at("agree") == true) continue;
      add("seeds and intervals disagree");
      break;
    }
  }
  return text;
}

std::string table_of(const Json& summary, bool closed) {
  std::vector<Row> rows;
  Row header;
  header.emplace_back(closed ? "completion cycle" : "load");
  // Which interval ± is, once for all columns.
  header.emplace_back(has_intervals(summary) ? "accepted (±95 %)" : "accepted");
  for (const char* name : {"network latency", "p99", "from generation", "hops", ""}) {
    header.emplace_back(name);
  }
  rows.push_back(header);
  for (const Json& row : summary) {
    Row line;
    if (closed) {
      line.push_back(row.contains("completion_cycle") ? estimate_text(row.at("completion_cycle"), 0)
                                                      : "-");
    } else {
      line.push_back(fmt::format("{:.4g}", row.at("load").get<double>()));
    }
    const Json& network = row.at("latency").at("network");
    line.push_back(estimate_text(row.at("accepted_load"), 4));
    line.push_back(estimate_text(network.at("mean"), 1));
    line.push_back(quantile_text(network.at("p99")));
    line.push_back(estimate_text(row.at("latency").at("generation").at("mean"), 1));
    line.push_back(estimate_text(row.at("hops"), 2));
    line.push_back(state_text(row));
    rows.push_back(std::move(line));
  }
  return aligned_columns(rows, {6});
}

/// What helps where runs of a given length are too short for an interval.
std::string precision_text(const Series& series, const Json& summary) {
  const RunConfig& run = series.config().run;
  if (!run.judged() || run.precision) return "";
  const bool too_short = std::any_of(summary.begin(), summary.end(), [](const Json& row) {
    const Json why = row.value("no_interval", Json::object());
    return why.contains("accepted_load") || why.contains("network_latency");
  });
  if (!too_short) return "";
  return fmt::format(
      "With simulation.precision (5 %, say) a run goes on until accepted load and network latency "
      "have an interval, up to simulation.at_most, {} cycles.\n",
      run.at_most);
}

/// What RTL decided in all points, if any did.
std::string rtl_text(const Series& series) {
  std::uint64_t decisions = 0;
  std::uint64_t mismatches = 0;
  for (const Json& point : series.points) {
    if (!point.contains("rtl")) continue;
    decisions += point.at("rtl").at("decisions").get<std::uint64_t>();
    mismatches += point.at("rtl").at("mismatches").get<std::uint64_t>();
  }
  if (series.config().rtl.blocks.empty()) return "";
  if (series.config().rtl.mode == RtlConfig::Mode::kReplace) {
    return fmt::format("RTL made {} decisions.\n", decisions);
  }
  return fmt::format("RTL and model were compared in {} decisions: {} mismatches.\n", decisions,
                     mismatches);
}

/// How much of switches in RTL was compared with the model beside them in all points, if any was.
std::string lockstep_text(const Series& series) {
  if (series.config().rtl.mode != RtlConfig::Mode::kLockstep) return "";
  const std::vector<SwitchView>& views = series.config().network.views;
  std::uint64_t cycles = 0;
  std::uint64_t values = 0;
  int differences = 0;
  for (const Json& point : series.points) {
    if (point.contains("performance")) {
      cycles += point.at("performance").at("cycles").get<std::uint64_t>();
      values += point.at("performance").value("values_compared", std::uint64_t{0});
    }
    if (!succeeded(point) && point.at("failure").contains("switch")) ++differences;
  }
  return fmt::format(
      "RTL and model were compared at the pins of {} of {} switches; cycles: {}, values of pins "
      "and "
      "registers: {}, differences: {}.\n",
      std::count(views.begin(), views.end(), SwitchView::kRtl), views.size(), cycles, values,
      differences);
}

/// What is ideal in the model, so that no figure is taken for more than it is.
std::string ideal_text(const Series& series) {
  const NicConfig& nic = series.config().network.nic;
  if (!nic.reorders()) return "";
  if (!nic.acknowledges()) return "Reordering, with buffers without limits.\n";
  return fmt::format(
      "Reordering, {} packets per source and destination, with ideal acknowledgements: no "
      "bandwidth, seen one cycle later.\n",
      nic.reorder_buffer);
}

}  // namespace

std::string summary_text(const std::vector<Series>& series) {
  std::string text;
  for (const Series& each : series) {
    if (!text.empty()) text += '\n';
    if (series.size() > 1) text += each.name + '\n';
    const Json summary = summarise(each.points);
    text += table_of(summary, each.config().traffic.loads.empty());
    text += precision_text(each, summary);
    text += rtl_text(each) + lockstep_text(each) + ideal_text(each) + fault_text(each);
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
