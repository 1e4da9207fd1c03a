#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/run/point.h"
#include "testbench/random/draw.h"

namespace netloom::test {

using Overrides = std::vector<Override>;

/// A point to simulate.
struct Run {
  Config config;
  PointRequest request;
};

/// A configuration that is examined: what was read and run of it, and what does not hold.
class Examined {
 public:
  Examined(const std::string& folder_of_it, const std::string& name, std::string netloom);

  /// The configuration with other values, and with checks of invariants. Error: it cannot be read.
  Config config_with(const Overrides& overrides) const;

  /// Overrides for traffic (`traffic`, as YAML) that is run to its end, without live faults.
  Overrides closed_run(const std::string& traffic) const;

  /// Overrides for a run of the length that it is given, if the configuration leaves that to the
  /// run.
  Overrides given_length() const;

  int hosts() const { return static_cast<int>(config->netlist.hosts.size()); }
  bool has_live_faults() const;

  /// The points of runs, each in a process of its own; one that crashed is null, which is found.
  std::vector<Json> simulate(const std::string& property, const std::vector<Run>& runs);
  Json simulate(const std::string& property, Config with, const PointRequest& request);

  /// Finds a result that is not the expected one. `how`: "with …".
  void compare(const std::string& property, const std::string& how, const Json& point,
               const Json& expected);
  /// … of a request that is not that of the reference.
  void compare(const std::string& property, const std::string& how, const Json& point,
               std::size_t request = 0) {
    compare(property, how, point, reference[request]);
  }

  /// Notes what does not hold.
  void find(const std::string& property, const std::string& message) {
    findings.emplace_back(property, message);
  }

  std::string folder, path;  ///< of the file
  std::string program;       ///< `netloom`; empty: there is none
  Overrides always;          ///< of every run
  Draw draw;                 ///< what is tried out: the same for the same configuration
  std::unique_ptr<Config> config;
  std::vector<PointRequest> requests;  ///< each load with each seed
  std::vector<Json> reference;         ///< their points, with invariants checked
  Json check;                          ///< of netloom check; null: it crashed
  Json facts = Json::object();
  std::vector<std::pair<std::string, std::string>> findings;  ///< property and message
};

/// A task that takes longer than two minutes of processor time does not end by itself: the process
/// does.
void limit_time();

std::string text_of_file(const std::string& path);

}  // namespace netloom::test
