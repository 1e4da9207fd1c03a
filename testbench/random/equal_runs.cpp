#include "testbench/random/equal_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hw/structural/part_kinds.h"
#include "routing/base/error.h"
#include "routing/base/output_file.h"
#include "sim/config/views.h"
#include "testbench/random/results.h"
#include "testbench/support/thorough.h"

namespace netloom::test {
namespace {

/// Names of ways to run a configuration, and what makes them.
using Variations = std::vector<std::pair<std::string, Overrides>>;

constexpr const char* kAllAtOnce = "all at once";
constexpr const char* kModels = "the models in the place of RTL";

/// Without the regions of a file, if the configuration has some.
Overrides without_regions_file(const Examined& examined) {
  const bool has = examined.config->resolved.at("simulation").contains("regions_file");
  return has ? Overrides{{"simulation.regions_file", "null"}} : Overrides{};
}

/// In a number of regions that the network can have, on one thread.
Overrides in_regions(Examined& examined) {
  constexpr std::size_t kMost = 8;
  const std::size_t switches = examined.config->netlist.switches.size();
  Overrides overrides = without_regions_file(examined);
  const int regions = examined.draw.between(1, static_cast<int>(std::min(kMost, switches)));
  overrides.push_back({"simulation.regions", std::to_string(regions)});
  overrides.push_back({"simulation.threads", "1"});
  return overrides;
}

/// On a number of threads that can run the network, each with a region or, where there are more
/// regions, with several.
Overrides on_threads(Examined& examined) {
  // More threads than processors take long to wait for each other.
  const int at_most = std::min(thorough() ? 8 : 4, examined.config->most_threads);
  const int threads = examined.draw.between(1, at_most);
  const int regions =
      examined.draw.between(threads, std::min(2 * at_most, examined.config->most_threads));
  Overrides overrides = without_regions_file(examined);
  overrides.push_back({"simulation.regions", threads == 1 ? "auto" : std::to_string(regions)});
  overrides.push_back({"simulation.threads", std::to_string(threads)});
  return overrides;
}

/// In regions that are drawn, of a file, on one thread.
Overrides in_drawn_regions(Examined& examined) {
  constexpr const char* kFile = "drawn_regions.txt";
  const int regions = examined.draw.between(2, 7);
  std::string text;
  for (const SwitchInfo& each : examined.config->netlist.switches) {
    text += fmt::format("{} {}\n", each.name, examined.draw.between(1, regions));
  }
  write_file(examined.folder + '/' + kFile, text);
  return {{"simulation.regions", "auto"},
          {"simulation.regions_file", kFile},
          {"simulation.threads", "1"}};
}

/// With links of up to 200 cycles, where the configuration says how long they are.
Overrides with_far_links(Examined& examined) {
  constexpr int kFarthest = 200;
  const Json& network = examined.config->resolved.at("network");
  if (!network.contains("latency")) return {};
  std::string latencies;
  for (const auto& [kind, value] : network.at("latency").items()) {
    const int latency = examined.draw.between(1, examined.draw.chance(0.5) ? 20 : kFarthest);
    latencies += fmt::format("{}{}: {}", latencies.empty() ? "" : ", ", kind, latency);
  }
  return {{"network.latency", "{" + latencies + "}"}, {"simulation.quantum", "0"}};
}

/// Runs all variations, and compares them with the configuration as it is.
void compare_runs(Examined& examined, const std::string& property, const Variations& variations) {
  std::vector<Run> runs;
  std::vector<std::pair<std::string, std::size_t>> names;  // and which of the requests
  const auto add = [&](const std::string& name, const Overrides& overrides, std::size_t request) {
    Config config = examined.config_with(overrides);
    // As it was drawn.
    if (config.resolved == examined.config->resolved) return;
    runs.push_back({std::move(config), examined.requests[request]});
    names.emplace_back(name, request);
  };
  for (const auto& [name, overrides] : variations) add(name, overrides, 0);
  // What depends on the seed or on the load would be the same with the first ones.
  const std::size_t last = examined.requests.size() - 1;
  if (last > 0) {
    for (const auto& [name, overrides] : variations) {
      if (name == kAllAtOnce || name == kModels) add(name, overrides, last);
    }
  }
  const std::vector<Json> points = examined.simulate(property, runs);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [name, request] = names[i];
    const std::string which = request == 0 ? "" : ", of the last load and seed,";
    if (!points[i].is_null()) {
      examined.compare(property, "with " + name + which, points[i], request);
    }
  }
}

/// The ways to run the same cycles on one thread, in one region: one option at a time, then all at
/// once.
Variations differential_options(Examined& examined) {
  const int longest = examined.config->longest_quantum;
  return {{"the general core", {{"simulation.specialised", "false"}}},
          {"a specialised core", {{"simulation.specialised", "true"}}},
          {"cores of several kinds", {{"simulation.mixed_cores", "true"}}},
          {"one cycle per activation", {{"simulation.quantum", "1"}}},
          {"the longest quantum", {{"simulation.quantum", std::to_string(longest)}}},
          {"another order of the modules",
           {{"simulation.shuffle", std::to_string(examined.draw.between(1, 1000))}}},
          {"no idle-skipping", {{"simulation.idle_skipping", "false"}}},
          {"idle-skipping", {{"simulation.idle_skipping", "true"}}},
          {"no checks of invariants", {{"simulation.check_invariants", "false"}}},
          {kAllAtOnce,
           {{"simulation.specialised", "false"},
            {"simulation.quantum", std::to_string(examined.draw.between(1, longest))},
            {"simulation.shuffle", std::to_string(examined.draw.between(1, 1000))},
            {"simulation.idle_skipping", examined.draw.chance(0.5) ? "true" : "false"},
            {"simulation.check_invariants", "false"}}}};
}

}  // namespace

