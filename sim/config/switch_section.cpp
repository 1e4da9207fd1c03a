#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/config_check.h"
#include "routing/base/types.h"
#include "routing/decision/routing_delay.h"
#include "routing/netlist/latency.h"
#include "sim/config/choice.h"
#include "sim/config/reader.h"
#include "sim/config/schema_parts.h"
#include "sim/config/sections.h"

namespace netloom {
inline namespace sim {
namespace {

using namespace schema;
using nlohmann::json;

/// Phits of an input buffer that holds two flits.
constexpr int kDefaultInputBuffer = 80;
/// Chien's model: of delays in any unit.
constexpr double kLongestDelayOfModel = 1e9;

constexpr Choice<Switching> kSwitching[] = {{"vct", Switching::kVirtualCutThrough},
                                            {"wormhole", Switching::kWormhole},
                                            {"store_and_forward", Switching::kStoreAndForward}};
constexpr Choice<RoutingUnits> kRoutingUnits[] = {{"port", RoutingUnits::kPort},
                                                  {"switch", RoutingUnits::kSwitch}};
constexpr Choice<CrossbarKind> kCrossbar[] = {{"multiplexed", CrossbarKind::kMultiplexed},
                                              {"full", CrossbarKind::kFull}};
constexpr Choice<AllocatorKind> kAllocator[] = {
    {"separable_input_first", AllocatorKind::kSeparableInputFirst},
    {"separable_output_first", AllocatorKind::kSeparableOutputFirst},
    {"islip", AllocatorKind::kIslip}};
constexpr Choice<ArbiterKind> kArbiter[] = {
    {"round_robin", ArbiterKind::kRoundRobin},
    {"least_recently_served", ArbiterKind::kLeastRecentlyServed},
    {"age", ArbiterKind::kAge},
    {"random", ArbiterKind::kRandom}};

/// Cycles, or Chien's model of the delay.
ValueSchema routing_delay_value() {
  const ChienDelay defaults;
  ValueSchema value = integer(0, kLongestLatency);
  value.map =
      map_of(std::vector<KeySchema>{
                 optional_key("base", "Delay of a head with one routing option.", "cycles",
                              integer(0, kLongestLatency), defaults.base),
                 optional_key("constant", "Share of the routing function in it, in any unit.", "",
                              real(0, kLongestDelayOfModel, true), defaults.constant),
                 optional_key("selection",
                              "What each doubling of the options adds, in the unit of constant.",
                              "", real(0, kLongestDelayOfModel), defaults.selection),
                 derived_key("options",
                             "Routing options F: the most pairs of output port and VC that a head "
                             "has to choose among.",
                             "", integer(1, kMaxPorts * kMaxVirtualChannels),
                             "what the routing function says")})
          .map;
  return value;
}

KeySchema crossbar_keys(const SwitchConfig& defaults) {
  return section(
      "crossbar", "The crossbar.",
      map_of({optional_key("kind",
                           "multiplexed: one VC of a port crosses per cycle. full: every input VC "
                           "has its own crossbar input and every output VC its own output.",
                           "", one_of(kCrossbar), name_of(kCrossbar, defaults.crossbar)),
              optional_key("delay", "Crossbar delay X, from the grant to the output.", "cycles",
                           integer(1, kLongestLatency), defaults.crossbar_delay),
              optional_key("speedup",
                           "Crossbar speedup S. Without an output buffer the link's rate bounds "
                           "the crossing all the same.",
                           "phits/cycle", integer(1, kHighestSpeedup), defaults.speedup)}));
}

KeySchema allocator_keys(const SwitchConfig& defaults) {
  return section("allocator", "The allocator.",
                 map_of({optional_key("kind", "How inputs are matched to outputs.", "",
                                      one_of(kAllocator), name_of(kAllocator, defaults.allocator)),
                         optional_key("iterations", "Iterations of the allocator per cycle.", "",
                                      integer(1, kMostAllocatorIterations), defaults.iterations),
                         optional_key("arbiter", "The arbiters of which the allocator is made.", "",
                                      one_of(kArbiter), name_of(kArbiter, defaults.arbiter)),
                         optional_key("transit_priority",
                                      "At each output's arbiter, packets that came over a link "
                                      "between switches win against those that are injected.",
                                      "", boolean(), defaults.transit_priority)}));
}

}  // namespace

KeySchema switch_section() {
  const SwitchConfig defaults;
  return section(
      "switch", "What every switch of the network is made of.",
      map_of(
          {optional_key(
               "switching",
               "Flow control: virtual cut-through (a flit is a packet), wormhole (a packet "
               "is several flits), or store-and-forward.",
               "", one_of(kSwitching), name_of(kSwitching, defaults.switching)),
           derived_key("flit_phits",
                       "Size of a flit. Needed for wormhole, and not allowed for anything else.",
                       "phits", integer(1, kLongestPacket), "none"),
           derived_key(
               "input_buffer",
               "Input buffer of each VC: a number, or a map from link kinds to numbers. At "
               "least one flit (vct and store_and_forward: one packet). A kind that the map "
               "leaves out has the default.",
               "phits", per_kind(integer(1, kMostBufferPhits)),
               fmt::format("{}, or two flits (vct and store_and_forward: two packets) where that "
                           "is more",
                           kDefaultInputBuffer)),
           optional_key(
               "output_buffer",
               "Output buffer of each VC: a number, or a map from link kinds to numbers; 0 "
               "= none (input-queued switch), else at least one flit (vct and "
               "store_and_forward: one packet). A kind that the map leaves out has none.",
               "phits", per_kind(integer(0, kMostBufferPhits)), 0),
           optional_key("routing_delay",
                        "Routing delay R, for each head that comes to the front of its VC: a "
                        "number, or a map with Chien's model, base * (constant + selection * log2 "
                        "options) / constant.",
                        "cycles", routing_delay_value(), defaults.routing_delay),
           optional_key(
               "routing_units",
               "Who routes. port: each input port routes one head at a time. switch: one "
               "unit routes the heads of all input ports, one at a time, first come, first "
               "served.",
               "", one_of(kRoutingUnits), name_of(kRoutingUnits, defaults.routing_units)),
           crossbar_keys(defaults), allocator_keys(defaults),
           optional_key("control_priority",
                        "Control packets win every arbitration; what has begun is not interrupted.",
                        "", boolean(), defaults.control_priority),
           parts_keys()}));
}

void read_switch(Reader& reader) {
  json& from = reader.section("switch");
  const int packet_phits = reader.config().traffic.packet_phits;
  SwitchConfig& to = reader.config().network.switches;
  to.switching = choose(kSwitching, from.at("switching"));
  read_parts(reader);
  const bool wormhole = to.switching == Switching::kWormhole;
  if (wormhole) {
    if (!from.contains("flit_phits")) {
      reader.fail(key_path("switch", "switching"),
                  fmt::format("wormhole needs switch.flit_phits; allowed: 1 to {}", packet_phits));
    }
    to.flit_phits = from.at("flit_phits");
  } else if (from.contains("flit_phits")) {
    reader.fail(key_path("switch", "flit_phits"),
                "is for wormhole only; allowed: no such key with switching: " +
                    from.at("switching").get<std::string>());
  }
  const int flit = wormhole ? to.flit_phits : packet_phits;
  const int input_buffer = std::max(kDefaultInputBuffer, 2 * flit);
  if (!from.contains("input_buffer")) from["input_buffer"] = input_buffer;
  to.input_buffer = reader.by_kind(from["input_buffer"], input_buffer);
  to.output_buffer = reader.by_kind(from["output_buffer"], 0);
  if (from.at("routing_delay").is_number()) to.routing_delay = from.at("routing_delay");
  to.routing_units = choose(kRoutingUnits, from.at("routing_units"));
  const json& crossbar = from.at("crossbar");
  to.crossbar = choose(kCrossbar, crossbar.at("kind"));
  to.crossbar_delay = crossbar.at("delay");
  to.speedup = crossbar.at("speedup");
  const json& allocator = from.at("allocator");
  to.allocator = choose(kAllocator, allocator.at("kind"));
  to.iterations = allocator.at("iterations");
  to.arbiter = choose(kArbiter, allocator.at("arbiter"));
  to.transit_priority = allocator.at("transit_priority");
  to.control_priority = from.at("control_priority");
}

void read_routing_delay(Reader& reader) {
  json& from = reader.section("switch")["routing_delay"];
  if (!from.is_object()) return;
  const KeyPath here = key_path("switch", "routing_delay");
  if (!from.contains("options")) {
    const std::optional<int> options = reader.loaded().routing().routing_options();
    if (!options) {
      reader.fail(here, fmt::format("routing.function {} does not say how many options a head "
                                    "has; allowed: options, or a number of cycles",
                                    reader.config().routing_function));
    }
    from["options"] = *options;
  }
  ChienDelay model;
  model.base = from.at("base");
  model.constant = from.at("constant");
  model.selection = from.at("selection");
  model.options = from.at("options");
  const double cycles = routing_delay(model);
  if (cycles > kLongestLatency) {
    reader.fail(here, fmt::format("{:.0f} cycles come out of the model; allowed: 0 to {}", cycles,
                                  kLongestLatency));
  }
  reader.config().network.switches.routing_delay = static_cast<int>(cycles);
}

}  // namespace sim
}  // namespace netloom
