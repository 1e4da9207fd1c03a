#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/config_check.h"
#include "hw/config/lookahead.h"
#include "hw/config/network_sizes.h"
#include "routing/base/joined.h"
#include "routing/base/text_file.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/latency.h"
#include "sim/config/choice.h"
#include "sim/config/readable_counters.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"
#include "sim/config/threads.h"
#include "sim/traffic/workload.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

constexpr double kMostMebibytes = 1 << 30;

constexpr Choice<SampleSettings::By> kSampleBy[] = {
    {"arrival", SampleSettings::By::kArrival},
    {"injection", SampleSettings::By::kInjection},
    {"generation", SampleSettings::By::kGeneration}};

/// Ways of the user's own, by RTL or a table with circles in it, may be longer than those that are
/// known.
constexpr int kOwnHopFactor = 4;

constexpr const char* kAuto = "auto";

std::vector<std::string> functions_from_files() {
  std::vector<std::string> result;
  for (const std::string& name : RoutingFunctionRegistry::instance().names()) {
    if (RoutingFunctionRegistry::instance().find(name).ways_from_file) result.push_back(name);
  }
  return result;
}

/// What is kept of every interval of a run.
void require_few(const Reader& reader, const char* key, Cycle interval, Cycle cycles) {
  constexpr Cycle kMostIntervals = RunConfig::kMostIntervals;
  if (cycles / interval <= kMostIntervals) return;
  reader.fail(key_path("simulation", key),
              fmt::format("a run of up to {} cycles has {} intervals of {}, and each takes "
                          "memory; allowed: intervals of {} cycles or more",
                          cycles, cycles / interval, interval,
                          (cycles + kMostIntervals - 1) / kMostIntervals));
}

}  // namespace

