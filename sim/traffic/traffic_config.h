#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "sim/traffic/disk_trace.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Configuration of the traffic: a synthetic pattern at one or several loads, a closed burst, a
/// request/reply workload, a trace, or an application.
struct TrafficConfig {
  enum class Kind { kNone, kOpen, kBurst, kRequestReply, kTrace, kApplication };

  /// One synthetic pattern with its parameters, and its share in a mixture.
  struct Pattern {
    std::string name = "uniform";
    ParameterMap parameters;    ///< resolved against the pattern's declarations
    double share = 1;           ///< of the packets; shares of a mixture add up to 1
    std::vector<NodeId> nodes;  ///< sources that use it; empty = all
    bool own_area = false;      ///< they send to each other only
  };

  /// What is sent from a cycle on. The first phase starts at 0; later ones make a transient.
  struct Phase {
    Cycle from = 0;
    std::vector<Pattern> patterns;  ///< one, or a mixture
    std::optional<double> load;     ///< phits/(node·cycle); none: the point's load
  };

  /// A trace that is made and not read.
  struct GeneratedTrace {
    DiskTraceParameters disk;
    std::optional<std::uint64_t> seed;  ///< none: that of the run
  };

  /// A parallel application, see ApplicationSource.
  struct Application {
    std::string name;
    ParameterMap parameters;  ///< resolved against the application's declarations
    std::uint32_t tasks = 0;  ///< 2 … nodes
    bool random_placement = false;
    std::uint32_t message_packets = 1;
    std::uint32_t iterations = 1;
    Cycle compute = 1;       ///< cycles, >= 1
    bool sends_once = true;  ///< a task sends to another in one step of an iteration only
  };

  Kind kind = Kind::kOpen;
  std::vector<Phase> phases;  ///< open, burst, request/reply: at least one
  std::vector<double> loads;  ///< open, request/reply: one point per load, (0, 1]
  int packet_phits = 16;
  std::uint32_t burst_packets = 0;  ///< burst: packets per node
  int reply_phits = 0;              ///< request/reply: phits of a reply (0 = packet_phits)
  int reply_delay = 1;              ///< request/reply: cycles from request to reply, >= 1
  std::string trace;  ///< trace: file, resolved against the configuration's folder; or generated
  std::optional<GeneratedTrace> generated_trace;
  int bytes_per_phit = 8;   ///< traces give bytes
  Application application;  ///< application: which, and how
};

}  // namespace sim
}  // namespace netloom
