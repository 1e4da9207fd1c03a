#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/config.h"
#include "routing/base/parameters.h"
#include "routing/base/visible.h"
#include "routing/davc/settings.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/failed_parts.h"
#include "routing/netlist/netlist.h"
#include "routing/netlist/topology.h"
#include "sim/config/network_cost_parameters.h"
#include "sim/config/override.h"
#include "sim/statistics/time_series.h"
#include "sim/traffic/traffic_config.h"
#include "tlm/fabric_config.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

struct RunConfig {
  Cycle warmup = 5000;
  /// The warm-up ends when the run has settled; RunConfig::warmup is 0.
  bool auto_warmup = false;
  Cycle measure = 10000;  ///< with a precision: at least
  /// Relative half-width of the confidence intervals with which a run ends; none: it ends after
  /// `measure` cycles.
  std::optional<double> precision;
  double confidence = 0.95;  ///< of the intervals
  Cycle at_most = 2000000;   ///< cycles of a run whose end is not known before
  /// The run ends when it says, with this error probability at most, whether the network keeps up
  /// with the load, whatever the precision; the warm-up takes `measure` cycles then.
  std::optional<double> stability;
  /// Beside `stability`: whether each source keeps up, too.
  enum class OfSources {
    kNotAsked,
    kAsFarAsKnown,  ///< what is known when it is known of the network
    kUntilKnown,    ///< the run ends when it says that of them, rather than of the network
  };
  OfSources of_sources = OfSources::kNotAsked;
  /// Whether runs say how good their results are.
  bool judged() const { return auto_warmup || precision.has_value(); }
  /// Cycles after which it ends at the latest, without draining; of open workloads.
  Cycle longest() const { return judged() ? at_most : warmup + measure; }
  Cycle drain = 0;  ///< after the measured interval the sources stop and the network may
                    ///< empty for up to this many cycles
  std::vector<std::uint64_t> seeds{1};
  double stationary_bound =
      0.05;                ///< largest relative difference between the halves of the interval
  SampleSettings samples;  ///< of the time series
  std::vector<std::string> counters;  ///< names of registers that are read in the interval
  /// Of the time series, and of readings of counters: what is kept of each takes memory.
  static constexpr Cycle kMostIntervals = 100000;
  Cycle counter_interval = 100;               ///< cycles from one reading to the next
  Cycle completion_limit = 10000000;          ///< closed workloads: give up after this cycle
  std::optional<std::uint64_t> memory_limit;  ///< bytes; none: what the machine has
};

/// Verilated blocks in the network.
struct RtlConfig {
  enum class Mode { kReplace, kShadow, kLockstep };
  struct Block {
    std::string name;            ///< decision: interval
    std::string implementation;  ///< which Verilated block stands for it; default: the name
  };
  std::vector<Block> blocks;
  Mode mode = Mode::kShadow;
  /// SystemVerilog of the switches in the RTL view, the first with their module; empty: Netloom's.
  std::vector<std::string> switch_files;
};

/// Something that fails.
struct FaultConfig {
  Cycle cycle = 0;  ///< when; 0 = before the start
  FailedPart part = FailedPart::kLink;
  std::string name;        ///< as it was given: "s18.p1", "s18"
  std::vector<int> links;  ///< the links that fail with it, see links_of_part()

  bool drawn = false;     ///< which part is drawn in each run; then without name and links
  int count = 1;          ///< parts that are drawn
  Cycle spacing = 0;      ///< cycles from one to the next
  int kind = -1;          ///< only links (cables at ports) of this link kind; -1 = of any
  int stage = -1;         ///< only links that leave switches, or switches, of this stage; -1 = any
  bool tolerated = true;  ///< only parts with which all that have failed are tolerated
};

/// A file that a configuration consists of or names.
struct InputFile {
  std::string what;  ///< "the configuration", or its key: "network.file"
  std::string path;  ///< as the program reads it
};

/// A whole resolved configuration. docs/reference/configuration/ explains every key.
struct Config {
  Netlist netlist;  ///< generated from the topology, or read from network.file
  std::string routing_function;
  ParameterMap routing_parameters;
  std::string routing_place;  ///< "FILE:LINE: routing.function: ", for messages
  std::string vc_policy;
  std::shared_ptr<const DavcSettings> davc;  ///< with the VC policy davc
  std::string vcs_place;                     ///< "FILE:LINE: routing.vcs: ", for messages
  VcCounts vcs;                              ///< per link kind
  NetworkConfig network;                     ///< seed is set per point
  int longest_quantum = 1;                   ///< cycles, see hw/config/lookahead.h
  int most_threads = 1;                      ///< of all processes that can run it, see there
  std::string most_threads_because;          ///< and if one could think of more, why not
  std::string memory_place;  ///< "FILE:LINE: simulation.memory_limit: ", for messages
  TrafficConfig traffic;
  RunConfig run;
  std::vector<FaultConfig> faults;
  RtlConfig rtl;
  NetworkCostParameters cost;
  TlmFabricConfig tlm;  ///< for TlmPlatform

  nlohmann::json resolved;  ///< every key with its value, defaults filled in
  std::vector<InputFile> inputs;
};

/// Whether a configuration has to say what is sent. Without, its traffic is of the kind kNone, and
/// packets have the size of traffic.packet_phits or its default: nothing can be simulated.
enum class TrafficSection { kRequired, kOptional };

/// Reads and checks a configuration file. Error: the message begins with "FILE:LINE: key.path: "
/// and says what is allowed (for an override: "--set key.path: ", with the option that it came by).
Config load_config(const std::string& path, const std::vector<Override>& overrides = {},
                   TrafficSection traffic = TrafficSection::kRequired);

/// The same from text; `name` stands for the file name in messages, `directory` is where relative
/// paths start.
Config parse_config(const std::string& text, const std::string& name, const std::string& directory,
                    const std::vector<Override>& overrides = {},
                    TrafficSection traffic = TrafficSection::kRequired);

/// JSON Schema (draft 2020-12) of the configuration file.
nlohmann::json config_schema();

/// Config::resolved as a configuration file: YAML in the order of the documentation, each key with
/// its meaning as a comment. Read again, it gives the same resolved configuration.
std::string print_config(const Config& config);

/// The tables in docs/reference/configuration/: meaning, unit, what is allowed and default of every
/// key, as Markdown, by what they are about: a section ("switch"), what a name brings with it
/// ("network.topology: torus"; empty if it brings nothing), and each map that `apart` names
/// ("traffic.trace"), whose keys are then not in the table around it. Each key is in one of them.
/// Error: `apart` names something that is no map of keys.
std::map<std::string, std::string> config_reference(const std::set<std::string>& apart = {});

/// What the routing function of a configuration is made from. The configuration outlives it.
/// `seed`: of the run, on which it may depend what has failed before the start; none: the first
/// seed.
RoutingContext routing_context(const Config& config, std::optional<std::uint64_t> seed = {});

/// The routing function that a configuration asks for, on its netlist (which must outlive it).
/// Error, beginning with Config::routing_place: it is not defined on that netlist. (Reading a
/// configuration finds that already, unless the network is large.)
std::unique_ptr<RoutingFunction> make_routing(const Config& config, DecisionHooks hooks = {},
                                              std::optional<std::uint64_t> seed = {});

}  // namespace sim
}  // namespace netloom
