#include "sim/report/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

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

/// "no interval of network latency: a batch is shorter than …"
std::string no_interval_text(const Json& why) {
  std::string text;
  for (const auto& [measure, reason] : why.items()) {
    text += fmt::format("{}no interval of {}: {}", text.empty() ? "" : ", ", with_spaces(measure),
                        reason.get<std::string>());
  }
  return text;
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
    if (row.contains("no_interval")) add(no_interval_text(row.at("no_interval")));
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
  const auto ci = [&summary](const char* name) {
    for (const Json& row : summary) {
      const Json& estimate = row.at(name);
      if (!estimate.is_null() && !estimate.at("ci95").is_null()) return true;
    }
    return false;
  };
  const std::string mark = ci("accepted_load") ? " (95 %)" : "";
  std::vector<Row> rows;
  Row header;
  header.push_back(closed ? "completion cycle" : "load");
  for (const char* name : {"accepted", "network latency", "p99", "from generation", "hops"}) {
    header.emplace_back(name);
  }
  header[1] += mark;
  header[2] += mark;
  header.emplace_back("");
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
    const Json& p99 = network.at("p99");
    line.push_back(p99.is_null() ? "-" : fmt::format("{:.0f}", p99.at("mean").get<double>()));
    const Json& generation = row.at("latency").at("generation").at("mean");
    line.push_back(
        generation.is_null() ? "-" : fmt::format("{:.1f}", generation.at("mean").get<double>()));
    const Json& hops = row.at("hops");
    line.push_back(hops.is_null() ? "-" : fmt::format("{:.2f}", hops.at("mean").get<double>()));
    line.push_back(state_text(row));
    rows.push_back(std::move(line));
  }
  return aligned_columns(rows, {6});
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
    text += table_of(summarise(each.points), each.config().traffic.loads.empty());
    text += rtl_text(each) + lockstep_text(each) + ideal_text(each) + fault_text(each);
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
