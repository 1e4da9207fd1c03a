#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/bench/scaling_cases.h"

namespace netloom::bench {

/// What `netloom run` says of itself.
struct Run {
  double seconds = 0, cycles = 0, hops = 0;
  double bytes = 0;  ///< peak of the process; of several, of the one that has most
  double sent = 0;   ///< bytes from rank to rank
  double window = 0;

  double ns_per_hop() const { return 1e9 * seconds / hops; }
};

/// How a case is run.
struct Way {
  std::string before;    ///< mpirun
  std::string settings;  ///< of simulation
};

Way in_one_region();
/// On one thread: see Case::regions.
Way in_regions(const Case& entry);
Way on_threads(int threads);

/// `netloom`, called for one case after the other.
class Program {
 public:
  /// `path`: of the program. Error: there can be no temporary folder.
  explicit Program(std::string path);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Error: it fails.
  Run run(const Case& entry, const Way& way, int cycles) const;

  /// How a network is shared out among so many threads or ranks.
  struct Share {
    double window = 0;   ///< cycles
    double balance = 0;  ///< ports of the thread that has most, over the mean
  };
  /// None: they cannot all have something to run.
  std::optional<Share> share(const Case& entry, int threads) const;

  /// Figures per packet-hop between two cycles, by callgrind.
  struct Counts {
    double instructions = 0;
    std::optional<double> misses;
  };
  Counts count(const Case& entry, const Way& way, bool with_misses) const;

 private:
  std::string command(const Case& entry, const Way& way, int cycles) const;
  std::filesystem::path results() const { return folder_ / "results.json"; }
  std::string output_of(const std::string& command) const;
  Run read(const std::string& text) const;

  std::string path_;
  std::filesystem::path folder_;
};

/// The fastest of `repeats` runs in each way. The ways take turns, so that what else the machine
/// does is the same for all.
std::vector<Run> fastest(const Program& program, const Case& entry, const std::vector<Way>& ways,
                         int cycles, int repeats);

}  // namespace netloom::bench
