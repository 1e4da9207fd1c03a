#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/statistics/saturation_search.h"
#include "sim/sweep/result_store.h"
#include "sim/sweep/sweep.h"

namespace netloom {
inline namespace sim {

/// How much load a network stands is looked for so.
struct SaturationSettings {
  std::string config;  ///< a file
  std::vector<Override> overrides;
  double lowest = 0.05, highest = 1;  ///< load
  double resolution = 0.02;           ///< of the bracket, load
  double error_probability = 0.05;    ///< of all decisions together
  bool of_sources = false;            ///< find_first_source() is called, too
  std::string database;               ///< SQLite file that keeps finished points; empty: none
  int jobs = 1;                       ///< points simulated at a time
  bool progress = false;              ///< on standard error
};

/// The searches for the load from which on a network, or the first of its sources, does not keep
/// up, with the first seed of its configuration.
class SaturationStudy {
 public:
  /// `run`: of that configuration. Error: the database cannot be read.
  SaturationStudy(SaturationSettings settings, const RunConfig& run);

  /// Error: a run fails. Termination, without the probe that has not ended.
  SaturationBracket find();
  /// After find(), and up to the load at which `network` does not keep up, above which it was tried
  /// out. In the end the upper load is run until it is known of a source that it does not keep up.
  SaturationBracket find_first_source(const SaturationBracket& network);
  /// The names of the sources that may be the one that falls short most at a load that was tried
  /// out, by the last probe there.
  const Json& most_at(double load) const { return most_.at(load); }
  /// Points at shares (per cent) of a load, as precise as the configuration asks for or to 1 %.
  Series latencies(double load, const std::vector<double>& shares);

  /// What probes_text() takes, in the order in which they were made.
  const Json& probes() const { return probes_; }
  /// The points of these, with the verdicts in `stability`.
  const Series& points() const { return points_; }
  /// So many of all points were in the database.
  std::size_t reused() const { return reused_; }
  /// What keeps finished points from being in the database; empty: nothing.
  const std::string& not_stored() const { return not_stored_; }

 private:
  Series series_at(const std::vector<double>& loads) const;
  SweepOptions sweep_options() const;
  SearchSettings search_settings() const;
  Cycle longest(double share) const;
  bool is_source_known(double load) const;
  std::optional<LoadVerdict> known_of_sources(double load, double of_longest) const;
  const Json& probe(double load, double error_probability, double of_longest,
                    RunConfig::OfSources of_sources);
  Json simulated(const Series& probe);
  void store(const std::string& identity, const Json& point);
  void name_sources(const Netlist& netlist, double load, Json& sources);

  SaturationSettings settings_;
  Cycle longest_, shortest_;  ///< run
  std::unique_ptr<ResultStore> store_;
  std::size_t reused_ = 0;
  std::string not_stored_;
  Json probes_ = Json::array();
  Series points_;
  std::map<double, Json> most_;  ///< by load
};

}  // namespace sim
}  // namespace netloom