KeySchema simulation_section() {
  const RunConfig run;
  const SimulationConfig network;
  ValueSchema seeds = one_or_list(integer(0, kLargestInteger), true);
  ValueSchema counters = list_of(text(readable_counters()));
  counters.minimum_elements = 0;
  counters.distinct = true;
  return section(
      "simulation", "How long and how is simulated.",
      map_of(
          {optional_key("warmup",
                        "Cycles before the measured interval; auto = until latency and accepted "
                        "load have settled (MSER-5).",
                        "cycles", or_words(integer(0, kLongestRun), {kAuto}), run.warmup),
           optional_key("measure", "Measured interval; with a precision, its least length.",
                        "cycles", integer(1, kLongestRun), run.measure),
           derived_key("precision",
                       "The run ends when mean network latency and accepted load have confidence "
                       "intervals whose half-widths are no larger than this share of them.",
                       "", share(0, 0.5, true), "none: the run ends after simulation.measure"),
           derived_key("confidence",
                       "Of these intervals: the share of runs in which the true mean "
                       "is in them.",
                       "", share(0.5, 0.9999), "0.95, if there are intervals"),
           derived_key("at_most",
                       "Cycles after which a run whose length is not given ends, with whatever "
                       "precision it has reached.",
                       "cycles", integer(1, kLongestRun),
                       "2000000, with warmup: auto or a precision"),
           optional_key("drain",
                        "Most cycles after the measured interval, without new packets, for the "
                        "network to empty; 0 = it does not drain.",
                        "cycles", integer(0, kLongestRun), run.drain),
           optional_key("seeds", "Seeds of the runs: a number, or a list with a run for each.", "",
                        std::move(seeds), run.seeds),
           optional_key("stationary_bound",
                        "Largest relative difference between the halves of the measured interval "
                        "that counts as stationary.",
                        "", real(0, 1, true), run.stationary_bound),
           optional_key(
               "sample_interval",
               fmt::format("Interval of the time series of latency and load; 0 = none. A run has "
                           "up to {}; bursts, traces and applications fail when they take more.",
                           RunConfig::kMostIntervals),
               "cycles", integer(0, kLongestRun), run.samples.interval),
           optional_key("sample_by",
                        "To which interval a packet belongs: that in which it arrives, in which "
                        "its head started on the injection link, or in which it was generated.",
                        "", one_of(kSampleBy), name_of(kSampleBy, run.samples.by)),
           optional_key("sample_quartiles",
                        "Quartiles of the latencies in each interval; takes 8 bytes of memory per "
                        "packet.",
                        "", boolean(), run.samples.quartiles),
           optional_key("counters",
                        "Counter registers of the switches that are read during the measured "
                        "interval; their means are in the results.",
                        "", std::move(counters), json::array()),
           optional_key("counter_interval",
                        "From one reading of them to the next; of intervals there are as many as "
                        "of sample_interval.",
                        "cycles", integer(1, kLongestRun), run.counter_interval),
           optional_key("completion_limit",
                        "Burst, trace and application: cycle after which the run is given up.",
                        "cycles", integer(1, kLongestRun), run.completion_limit),
           optional_key("quantum",
                        "Cycles that a switch runs per activation; 0 = as many as the latencies "
                        "allow. No result depends on it.",
                        "cycles", integer(0, kLongestLatency), network.quantum),
           optional_key(
               "regions",
               "Parts of the network that each run on their own for as many cycles as "
               "pass before another one sees anything of it: auto = what short links join, "
               "where the network is much larger than the machine's caches and it can stay "
               "in them for longer so; none = the network is one; or how many of about "
               "equal size. No result depends on it.",
               "", or_words(integer(1, kMaxSwitches), {"auto", "none"}), "auto"),
           key("regions_file",
               "Instead: text file with a line `SWITCH REGION` for each switch, its name and the "
               "number of its region. A relative path starts at the folder of the configuration "
               "file.",
               "", text()),
           optional_key(
               "threads",
               "Threads that run the regions, at the same time; auto = as many as the machine has "
               "cores, if there is enough to do for each. No result depends on it.",
               "", or_words(integer(1, kMostThreads), {"auto"}), network.threads),
           optional_key("idle_skipping",
                        "Pass over cycles in which a switch has nothing to do. No result depends "
                        "on it.",
                        "", boolean(), network.idle_skipping),
           optional_key("shuffle",
                        "Order of the modules: 0 = as in the netlist, else a seed. No result "
                        "depends on it.",
                        "", integer(0, kLargestInteger), network.shuffle),
           optional_key("check_invariants",
                        "Check credit bounds, buffer capacities and VC order at every flit; "
                        "always on in debug builds.",
                        "", boolean(), network.check_invariants),
           optional_key("specialised",
                        "Use the switch core that was compiled for this configuration where there "
                        "is one. No result depends on it.",
                        "", boolean(), network.specialised),
           optional_key("mixed_cores",
                        "Every other switch runs on the general core, and the others each on the "
                        "narrowest that has their channels: links between switches of different "
                        "kinds, for tests. No result depends on it.",
                        "", boolean(), network.mixed_cores),
           optional_key("stall_probability",
                        "Probability that an output may not start a flit in a cycle: random "
                        "stalls, for tests.",
                        "", real(0, kMostStallProbability), network.stall_probability),
           derived_key("hop_factor",
                       "How many times the longest way of the routing function a packet may take "
                       "before the run fails because it goes in circles. To destinations where a "
                       "table may lead in circles, its longest way is the longest of the shortest "
                       "ways by the table.",
                       "", integer(1, kMostHopFactor),
                       fmt::format("{} with routing function {} or with RTL in place of the "
                                   "model, else {}",
                                   kOwnHopFactor, joined(functions_from_files(), " or "),
                                   network.hop_factor)),
           optional_key("watchdog",
                        "Cycles after which, and at the end, the run is looked at for a deadlock: "
                        "packets that wait for each other in a cycle, whether others move or not "
                        "(not where links fail while it runs), or flits in a network in which "
                        "nothing has moved. 0 = never.",
                        "cycles", integer(0, kLongestRun), network.watchdog),
           optional_key("memory_limit",
                        "Most memory of a run. What it takes at least is estimated before, and the "
                        "run refused if that is more. machine: what the machine has, or allows the "
                        "program. No result depends on it.",
                        "MiB", or_words(integer(1, kMostMebibytes), {"machine"}), "machine")}));
}

/// Per switch the number of its region.
std::vector<int> read_regions_file(const std::string& path, const Netlist& netlist) {
  std::map<std::string, SwitchId> switches;
  for (SwitchId id = 0; id < netlist.switches.size(); ++id)
    switches[netlist.switches[id].name] = id;
  std::vector<int> regions(netlist.switches.size(), -1);
  for_each_line(path, [&](const TextLine& line) {
    const auto fail = [&](const std::string& message) {
      throw Error(fmt::format("{}: {}", line.place, message));
    };
    if (line.words.size() != 2) fail("allowed: SWITCH REGION");
    const auto found = switches.find(line.words[0]);
    if (found == switches.end()) fail(fmt::format("the network has no switch '{}'", line.words[0]));
    const std::optional<int> region = parse_number(line.words[1]);
    if (!region) {
      fail(fmt::format("region '{}'; allowed: a number from 0 to 999999999", line.words[1]));
    }
    int& to = regions[found->second];
    if (to >= 0) fail(fmt::format("switch '{}' is in region {} already", line.words[0], to));
    to = *region;
  });
  const auto without = std::find(regions.begin(), regions.end(), -1);
  if (without != regions.end()) {
    throw Error(
        fmt::format("{}: switch '{}' has no region", path,
                    netlist.switches[static_cast<std::size_t>(without - regions.begin())].name));
  }
  return regions;
}

