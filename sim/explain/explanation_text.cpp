#include "sim/explain/explanation_text.h"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "sim/base/text_columns.h"

namespace netloom {
inline namespace sim {
namespace {

using Row = std::vector<std::string>;

/// Ports that are not offered are listed up to this many.
constexpr std::size_t kMostExcluded = 12;

std::string word(const Json& object, const char* key) {
  return object.at(key).get<std::string>();
}

std::int64_t number(const Json& object, const char* key) {
  return object.at(key).get<std::int64_t>();
}

std::string cycles_text(std::int64_t cycles) {
  return fmt::format("{} cycle{}", cycles, cycles == 1 ? "" : "s");
}

/// Rows in columns to the left, each line behind `indent`.
std::string table(const std::vector<Row>& rows, const std::string& indent) {
  if (rows.empty()) return "";
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < rows.front().size(); ++i) left.push_back(i);
  std::string text;
  std::string line;
  for (const char c : aligned_columns(rows, left)) {
    if (c != '\n') {
      line += c;
      continue;
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    text += indent + line + '\n';
    line.clear();
  }
  return text;
}

std::string time_text(const Json& stages, const std::string& indent) {
  std::vector<Row> rows;
  for (const Json& stage : stages) {
    rows.push_back(
        {word(stage, "stage"), cycles_text(number(stage, "cycles")), word(stage, "cause")});
  }
  return table(rows, indent);
}

std::string lines_text(const char* title, const Json& lines) {
  std::string text;
  for (const Json& line : lines) {
    text += fmt::format("  {:<12}{}\n", text.empty() ? title : "", line.get<std::string>());
  }
  return text;
}

std::string candidates_text(const Json& candidates) {
  if (candidates.empty()) return fmt::format("  {:<12}none\n", "candidates");
  bool misrouting = false;
  for (const Json& each : candidates) misrouting = misrouting || each.at("minimal") == false;
  std::vector<Row> rows;
  for (const Json& each : candidates) {
    Row row = {fmt::format("port {}", number(each, "port")),
               fmt::format("VC {}", number(each, "vc")), "-> " + word(each, "to")};
    if (misrouting) row.emplace_back(each.at("minimal") == true ? "minimal" : "misrouting");
    row.push_back(each.at("at_selection").is_null() ? "" : word(each, "at_selection"));
    row.push_back(each.contains("capacity")
                      ? fmt::format("{} of {} phits behind", number(each, "phits_behind"),
                                    number(each, "capacity"))
                      : "");
    row.push_back(word(each, "reason"));
    rows.push_back(std::move(row));
  }
  return "  candidates\n" + table(rows, "    ");
}

std::string excluded_text(const Json& excluded) {
  if (excluded.empty()) return "";
  std::vector<Row> rows;
  for (const Json& each : excluded) {
    if (rows.size() == kMostExcluded) break;
    rows.push_back({fmt::format("port {}", number(each, "port")), "-> " + word(each, "to"),
                    word(each, "reason")});
  }
  std::string text = "  not offered\n" + table(rows, "    ");
  if (excluded.size() > kMostExcluded) {
    text +=
        fmt::format("    and {} more ports (--json has all)\n", excluded.size() - kMostExcluded);
  }
  return text;
}

std::string selection_text(const Json& selection) {
  if (selection.is_null()) return "";
  std::string text =
      fmt::format("  {:<12}port {}, VC {} -> {}: {}, {}\n", "selected", number(selection, "port"),
                  number(selection, "vc"), word(selection, "to"), word(selection, "function"),
                  word(selection, "why"));
  if (selection.contains("misrouting")) {
    text += fmt::format("  {:<12}{}\n", "misrouting", word(selection, "misrouting"));
  }
  return text + fmt::format("  {:<12}{}\n", "VC", word(selection, "vc_rule"));
}

std::string hop_text(const Json& hop) {
  std::string text = fmt::format(
      "\ncycle {}: {}, input port {} (from {}), VC {}\n", number(hop, "arrived"),
      word(hop, "switch"), number(hop, "input_port"), word(hop, "from"), number(hop, "input_vc"));
  if (hop.contains("decision")) text += lines_text("decision", hop.at("decision"));
  text += lines_text("routing", hop.at("routing"));
  text += candidates_text(hop.at("candidates"));
  text += excluded_text(hop.at("excluded"));
  text += selection_text(hop.at("selection"));
  if (!hop.at("granted").is_null()) {
    text += fmt::format("  {:<12}granted in cycle {}{}\n", "left", number(hop, "granted"),
                        hop.at("left").is_null()
                            ? ""
                            : fmt::format(", on the link in cycle {}", number(hop, "left")));
  }
  const std::string times = time_text(hop.at("time"), "    ");
  return times.empty() ? text : text + "  time\n" + times;
}

}  // namespace

std::string explanation_text(const Json& explanation) {
  if (!explanation.contains("hops")) return word(explanation, "message") + "\n";
  std::string text = fmt::format(
      "packet {}: {} to {}, {} phits, generated in cycle {}, injected in cycle {} on VC {}{}\n",
      word(explanation, "packet"), word(explanation, "source"), word(explanation, "destination"),
      number(explanation, "phits"), number(explanation, "generated"),
      number(explanation, "injected"), number(explanation, "injection_vc"),
      explanation.at("deviated") == true ? ", deviated by a failed link" : "");
  text += time_text(explanation.at("time"), "    ");
  for (const Json& hop : explanation.at("hops")) text += hop_text(hop);
  text += '\n';
  if (explanation.at("delivered").is_null()) return text + word(explanation, "message") + "\n";
  return text + fmt::format(
                    "delivered in cycle {}, with the tail {} after the head: network latency {}, "
                    "{} from generation\n",
                    number(explanation, "delivered"), cycles_text(number(explanation, "tail")),
                    cycles_text(number(explanation, "network_latency")),
                    cycles_text(number(explanation, "generation_latency")));
}

}  // namespace sim
}  // namespace netloom
