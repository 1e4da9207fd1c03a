#include "testbench/matrix/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "routing/base/error.h"
#include "routing/davc/rule.h"
#include "rtl/block_registry.h"
#include "sim/run/make_workload.h"
#include "sim/run/network_check.h"
#include "sim/run/point.h"
#include "sim/study/check_study.h"

namespace netloom {
namespace {

constexpr const char* kName = "matrix";

Config config_of(const TrialContext& context, const std::vector<Override>& set) {
  return parse_config(context.configuration, kName, context.folder, set);
}

/// An error without the place where it says that the configuration is wrong.
std::string without_place(const std::string& message) {
  const std::string set = "--set ";
  const std::string line = std::string(kName) + ':';
  for (const auto& [prefix, parts] : {std::pair(set, 1), std::pair(line, 2)}) {
    if (message.compare(0, prefix.size(), prefix) != 0) continue;
    std::size_t begin = 0;
    for (int i = 0; i < parts; ++i) {
      const std::size_t end = message.find(": ", begin);
      if (end == std::string::npos) return message;
      begin = end + 2;
    }
    return message.substr(begin);
  }
  return message;
}

/// What an error says, without where the configuration and its files are.
std::string message_of(const Error& error, const TrialContext& context) {
  std::string message = without_place(error.what());
  const std::string folder = context.folder + '/';
  for (std::size_t at = message.find(folder); at != std::string::npos; at = message.find(folder)) {
    message.erase(at, folder.size());
  }
  return message;
}

/// VCs of each link kind that packets need; an Error if that is more than there can be.
Override needed_vcs(const Config& config, const VcNeed& need) {
  if (need.unbounded || need.most() > kMaxVcChoices) {
    throw Error(need.unbounded
                    ? "packets can come back to where they were: no number of virtual channels is "
                      "enough for DAVC"
                    : fmt::format("DAVC needs {} virtual channels; allowed: 1 to {}", need.most(),
                                  kMaxVcChoices));
  }
  std::string counts;
  for (std::size_t kind = 1; kind < need.vcs.size(); ++kind) {
    counts += fmt::format("{}{}: {}", counts.empty() ? "" : ", ", config.netlist.kinds[kind],
                          std::max(1, need.vcs[kind]));
  }
  return {"routing.vcs.count", '{' + counts + '}'};
}

std::string blocks_value(const std::vector<std::string>& implementations) {
  std::string text;
  for (const std::string& name : implementations) {
    text += fmt::format("{}{{name: {}, implementation: {}}}", text.empty() ? "" : ", ",
                        RtlBlockRegistry::instance().find(name).block, name);
  }
  return '[' + text + ']';
}

}  // namespace

Json examine(const TrialContext& context, const Combination& combination) {
  Json result = {{"set", Json::object()}};
  std::vector<Override> set = combination.set;
  try {
    Config config = config_of(context, set);
    if (const std::optional<VcNeed> need = vc_need_of(config, *make_routing(config))) {
      set.push_back(needed_vcs(config, *need));
      result["set"][set.back().key] = set.back().value;
      config = config_of(context, set);
    }
    result["selection"] = config.network.switches.selection;
    if (config.davc) {
      result["davc"] =
          davc_function_names()[static_cast<std::size_t>(config.davc->rule.function())];
    }
  } catch (const Error& error) {
    return {{"refused", message_of(error, context)}};
  }
  if (combination.expected != Expectation::kGreen) return result;
  for (const std::string& name : RtlBlockRegistry::instance().names()) {
    std::vector<Override> with_block = set;
    with_block.push_back({"rtl.blocks", blocks_value({name})});
    Json& why = result["blocks"][name];
    try {
      config_of(context, with_block);
    } catch (const Error& error) {
      why = message_of(error, context);
    }
  }
  return result;
}

Json check_combination(const TrialContext& context, const std::vector<Override>& set) {
  LoadedConfig loaded = parse_with_routing(context.configuration, kName, context.folder, set);
  Json failures = Json::array();
  const CheckStudy study = check_network(loaded);
  const ConnectivityReport& connectivity = study.connectivity;
  for (const ConnectivityProblem& problem : connectivity.problems) {
    failures.push_back("connectivity: " + problem.message);
  }
  const DeadlockReport& deadlock = study.deadlock;
  for (const std::string& difference : study.registers.differences) {
    failures.push_back("registers: " + difference);
  }
  return {{"failures", std::move(failures)},
          {"pairs", connectivity.pairs},
          {"deadlock_free", deadlock.deadlock_free()},
          {"method", deadlock_method_name(deadlock.method)},
          {"channels", deadlock.channels},
          {"dependencies", deadlock.dependencies},
          {"cycle", deadlock.cycle.size()},
          {"no_escape", deadlock.no_escape}};
}

Json simulate_combination(const TrialContext& context, const std::vector<Override>& set,
                          const std::vector<std::string>& implementations,
                          const std::string& mode) {
  std::vector<Override> with_blocks = set;
  with_blocks.push_back({"rtl.blocks", blocks_value(implementations)});
  with_blocks.push_back({"rtl.mode", mode});
  LoadedConfig loaded =
      parse_with_routing(context.configuration, kName, context.folder, with_blocks);
  require_enough_vcs(loaded);
  const Config& config = loaded.config();
  const std::vector<PointRequest> points = points_of(config, true);
  Json point = simulate_point(config, points.front(), load_trace(config));
  Json failures = Json::array();
  if (!succeeded(point)) {
    failures.push_back(failure_text(point));
    return {{"failures", std::move(failures)}};
  }
  // A run that did not fail has kept every packet; with the drain, it has delivered them.
  const Json& packets = point.at("packets");
  const auto delivered = packets.at("delivered").get<std::uint64_t>();
  if (delivered == 0) failures.emplace_back("no packet was delivered");
  if (delivered != packets.at("generated").get<std::uint64_t>()) {
    failures.push_back(fmt::format("{} of {} packets were delivered", delivered,
                                   packets.at("generated").get<std::uint64_t>()));
  }
  Json result = {{"failures", std::move(failures)},
                 {"packets", delivered},
                 {"blocks", point.at("rtl").at("blocks")}};
  point.erase("rtl");
  point.erase("performance");
  result["digest"] = std::hash<std::string>()(point.dump());
  return result;
}

}  // namespace netloom
