#include "sim/wave/wave_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "routing/base/error.h"
#include "sim/base/name_or_number.h"

namespace netloom {
inline namespace sim {
namespace {

/// Without a choice, networks of up to so many switches are traced as a whole.
constexpr std::size_t kMostByDefault = 64;

bool ends_in(const std::string& path, const std::string& ending) {
  return path.size() > ending.size() &&
         path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

std::string save_file_of(const std::string& path) {
  const std::string ending = ".vcd";
  return (ends_in(path, ending) ? path.substr(0, path.size() - ending.size()) : path) + ".gtkw";
}

WaveRequest make_wave_request(const Config& config, const std::string& path,
                              const std::string& switches, std::optional<Cycle> from,
                              std::optional<Cycle> to, std::optional<Cycle> last) {
  if (ends_in(path, ".fst")) {
    throw Error(fmt::format("--trace {}: what is written is VCD; allowed: FILE.vcd", path));
  }
  WaveRequest request;
  request.path = path;
  request.from = from.value_or(0);
  request.to = to;
  request.last = last;
  if (switches.empty()) {
    if (config.netlist.switches.size() > kMostByDefault) {
      throw Error(fmt::format(
          "--trace: the network has {} switches; allowed without --trace-switches: up to {}",
          config.netlist.switches.size(), kMostByDefault));
    }
    for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
      request.switches.push_back(id);
    }
  }
  std::istringstream names(switches);
  for (std::string name; std::getline(names, name, ',');) {
    request.switches.push_back(
        name_or_number(name, config.netlist.switches, "--trace-switches", "switch"));
  }
  std::sort(request.switches.begin(), request.switches.end());
  request.switches.erase(std::unique(request.switches.begin(), request.switches.end()),
                         request.switches.end());
  if (to && *to <= request.from) {
    throw Error(fmt::format("--trace-to {}: no cycle lies between {} and it; allowed: from {} on",
                            *to, request.from, request.from + 1));
  }
  if (!config.traffic.loads.empty()) {
    const Cycle end = config.run.longest() + config.run.drain;
    if (request.from >= end) {
      throw Error(fmt::format("--trace-from {}: the run ends in cycle {}; allowed: 0 to {}",
                              request.from, end - 1, end - 1));
    }
    if (to && *to > end) {
      throw Error(fmt::format("--trace-to {}: the run has {} cycles; allowed: {} to {}", *to, end,
                              request.from + 1, end));
    }
  }
  return request;
}

}  // namespace sim
}  // namespace netloom
