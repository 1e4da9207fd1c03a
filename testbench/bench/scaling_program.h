#pragma once

#include <cstddef>
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
  int regions = 1;

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
  /// Two processes that have nothing to do with each other run it at the same time: the slower.
  Run run_twice_at_once(const Case& entry, const Way& way, int cycles) const;

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
    std::optional<double> misses;  ///< of a last level of 2 MB; none: they were not counted
  };
  Counts count(const Case& entry, const Way& way) const;

 private:
  /// Of a process with this name.
  std::filesystem::path results(const std::string& name) const {
    return folder_ / (name + ".json");
  }
  std::string command(const Case& entry, const Way& way, int cycles,
                      const std::string& name = kOne) const;
  std::string output_of(const std::string& command, const std::string& name = kOne) const;
  Run read(const std::string& text, const std::string& name = kOne) const;

  static constexpr const char* kOne = "results";

  std::string path_;
  std::filesystem::path folder_;
};

/// How a case is timed: a way of a program, or two processes at the same time.
struct Timed {
  const Program* program;
  Way way;
  bool twice = false;
};

/// Runs of one case, in several ways.
class Rounds {
 public:
  /// The ways take turns, so that what else the machine does is about the same for all.
  Rounds(const Case& entry, const std::vector<Timed>& ways, int cycles, int repeats);

  const Run& fastest(std::size_t way) const;
  /// Of two ways that turned out to be the same.
  const Run& fastest(std::size_t way, std::size_t other) const;

  /// Of the rounds.
  struct Spread {
    double least = 0, median = 0, most = 0;
  };
  /// How many times faster a way is than the faster of `beside`, round by round.
  Spread gain(std::size_t way, const std::vector<std::size_t>& beside) const;

 private:
  std::vector<std::vector<Run>> runs_;  ///< [way][round]
};

}  // namespace netloom::bench