/// What says how good results are. Without it, nothing of it is in the resolved configuration.
void read_precision(Reader& reader, json& from) {
  RunConfig& run = reader.config().run;
  if (from.contains("precision")) run.precision = from.at("precision").get<double>();
  for (const char* const name : {"confidence", "at_most"}) {
    if (!run.judged() && from.contains(name)) {
      reader.fail(key_path("simulation", name),
                  "there is nothing that it is for; allowed: beside simulation.precision or "
                  "simulation.warmup: auto");
    }
  }
  if (!run.judged()) return;
  if (!from.contains("confidence")) from["confidence"] = run.confidence;
  if (!from.contains("at_most")) from["at_most"] = run.at_most;
  run.confidence = from.at("confidence");
  run.at_most = from.at("at_most");
  if (run.at_most <= run.warmup + run.measure) {
    reader.fail(key_path("simulation", "at_most"),
                fmt::format("{} cycles are over before what is measured at least; allowed: more "
                            "than warmup and measure, {}",
                            run.at_most, run.warmup + run.measure));
  }
}

void read_memory_limit(Reader& reader) {
  const KeyPath here = key_path("simulation", "memory_limit");
  Config& config = reader.config();
  const json limit = reader.read_ahead(here);
  if (limit.is_number()) config.run.memory_limit = limit.get<std::uint64_t>() << 20;
  config.memory_place = reader.document().place(here);
}

void read_simulation(Reader& reader) {
  json& from = reader.section("simulation");
  if (!from.at("seeds").is_array()) from["seeds"] = json::array({from.at("seeds")});
  RunConfig& run = reader.config().run;
  run.auto_warmup = from.at("warmup") == kAuto;
  run.warmup = run.auto_warmup ? 0 : from.at("warmup").get<Cycle>();
  run.measure = from.at("measure");
  read_precision(reader, from);
  run.drain = from.at("drain");
  run.seeds = from.at("seeds").get<std::vector<std::uint64_t>>();
  run.stationary_bound = from.at("stationary_bound");
  run.samples.interval = from.at("sample_interval");
  run.samples.by = choose(kSampleBy, from.at("sample_by"));
  run.samples.quartiles = from.at("sample_quartiles");
  if (run.samples.interval == 0) {
    const auto needs_interval = [&](const char* name) {
      reader.fail(key_path("simulation", name),
                  "there is no time series; allowed: beside a simulation.sample_interval");
    };
    if (run.samples.by != SampleSettings::By::kArrival) needs_interval("sample_by");
    if (run.samples.quartiles) needs_interval("sample_quartiles");
  }
  run.counters = from.at("counters").get<std::vector<std::string>>();
  run.counter_interval = from.at("counter_interval");
  run.completion_limit = from.at("completion_limit");
  SimulationConfig& to = reader.config().network.simulation;
  to.seed = run.seeds.front();
  to.quantum = from.at("quantum");
  to.threads = from.at("threads").is_number() ? from.at("threads").get<int>() : 0;
  to.idle_skipping = from.at("idle_skipping");
  to.shuffle = from.at("shuffle");
  to.check_invariants = from.at("check_invariants");
  to.specialised = from.at("specialised");
  to.mixed_cores = from.at("mixed_cores");
  to.stall_probability = from.at("stall_probability");
  to.watchdog = from.at("watchdog");
}

void read_regions(Reader& reader) {
  const json& from = reader.section("simulation");
  Config& config = reader.config();
  SimulationConfig& to = config.network.simulation;
  const json& regions = from.at("regions");
  const bool named = from.contains("regions_file");
  if (regions.is_number()) {
    to.regions = regions.get<int>();
    if (static_cast<std::size_t>(to.regions) > config.netlist.switches.size()) {
      reader.fail(key_path("simulation", "regions"),
                  fmt::format("{} regions of {} switches; allowed: up to one for each", to.regions,
                              config.netlist.switches.size()));
    }
  } else {
    to.regions = regions == "none" ? 1 : 0;
  }
  if (!named) return;
  const KeyPath here = key_path("simulation", "regions_file");
  if (to.regions != 0) {
    reader.fail(here, fmt::format("does not go together with simulation.regions: {}; allowed: one "
                                  "of them",
                                  regions.is_number() ? std::to_string(to.regions) : "none"));
  }
  const std::string file = reader.input_file(here, from.at("regions_file").get<std::string>());
  reader.located(here, [&] { to.region_of = read_regions_file(file, config.netlist); });
}

