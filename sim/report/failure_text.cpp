#include "sim/report/failure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <vector>

#include "sim/config/override.h"
#include "sim/run/point.h"
#include "sim/wave/wave_request.h"

namespace netloom {
inline namespace sim {
namespace {

/// A word for a shell.
std::string shell_word(const std::string& text) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::strchr("_-+./:=,@%", c) != nullptr;
  };
  if (std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

/// The command that simulates a point alone.
std::string command_of(const Series& series, const Json& point) {
  std::vector<Override> overrides = series.overrides;
  if (series.config().traffic.loads.size() > 1) {
    overrides.push_back({"traffic.load", fmt::format("{}", point.at("load").get<double>())});
  }
  if (series.config().run.seeds.size() > 1) {
    overrides.push_back(
        {"simulation.seeds", std::to_string(point.at("seed").get<std::uint64_t>())});
  }
  std::string command = "netloom run " + shell_word(series.file);
  for (auto each = overrides.begin(); each != overrides.end(); ++each) {
    const bool is_left = std::none_of(
        each + 1, overrides.end(), [&](const Override& later) { return supersedes(later, *each); });
    if (is_left) command += " --set " + shell_word(each->key + '=' + each->value);
  }
  return command;
}

}  // namespace

std::string failure_text(const Series& series, const Json& point) {
  const Json& failure = point.at("failure");
  const std::string text = failure_text(point);
  if (series.file.empty()) return text;
  if (failure.contains("packet")) {
    return fmt::format("{}. Its whole way: {} --explain {}", text, command_of(series, point),
                       shell_word(failure.at("packet").get<std::string>()));
  }
  if (failure.contains("switch") && !point.contains("waves")) {
    return fmt::format(
        "{}\nwaveforms of model and RTL before it: {} --trace difference.vcd --trace-switches {} "
        "--trace-last {}",
        text, command_of(series, point), shell_word(failure.at("switch").get<std::string>()),
        kWaveCyclesBefore);
  }
  return text;
}

}  // namespace sim
}  // namespace netloom
