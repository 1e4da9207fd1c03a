#include "sim/study/saturation_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "sim/base/text_columns.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr double kRounding = 1 + 1e-6;  ///< of the width of the bracket
constexpr std::size_t kMostNames = 8;   ///< in a line

std::string load_text(double load) {
  return fmt::format("{:.4g}", load);
}

/// "0.7051 ±0.0013"
std::string accepted_text(const Json& probe) {
  const std::string text = fmt::format("{:.4f}", probe.at("accepted_load").get<double>());
  const Json& half = probe.at("accepted_half_width");
  return half.is_null() ? text : text + fmt::format(" ±{:.4f}", half.get<double>());
}

/// "0.12 to 0.38 %": the bounds by which a load is decided.
std::string short_by_text(const Json& short_by) {
  if (short_by.at("lower").is_null()) return "-";
  return fmt::format("{:.2f} to {:.2f} %", 100 * short_by.at("lower").get<double>(),
                     100 * short_by.at("upper").get<double>());
}

/// "h3", or "one of 5".
std::string source_text(const Json& sources) {
  const auto candidates = sources.at("one_of").get<std::size_t>();
  if (candidates == 0) return "-";
  return candidates == 1 ? sources.at("source").get<std::string>()
                         : fmt::format("one of {}", candidates);
}

}  // namespace

bool is_closed(const SaturationBracket& found, double resolution) {
  return found.lower_is_stable && found.upper_is_unstable &&
         found.upper - found.lower <= resolution * kRounding;
}

std::string bracket_text(const SaturationBracket& found, const std::string& what) {
  const std::string lower = load_text(found.lower);
  const std::string upper = load_text(found.upper);
  std::string text;
  if (found.lower_is_stable && found.upper_is_unstable) {
    text = fmt::format("{} is between load {} (stable) and {} (not stable)", what, lower, upper);
  } else if (found.lower_is_stable) {
    text = fmt::format("{} is above load {} (stable)", what, lower);
    text +=
        found.lower == found.upper
            ? ", the highest that was tried"
            : fmt::format("; up to {}, the highest that was tried, no load was found not stable",
                          upper);
  } else if (found.upper_is_unstable) {
    text = fmt::format("{} is below load {} (not stable)", what, upper);
    text += found.lower == found.upper
                ? ", the lowest that was tried"
                : fmt::format("; down to {}, the lowest that was tried, no load was found stable",
                              lower);
  } else {
    text = fmt::format(
        "{} was not found: from load {} to {}, the lowest and the highest that were tried, no load "
        "was found stable or not stable",
        what, lower, upper);
  }
  if (found.undecided) text += "; some loads there could not be decided within simulation.at_most";
  if (found.stable_above) text += "; a load above is stable again";
  return text + "\n";
}

Json bracket_json(const SaturationBracket& found) {
  return {{"lower", found.lower},
          {"upper", found.upper},
          {"lower_is_stable", found.lower_is_stable},
          {"upper_is_unstable", found.upper_is_unstable},
          {"undecided", found.undecided},
          {"stable_above", found.stable_above}};
}

std::string first_source_text(double load, const Json& names) {
  if (names.size() == 1) {
    return fmt::format("at load {} {} falls short most\n", load_text(load),
                       names.front().get<std::string>());
  }
  std::vector<std::string> first;
  for (const Json& name : names) {
    if (first.size() < kMostNames) first.push_back(name);
  }
  return fmt::format(
      "at load {} one of {} sources falls short most, which are not told apart: {}{}\n",
      load_text(load), names.size(), fmt::join(first, ", "),
      names.size() > first.size() ? ", …" : "");
}

Cycle cycles_of_probe(const Json& probe) {
  return probe.at("warmup").get<Cycle>() + probe.at("measured").get<Cycle>();
}

std::string probes_text(const Json& probes) {
  const bool of_sources = probes.front().contains("sources");
  std::vector<std::vector<std::string>> rows = {
      {"load", "accepted (±95 %)", "falls short by", "cycles", ""}};
  if (of_sources) {
    rows.front().back() = "network";
    rows.front().insert(rows.front().end(), {"every source", "falls short most"});
  }
  for (const Json& each : probes) {
    rows.push_back({load_text(each.at("load")), accepted_text(each),
                    short_by_text(each.at("short_by")), std::to_string(cycles_of_probe(each)),
                    each.at("verdict")});
    if (!of_sources) continue;
    rows.back().push_back(each.at("sources").at("verdict"));
    rows.back().push_back(source_text(each.at("sources")));
  }
  return aligned_columns(rows, {4, 5, 6});
}

}  // namespace sim
}  // namespace netloom