void check_counters(Reader& reader) {
  const Config& config = reader.config();
  const std::vector<std::string> allowed =
      readable_counters(reader.loaded().routing().register_set());
  for (std::size_t i = 0; i < config.run.counters.size(); ++i) {
    const std::string& name = config.run.counters[i];
    if (std::find(allowed.begin(), allowed.end(), name) != allowed.end()) continue;
    reader.fail(
        key_path("simulation", "counters").element(i),
        fmt::format("switches with routing.function {} have no register {}; allowed: "
                    "{}",
                    config.routing_function, name, allowed.empty() ? "none" : joined(allowed)));
  }
}

void read_hop_factor(Reader& reader) {
  const Config& config = reader.config();
  json& from = reader.section("simulation");
  int& to = reader.config().network.simulation.hop_factor;
  const auto& entry = RoutingFunctionRegistry::instance().find(config.routing_function);
  const bool own = entry.ways_from_file ||
                   (!config.rtl.blocks.empty() && config.rtl.mode == RtlConfig::Mode::kReplace);
  if (!from.contains("hop_factor")) from["hop_factor"] = own ? kOwnHopFactor : to;
  to = from.at("hop_factor");
}

/// What a run whose end is not known before may have, so that it comes to a steady state.
void check_settles(const Reader& reader, bool open) {
  const Config& config = reader.config();
  const KeyPath here = key_path("simulation", config.run.precision ? "precision" : "warmup");
  const auto fail = [&](const char* what) {
    reader.fail(here, fmt::format("{}, so that there is no mean to which the run settles; allowed: "
                                  "traffic of one phase that does not end, without faults while it "
                                  "runs; or a given warm-up and length",
                                  what));
  };
  if (!open) fail("the traffic ends");
  if (config.traffic.phases.size() > 1) fail("the traffic has several phases");
  const auto later = [](const FaultConfig& fault) { return fault.cycle > 0; };
  if (std::any_of(config.faults.begin(), config.faults.end(), later)) {
    fail("links fail while it runs");
  }
  if (config.run.drain > 0) {
    reader.fail(key_path("simulation", "drain"),
                fmt::format("{} cycles, but when the sources of this run stop is not known before; "
                            "allowed: 0, or a given warm-up and length",
                            config.run.drain));
  }
}

/// Runs that end by themselves are bounded by their limit.
void check_run_length(const Reader& reader) {
  const Config& config = reader.config();
  const RunConfig& run = config.run;
  const bool open = config.traffic.kind == TrafficConfig::Kind::kOpen ||
                    config.traffic.kind == TrafficConfig::Kind::kRequestReply;
  if (run.judged()) check_settles(reader, open);
  const Cycle cycles = open ? run.longest() + run.drain : run.completion_limit;
  const SampleSettings& samples = run.samples;
  // How long the others really take is seen when they do.
  if (open && samples.interval > 0) {
    require_few(reader, "sample_interval", samples.interval, cycles);
  }
  if (open && !run.counters.empty()) {
    require_few(reader, "counter_interval", run.counter_interval, cycles);
  }
  if (cycles <= kLongestRun) return;
  std::pair<Cycle, const char*> longest = {run.warmup, "warmup"};
  longest = std::max({longest, {run.measure, "measure"}, {run.drain, "drain"}});
  reader.fail(key_path("simulation", longest.second),
              fmt::format("warmup, measure and drain are {} cycles; allowed: up to {} in all",
                          cycles, kLongestRun));
}

void check_quantum(Reader& reader) {
  Config& config = reader.config();
  const RoutingFunction* routing = reader.loaded().made_routing();
  const Lookahead lookahead(config.netlist, config.network,
                            routing == nullptr ? StatusBroadcast() : routing->status_broadcast(),
                            reacts(config.traffic.kind));
  config.longest_quantum = lookahead.quantum();
  config.most_threads = lookahead.most_threads(config.network.simulation.region_of);
  config.most_threads_because = lookahead.shared_by();
  const KeyPath threads = key_path("simulation", "threads");
  if (const auto problem = find_problem_of_threads(config)) reader.fail(threads, *problem);
  const int quantum = config.network.simulation.quantum;
  if (quantum <= config.longest_quantum) return;
  const KeyPath here = key_path("simulation", "quantum");
  if (config.network.nic.acknowledges()) {
    reader.fail(here, fmt::format("{} cycles do not go together with nic.reorder_buffer, "
                                  "whose acknowledgements are seen in the next cycle; "
                                  "allowed: 0, 1",
                                  quantum));
  }
  reader.fail(here, fmt::format("{} cycles are longer than this network and its traffic allow; "
                                "allowed: 0 to {}",
                                quantum, config.longest_quantum));
}

}  // namespace sim
}  // namespace netloom
