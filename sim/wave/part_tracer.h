#pragma once

#include <set>
#include <string>
#include <vector>

#include "hw/structural/watched_ports.h"
#include "sim/wave/wave_file.h"

namespace netloom {
inline namespace sim {

/// Writes down what the ports of the parts of a structural switch show at the end of each cycle.
class PartTracer {
 public:
  /// Adds their signals, below `scope`. All outlive it.
  PartTracer(WaveFile& file, const std::string& scope, const structural::StructuralSwitch& of);

  /// Signals of a part.
  struct Part {
    std::string name;
    int first = 0, last = 0;
  };
  const std::vector<Part>& parts() const { return parts_; }
  /// Signals each bit of which has a meaning of its own.
  const std::set<int>& masks() const { return masks_; }

  void show(Cycle now);

 private:
  void add(const std::string& scope, const structural::WatchedPort& port);

  WaveFile& file_;
  std::vector<structural::WatchedPort> ports_;
  std::vector<Part> parts_;
  std::set<int> masks_;
  int first_ = 0;                       ///< signal
  std::vector<WaveFile::Value> shown_;  ///< last, per signal from the first on
};

}  // namespace sim
}  // namespace netloom
