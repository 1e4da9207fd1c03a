#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/kernel/ranks.h"
#include "routing/base/visible.h"
#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/config/loaded_config.h"
#include "sim/explain/packet_choice.h"
#include "sim/wave/wave_request.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// What a series keeps of a configuration that has been read: its routing function only where
/// run_sweep() asks whether there are enough VCs for it.
std::shared_ptr<LoadedConfig> series_config(LoadedConfig loaded);

/// One curve of a sweep: a configuration with all its points.
struct Series {
  std::string name;
  std::shared_ptr<LoadedConfig> loaded =
      std::make_shared<LoadedConfig>();  ///< copies of the series share it
  std::vector<Json> points;              ///< results, in the order of points_of()
  // How the configuration is read again.
  std::string file;                 ///< empty: it was text
  std::vector<Override> overrides;  ///< with which it was read

  const Config& config() const { return loaded->config(); }
  Config& config() { return loaded->config(); }
};

/// One of the points of several series.
struct SweepPoint {
  std::size_t series = 0;
  std::size_t point = 0;  ///< in the order of points_of()
};

/// How far the points are that a sweep simulates.
struct SweepProgress {
  std::size_t finished = 0;
  std::size_t points = 0;
  double share = 0;  ///< of the work of all of them that is done, 0 to 1
};

struct SweepOptions {
  int jobs = 1;             ///< processes at a time; fewer where memory would not do
  bool details = false;     ///< see PointRequest
  std::string database;     ///< SQLite file; empty = none
  bool only_known = false;  ///< simulate nothing: points that are not in the database stay null
  bool any_build = false;   ///< points of other builds of this version count as one's own
  bool progress = false;    ///< on standard error
  /// Is told at the start, after each point, and about twice a second between; empty: nobody is.
  std::function<void(const SweepProgress&)> told = {};
  /// Points that are simulated, in this order; the others are only looked up. None: all of them.
  std::optional<std::vector<SweepPoint>> order = {};
  /// Processor seconds that points may take together: when they have, no other one begins.
  std::optional<double> budget = {};
  /// The processes that simulate the only point together; alone: each point has one of its own.
  Ranks* ranks = &no_other_ranks();
  // Of every point; see PointRequest.
  std::optional<PacketChoice> explain = {};
  std::optional<WaveRequest> waves = {};
};

struct SweepOutcome {
  std::size_t points = 0;
  std::size_t reused = 0;  ///< found in the database
  std::size_t failed = 0;
  std::size_t not_begun = 0;     ///< were to be simulated, and the budget did not reach them
  double processor_seconds = 0;  ///< that the simulated points took
  /// What keeps finished points from being in the database, and how many; empty: all are there.
  std::string not_stored = {};
};

/// Simulates every point of every series, each in a process of its own, and fills in the series'
/// results. With a database, points that it has are taken from it, and every other point is
/// committed to it as soon as it is finished; where that fails (a full disk), it is tried again
/// with every later point, and the points are results nonetheless. So they are where the database
/// is removed, renamed or replaced meanwhile. A deadlock is a result and is
/// kept; other failures (a crash, an error) are not, so that the next sweep tries again. Error: a
/// trace or the database cannot be read, or as require_enough_vcs(), require_memory() and, with one
/// process, require_rtl_switches().
/// Error or WriteError: there is something to simulate, and the database cannot be opened for
/// writing. Termination, with the number of points that are kept.
SweepOutcome run_sweep(std::vector<Series>& series, const SweepOptions& options);

}  // namespace sim
}  // namespace netloom
