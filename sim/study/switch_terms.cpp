#include "sim/study/switch_terms.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "routing/base/bits.h"

namespace netloom {
inline namespace sim {
namespace {

double width_of(int count) {
  return static_cast<double>(bits_for(static_cast<std::uint64_t>(std::max(count, 1))));
}

/// Of route_unit, as its parameter Route says.
enum Route {
  kInterval,
  kGrid,
  kMinimal,
  kDestro,
  kRuft,
  kFir,
  kExclusionIntervals,
  kTable,
  kInTransit,
  kForwarding
};

/// How the sizes of a switch are called in this file.
class Sizes {
 public:
  explicit Sizes(const ElaboratedSwitch& of)
      : of_(of),
        ports(of.ports()),
        vcs(1 << of.value("VcShift")),
        channels(ports * vcs),
        full(of.value("Full") == 1),
        sides(full ? channels : ports),
        side_vcs(full ? 1 : vcs),
        iterations(of.value("Iterations")),
        phit(of.value("PhitWidth")),
        speedup(of.value("Speedup")),
        worms(of.value("LargestPacket") > of.value("LargestFlit")),
        phits_bits(width_of(of.value("LargestFlit") + 1)),
        credit_bits(width_of(of.value("MostPhits") + 1)),
        node_bits(width_of(of.value("Hosts"))),
        route(of.value("Route")) {
    for (int p = 0; p < ports; ++p) inputs += input_vcs(p) > 0 ? 1 : 0;
  }

  int of(const char* name) const { return of_.value(name); }
  int input_vcs(int port) const { return of_.of_port("InputVcs", port); }
  int output_vcs(int port) const { return of_.of_port("OutputVcs", port); }
  int input_phits(int port) const { return of_.of_port("InputPhits", port); }
  int output_phits(int port) const { return of_.of_port("OutputPhits", port); }
  int buffer_phits(int port) const { return of_.of_port("BufferPhits", port); }
  int size_of_dimension(int dimension) const { return of_.of_port("Sizes", dimension); }
  double fill_weight(int port) const { return of_.of_port("FillWeights", port); }

 private:
  const ElaboratedSwitch& of_;

 public:
  int ports, vcs, channels;
  bool full;
  int sides;  ///< inputs of the crossbar, and outputs
  int side_vcs;
  int iterations;
  double phit;  ///< bits
  int speedup;
  bool worms;
  double phits_bits, credit_bits, node_bits;
  int route;
  int inputs = 0;  ///< ports at which packets enter
};

PartTerms input_ports(const Sizes& of) {
  double heads = 0, places = 0, lanes = 0, phits = 0, queue = 0;
  for (int p = 0; p < of.ports; ++p) {
    const int vcs = of.input_vcs(p);
    if (vcs == 0) continue;
    const double place_bits = width_of(of.input_phits(p));
    const int each = of.full ? vcs : 1;
    heads += vcs * of.channels * (of.worms ? 2 : 1);
    places += vcs * place_bits;
    lanes += each * vcs * (place_bits + of.phits_bits);
    // What is routed comes from the pins or the buffer, and so does what crosses in its first
    // cycle.
    const bool passes = of.speedup > 1 || of.worms;
    phits += of.phit * (1 + each * ((passes ? 1 : 0) + of.speedup - 1));
    queue += vcs * vcs * width_of(vcs);
  }
  return {"input_port",
          {"input_port", "routing_queue"},
          {{"input ports", static_cast<double>(of.inputs)},
           {"VCs x output channels", heads},
           {"VCs x bits of a place", places},
           {"crossbar inputs x VCs x bits of a place and size", lanes},
           {"phit bits chosen", phits},
           {"VCs^2 x bits of a VC", queue}}};
}

PartTerms output_ports(const Sizes& of) {
  double counters = 0, adders = 0;
  for (int p = 0; p < of.ports; ++p) {
    if (of.output_phits(p) == 0) continue;
    counters += of.output_vcs(p) * of.credit_bits;
    adders += of.output_vcs(p) * of.phits_bits;
  }
  return {"output_port",
          {"output_port"},
          {{"VCs x credit bits", counters}, {"VCs x bits of a size", adders}}};
}

PartTerms output_buffers(const Sizes& of) {
  double ports = 0, places = 0, phits = 0;
  for (int p = 0; p < of.ports; ++p) {
    const int vcs = of.output_vcs(p);
    if (vcs == 0 || of.buffer_phits(p) == 0) continue;
    ports += 1;
    places += vcs * (width_of(of.buffer_phits(p)) + of.credit_bits);
    phits += vcs * of.phit * of.speedup;
  }
  return {"output_buffer",
          {"output_buffer", "output_queue"},
          {{"output ports", ports},
           {"VCs x bits of a place and credits", places},
           {"VCs x phits x phit bits", phits}}};
}

PartTerms crossbar(const Sizes& of) {
  const double stage = of.speedup * (of.phit + 1) + 4 + width_of(of.vcs) + of.phits_bits;
  const double sides = of.sides;
  return {"crossbar",
          {"crossbar"},
          {{"outputs x inputs x stage bits", sides * sides * stage},
           {"outputs x delay x stage bits", sides * stage * of.of("Delay")},
           {"outputs x inputs x bits of an input", sides * sides * width_of(of.sides)}}};
}

PartTerms allocator(const Sizes& of) {
  const double heads = of.channels;
  const double pairs = heads * of.channels;
  const double matches = static_cast<double>(of.iterations) * of.sides * heads;
  const bool sized = of.of("OneSize") == 0;
  const bool output_first = of.of("Allocator") > 0;
  const bool yields = of.of("TransitPriority") == 1;
  return {
      "switch_allocator",
      {"switch_allocator", "allocator_iteration"},
      {{"heads x channels", pairs},
       {"heads x channels x credit bits, flits of any size", sized ? pairs * of.credit_bits : 0},
       {"channels", heads},
       {"heads x channels, of worms", of.worms ? pairs : 0},
       {"iterations x heads x channels", of.iterations * pairs},
       {"iterations x heads x channels, output first", output_first ? of.iterations * pairs : 0},
       {"iterations x outputs x heads x bits of a head", matches * width_of(of.channels)},
       {"iterations x outputs x heads, cyclic", of.of("Selection") == 1 ? matches : 0},
       {"iterations x outputs x heads, transit priority", yields ? matches : 0}}};
}

/// Searches among requesters: round-robin arbiters, and selections that search.
PartTerms arbiters(const Sizes& of) {
  double requests = 0, encoders = 0, pointers = 0, orders = 0;
  // Among one there is nothing to search.
  const auto search = [&](double instances, int requesters) {
    if (requesters < 2) return;
    requests += instances * requesters;
    encoders += instances * requesters * width_of(requesters);
  };
  const auto arbiter = [&](double instances, int requesters) {
    if (requesters < 2) return;
    if (of.of("Arbiter") == 1) {
      orders += instances * requesters * requesters;
    } else {
      search(instances, requesters);
      pointers += instances * width_of(requesters);
    }
  };
  const double iterations = of.iterations;
  arbiter(iterations * of.sides, of.side_vcs);
  double outputs = 0;
  for (int p = 0; p < of.ports; ++p) {
    const bool lanes = of.full && of.buffer_phits(p) > 0;
    outputs += lanes ? of.vcs : 1;
    if (of.buffer_phits(p) > 0 && of.output_vcs(p) > 0) arbiter(1, of.output_vcs(p));
  }
  arbiter(iterations * outputs, of.channels);
  if (of.of("Selection") < 2) {
    search(iterations * (of.of("Allocator") == 0 ? of.sides : of.channels), of.channels);
  }
  return {"arbiters",
          {"switch_arbiter", "rr_arbiter", "lrs_arbiter", "cyclic_search"},
          {{"requesters", requests},
           {"requesters x bits of a requester", encoders},
           {"bits of pointers", pointers},
           {"requesters^2, least recently served", orders}}};
}

/// Of MISROUTE_FACTOR.
constexpr double kFactorBits = 16;

bool is_restricted(const Sizes& of) {
  return of.of("CongestionRule") == 1;
}

/// Global links that packets may not always leave.
double restricted_links(const Sizes& of) {
  if (!is_restricted(of)) return 0;
  double links = 0;
  for (int p = of.of("Concentration") + of.of("GroupSize") - 1; p < of.ports; ++p) {
    links += of.output_vcs(p) > 0 ? 1 : 0;
  }
  return links;
}

/// Of what is queued at them together.
double bits_of_a_sum(const Sizes& of) {
  return of.credit_bits + 1 + width_of(static_cast<int>(restricted_links(of)));
}

/// Of what in-transit routing compares with the threshold; 0 with other routing.
double bits_of_a_fill(const Sizes& of) {
  if (of.route != kInTransit) return 0;
  double most = 1;
  for (int p = 0; p < of.ports; ++p) {
    most = std::max(most, of.fill_weight(p) * (of.output_phits(p) + of.buffer_phits(p)));
  }
  return width_of(static_cast<int>(std::min(255 * most + 1, 2e9)));
}

PartTerms selection(const Sizes& of) {
  const double selections =
      static_cast<double>(of.iterations) * (of.of("Allocator") == 0 ? of.sides : of.channels);
  const double searched = selections * of.channels;
  const bool random = of.of("Selection") == 3;
  const double fill_bits = bits_of_a_fill(of);
  const double heads = static_cast<double>(of.iterations) * of.channels;
  const double links = restricted_links(of);
  const double restrictions = links > 0 ? static_cast<double>(of.iterations) * of.vcs : 0;
  const double sum_bits = bits_of_a_sum(of);
  return {"output_selection",
          {"output_selection", "switch_random", "misrouting_trigger", "misrouting_restriction",
           "queue_fill"},
          {{"selections x channels x credit bits",
            of.of("Selection") == 2 ? searched * of.credit_bits : 0},
           {"selections x channels, random", random ? searched : 0},
           {"selections, random", random ? selections : 0},
           {"heads x channels x bits of a fill", heads * of.channels * fill_bits},
           {"channels x bits of a fill^2", heads * fill_bits * fill_bits},
           {"heads x channels x bits of a fill, restricted",
            links > 0 ? heads * of.channels * fill_bits : 0},
           {"VCs x bits of a factor x bits of a sum, restricted",
            restrictions * kFactorBits * sum_bits},
           {"links x VCs x bits compared, restricted",
            restrictions * links * (kFactorBits + sum_bits)}}};
}

double register_words(const Sizes& of) {
  const double ports = of.ports;
  double words = 2 + 2 * ports + ports * of.vcs;
  if (of.route == kInterval) words += 2 * ports;
  if (of.route == kFir) words += (3 + of.of("Operand") + (of.ports + 31) / 32) * ports;
  if (of.route == kExclusionIntervals) {
    words += 2 * ports + 3.0 * of.of("UpPorts") * of.of("Exclusions");
  }
  if (of.of("Davc") == 1) words += 1 + 3 * ports;
  if (of.route == kInTransit) words += is_restricted(of) ? 4 : 2;
  return words;
}

PartTerms register_bank(const Sizes& of) {
  const double words = register_words(of);
  // Of a forwarding table it tells where it begins and ends; its words are decoded where they are.
  double table_bits = 0;
  if (of.route == kForwarding) {
    table_bits = width_of(static_cast<int>(words) + of.of("Hosts"));
  }
  return {"register_bank",
          {"register_bank"},
          {{"switch", 1},
           {"words", words},
           {"words x bits of an address", words * width_of(static_cast<int>(words))},
           {"channels x credit bits", of.channels * of.credit_bits},
           {"bits of an address, forwarding registers", table_bits}}};
}

PartTerms top(const Sizes& of) {
  const double sides = of.sides;
  double buffered = 0;
  for (int p = 0; p < of.ports; ++p) {
    if (of.buffer_phits(p) > 0) buffered += of.output_vcs(p) * of.credit_bits;
  }
  return {"netloom_switch",
          {"netloom_switch"},
          {{"switch", 1},
           {"input ports", static_cast<double>(of.inputs)},
           {"input ports, links that fail",
            of.of("Failing") == 1 ? static_cast<double>(of.inputs) : 0},
           {"outputs^2 x VCs", sides * sides * of.vcs},
           {"VCs x credit bits, output buffers", buffered},
           {"channels x bits of a VC, in transit",
            of.route == kInTransit ? of.channels * width_of(of.vcs) : 0}}};
}

bool is_power_of_two(int size) {
  return (size & (size - 1)) == 0;
}

/// By how many sizes that are no power of two the number of a node is divided: of dimensions, or of
/// the parts of a dragonfly.
int divisions(const Sizes& of) {
  int result = 0;
  if (of.route == kGrid) {
    for (int d = 0; d < of.of("Dimensions"); ++d) {
      result += is_power_of_two(of.size_of_dimension(d)) ? 0 : 1;
    }
  } else if (of.route == kMinimal || of.route == kInTransit) {
    result = (is_power_of_two(of.of("Concentration")) ? 0 : 1) +
             (is_power_of_two(of.of("GroupSize")) ? 0 : 1);
  }
  return result;
}

PartTerms routing(const Sizes& of) {
  const double inputs = of.inputs;
  const double ports = inputs * of.ports;
  const double channels = inputs * of.channels;
  const double nodes = of.node_bits;
  PartTerms result;
  result.terms = {{"input ports", inputs}, {"input ports x ports", ports}};
  const auto add = [&](const char* name, double value) { result.terms.push_back({name, value}); };
  add("input ports x channels, DAVC", of.of("Davc") == 1 ? channels : 0);
  switch (of.route) {
    case kInterval:
    case kFir:
    case kExclusionIntervals: {
      const bool fir = of.route == kFir;
      const bool exclusions = of.route == kExclusionIntervals;
      result.part = "routing, intervals";
      result.modules = {"tree_route", "port_registers", "interval_match",
                        fir          ? "fir_router"
                        : exclusions ? "ft2ei_router"
                                     : "ir_router",
                        fir          ? "fir_port"
                        : exclusions ? "ft2ei_port"
                                     : "ir_port"};
      const double excluded = exclusions ? inputs * of.of("UpPorts") * of.of("Exclusions") : 0;
      add("input ports x intervals x node bits", (ports + excluded) * nodes);
      add("input ports x ports x node bits, FIR", fir ? ports * nodes : 0);
      add("input ports x ports^2, FIR", fir ? ports * of.ports : 0);
      add("input ports x ports x node bits, operands",
          fir && of.of("Operand") == 1 ? ports * nodes : 0);
      break;
    }
    case kDestro:
    case kRuft:
      result.part = of.route == kDestro ? "routing, DESTRO" : "routing, RUFT";
      result.modules = {"tree_route", of.route == kDestro ? "destro_route" : "ruft_route",
                        "stage_digit"};
      add("input ports x node bits x bits of their number",
          inputs * nodes * width_of(static_cast<int>(nodes)));
      break;
    case kGrid: {
      result.part = "routing, dimension order";
      result.modules = {"grid_route", "grid_destination", "dor_route", "iodet_vc", "modulo"};
      const double coordinates = of.of("Dimensions") * of.of("CoordinateWidth");
      add("input ports x channels", channels);
      add("input ports x dimensions x coordinate bits", inputs * coordinates);
      // The way around the ring is calculated for the dimension that is travelled.
      add("input ports x coordinate bits", inputs * of.of("CoordinateWidth"));
      add("input ports x node bits^2, divided by sizes", inputs * nodes * nodes * divisions(of));
      add("input ports x coordinate bits, IODET", of.of("VcRule") == 2 ? inputs * coordinates : 0);
      break;
    }
    case kMinimal:
    case kInTransit: {
      const bool minimal = of.route == kMinimal;
      result.part =
          minimal ? "routing, minimal in dragonflies" : "routing, in transit in dragonflies";
      result.modules = {"dragonfly_min"};
      if (!minimal) {
        for (const char* const each :
             {"in_transit_route", "in_transit_state", "parity_sign", "parity_sign_pair", "olm_vc",
              "local_hop", "misrouting_registers"}) {
          result.modules.emplace_back(each);
        }
      }
      add("input ports x channels", channels);
      add("input ports x groups x ports", ports * of.of("Groups"));
      add("bits of registers, restricted", is_restricted(of) ? 2 * kFactorBits : 0);
      add("input ports x node bits^2, divided by sizes", inputs * nodes * nodes * divisions(of));
      break;
    }
    case kTable:
      result.part = "routing, forwarding table";
      result.modules = {"table_route"};
      // The port that the selection prefers is behind a shifter of a node number; and a number that
      // no host has is told from the others where there is one.
      add("input ports x node bits x bits of a port", inputs * nodes * width_of(of.ports));
      add("input ports x (ports and VCs), hosts no power of two",
          (of.of("Hosts") & (of.of("Hosts") - 1)) != 0 ? inputs * (of.ports + of.vcs) : 0);
      break;
    case kForwarding: {
      result.part = "routing, forwarding registers";
      result.modules = {"forwarding_registers"};
      const double bits = of.of("Hosts") * width_of(of.ports + 1);
      // All of them are written, and read by the register bank, and for each port.
      add("bits of the table", bits);
      add("ports x bits of the table", of.ports * bits);
      add("input ports x node bits x bits of a port", inputs * nodes * width_of(of.ports));
      break;
    }
    default:
      throw std::logic_error("a switch has a routing function that nobody knows");
  }
  result.modules.insert(result.modules.begin(), "route_unit");
  return result;
}

/// Of links that fail.
PartTerms detour(const Sizes& of) {
  double heads = 0;
  for (int p = 0; p < of.ports; ++p) heads += of.input_vcs(p);
  const bool is = of.of("Failing") == 1;
  return {"detour",
          {"detour"},
          {{"input ports x ports", is ? static_cast<double>(of.inputs) * of.ports : 0},
           {"heads x channels", is ? heads * of.channels : 0}}};
}

PartTerms davc(const Sizes& of) {
  const double ports = static_cast<double>(of.inputs) * of.ports;
  const bool is = of.of("Davc") == 1;
  return {
      "routing, DAVC",
      {"davc_vc", "davc_port", "davc_rule"},
      {{"input ports x ports", is ? ports : 0},
       {"input ports x ports x bits of a switch", is ? ports * width_of(of.of("Switches")) : 0}}};
}

}  // namespace

std::vector<PartTerms> part_terms(const ElaboratedSwitch& of) {
  const Sizes sizes(of);
  std::vector<PartTerms> parts = {routing(sizes),        davc(sizes),          detour(sizes),
                                  input_ports(sizes),    output_ports(sizes),  crossbar(sizes),
                                  output_buffers(sizes), allocator(sizes),     arbiters(sizes),
                                  selection(sizes),      register_bank(sizes), top(sizes)};
  parts.erase(std::remove_if(parts.begin(), parts.end(),
                             [](const PartTerms& part) {
                               return std::all_of(
                                   part.terms.begin(), part.terms.end(),
                                   [](const SizeTerm& term) { return term.value == 0; });
                             }),
              parts.end());
  return parts;
}

std::vector<SizeTerm> path_terms(const ElaboratedSwitch& of) {
  const Sizes sizes(of);
  const double iterations = sizes.iterations;
  int depth = 1;
  bool buffered = false;
  for (int p = 0; p < sizes.ports; ++p) {
    depth = std::max(depth, sizes.input_phits(p));
    buffered = buffered || sizes.buffer_phits(p) > 0;
  }
  const bool in_cycle = sizes.of("RoutingDelay") == 1;  // the head is routed behind the grant
  const bool compares =
      sizes.route == kInterval || sizes.route == kFir || sizes.route == kExclusionIntervals;
  const bool calculates =
      sizes.route == kGrid || sizes.route == kMinimal || sizes.route == kInTransit;
  return {{"switch", 1},
          {"credit bits", sizes.credit_bits},
          {"output buffer", buffered ? 1.0 : 0.0},
          {"iterations x bits of a channel", iterations * width_of(sizes.channels)},
          {"iterations x channels, most credits",
           sizes.of("Selection") == 2 ? iterations * sizes.channels : 0},
          {"bits of a place in a buffer", in_cycle ? width_of(depth * sizes.vcs) : 0},
          {"node bits, compared", in_cycle && compares ? sizes.node_bits : 0},
          {"node bits, calculated with", in_cycle && calculates ? sizes.node_bits : 0},
          {"node bits, divided by sizes", in_cycle && divisions(sizes) > 0 ? sizes.node_bits : 0},
          {"bits of a fill, in transit", bits_of_a_fill(sizes)},
          {"bits of a factor and a sum, restricted",
           restricted_links(sizes) > 0 ? kFactorBits + bits_of_a_sum(sizes) : 0},
          {"node bits, looked up", in_cycle && sizes.route == kForwarding ? sizes.node_bits : 0},
          {"forwarding table", in_cycle && sizes.route == kTable ? 1.0 : 0.0},
          {"bits of a switch, DAVC",
           in_cycle && sizes.of("Davc") == 1 ? width_of(sizes.of("Switches")) : 0}};
}

std::vector<SizeTerm> switch_sizes(const ElaboratedSwitch& of) {
  const Sizes sizes(of);
  int depth = 1;
  for (int p = 0; p < sizes.ports; ++p) depth = std::max(depth, sizes.input_phits(p));
  return {{"ports", static_cast<double>(sizes.ports)},
          {"VCs", static_cast<double>(sizes.vcs)},
          {"phit bits", sizes.phit},
          {"input buffer", static_cast<double>(depth)},
          {"hosts", static_cast<double>(sizes.of("Hosts"))},
          {"hosts, forwarding registers",
           sizes.route == kForwarding ? static_cast<double>(sizes.of("Hosts")) : 0},
          {"iterations", static_cast<double>(sizes.iterations)},
          {"links that fail", static_cast<double>(sizes.of("Failing"))},
          {"restricted misrouting", is_restricted(sizes) ? 1.0 : 0.0},
          {"transit priority", static_cast<double>(sizes.of("TransitPriority"))}};
}

}  // namespace sim
}  // namespace netloom