void look_at_equal_runs(Examined& examined) {
  Variations variations = differential_options(examined);
  const Overrides threads = on_threads(examined);
  Overrides& all_at_once = variations.back().second;
  all_at_once.insert(all_at_once.end(), threads.begin(), threads.end());
  variations.push_back({"regions", in_regions(examined)});
  variations.push_back({"threads", threads});
  if (!examined.config->rtl.blocks.empty()) {
    variations.push_back({kModels, {{"rtl.blocks", "[]"}}});
    const bool shadow = examined.config->rtl.mode == RtlConfig::Mode::kShadow;
    variations.push_back({shadow ? "RTL in the place of the models" : "RTL beside the models",
                          {{"rtl.mode", shadow ? "replace" : "shadow"}}});
  }
  compare_runs(examined, "same", variations);
}

void look_at_options(Examined& examined) {
  compare_runs(examined, "options", differential_options(examined));
}

void look_at_split_runs(Examined& examined) {
  constexpr double kShare = 0.25;
  if (examined.config->netlist.switches.size() < 2) return;
  if (!examined.draw.chance(kShare) && !thorough()) return;
  const Overrides far = with_far_links(examined);
  const auto far_and = [&](const Overrides& more) {
    Overrides all = far;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  Overrides whole = without_regions_file(examined);
  whole.insert(whole.end(), {{"simulation.regions", "none"}, {"simulation.threads", "1"}});
  Overrides shuffled = on_threads(examined);
  shuffled.push_back({"simulation.shuffle", std::to_string(examined.draw.between(1, 1000))});
  const Variations variations = {{"one region", whole},
                                 {"regions", in_regions(examined)},
                                 {"drawn regions", in_drawn_regions(examined)},
                                 {"threads", on_threads(examined)},
                                 {"threads in another order", shuffled}};
  std::vector<Run> runs;
  try {
    for (const auto& [name, overrides] : variations) {
      runs.push_back({examined.config_with(far_and(overrides)), examined.requests.front()});
    }
  } catch (const Error& error) {
    examined.find("split", std::string("it is refused: ") + error.what());
    return;
  }
  const std::vector<Json> points = examined.simulate("split", runs);
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[0].is_null() || points[i].is_null()) continue;
    examined.compare("split", "far, with " + variations[i].first + ",", points[i], points[0]);
  }
}

void look_at_equal_views(Examined& examined) {
  const SwitchParts& parts = examined.config->network.switches.parts;
  if (structural_refusal(*examined.config) || structural::foreign_part(parts) != nullptr) return;
  const auto in_views = [](const std::string& views) {
    return Overrides{{"views", views}, {"simulation.quantum", "0"}, {"simulation.threads", "1"}};
  };
  compare_runs(examined, "views",
               {{"the structural view", in_views("{default: structural}")},
                {"both views", in_views(mixed_views(examined.config->netlist))}});
}

void look_at_printed_config(Examined& examined) {
  const std::string printed = print_config(*examined.config);
  try {
    Config again = parse_config(printed, examined.path, examined.folder);
    if (again.resolved != examined.config->resolved) {
      examined.find("print_config",
                    "read back, it is another one: " +
                        difference(Json(examined.config->resolved), Json(again.resolved)));
    }
    const Json point =
        examined.simulate("print_config", std::move(again), examined.requests.front());
    if (!point.is_null())
      examined.compare("print_config", "read back and with the same seed,", point);
  } catch (const Error& error) {
    examined.find("print_config", std::string("it is refused: ") + error.what());
  }
}

}  // namespace netloom::test
