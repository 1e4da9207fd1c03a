#include "routing/function/dragonfly/pb.h"

#include <algorithm>

#include "routing/registers/register_file.h"

namespace netloom {
inline namespace routing {
namespace {

constexpr int kWordBits = SaturationTest::kWordBits;

std::vector<Parameter> pb_parameters() {
  std::vector<Parameter> result = valiant_parameters();
  for (Parameter& each : piggyback_parameters()) result.push_back(std::move(each));
  return result;
}

const RoutingFunctionRegistry::Registration kPb(
    "pb",
    {"Piggybacking in dragonflies: minimal or Valiant, by queues and by which global links of "
     "the group are broadcast as saturated",
     pb_parameters(),
     "ff",
     [](const RoutingContext& context) {
       return std::make_unique<PiggybackRouting>(context, "pb", valiant_rules(context.parameters));
     },
     "ascending",
     {},
     [](const ParameterMap& resolved) { return valiant_vcs(valiant_rules(resolved)); }});

}  // namespace

void SaturationTest::registers_written(const RegisterFile& file) {
  factor_ = file.value("PB_FACTOR", 0);
  offset_ = file.value("PB_OFFSET", 0);
}

void SaturationTest::bits(const DragonflyWays& ways, const CongestionView& view,
                          std::uint32_t* words) const {
  const Dragonfly& topology = ways.topology();
  const auto for_each_link = [&](const auto& action) {
    for (int i = 0; i < topology.h(); ++i) {
      const int port = topology.first_global_port() + i;
      if (topology.group_behind(ways.id(), port) >= 0) action(i, view.phits_behind(port));
    }
  };
  std::int64_t links = 0, sum = 0;
  for_each_link([&](int /*i*/, int phits) {
    ++links;
    sum += phits;
  });
  for (int i = 0; i < topology.h(); i += kWordBits) words[i / kWordBits] = 0;
  for_each_link([&](int i, int phits) {
    // With mean = sum / links and F in percent.
    if (100 * links * phits > factor_ * sum + 100 * links * offset_) {
      words[i / kWordBits] |= std::uint32_t{1} << (i % kWordBits);
    }
  });
}

bool Piggyback::minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
                        const DragonflyGoal& intermediate, const CongestionView& view) const {
  if (destination.group != ways.group() && all_saturated(ways, destination, view)) return false;
  return LocalUgal::minimal(ways, destination, intermediate, view);
}

void Piggyback::publish(const DragonflyWays& ways, const CongestionView& view,
                        std::uint32_t* words) const {
  test_.bits(ways, view, words);
}

void Piggyback::registers_written(const RegisterFile& file) {
  LocalUgal::registers_written(file);
  test_.registers_written(file);
}

std::string Piggyback::explain(const DragonflyWays& ways, const DragonflyGoal& destination,
                               const DragonflyGoal& intermediate,
                               const CongestionView& view) const {
  if (destination.group != ways.group() && all_saturated(ways, destination, view)) {
    return "Valiant: all global links of the minimal path are saturated (PB_FACTOR, PB_OFFSET)";
  }
  return LocalUgal::explain(ways, destination, intermediate, view) +
         "; not all global links of the minimal path are saturated";
}

bool Piggyback::all_saturated(const DragonflyWays& ways, const DragonflyGoal& goal,
                              const CongestionView& view) const {
  bool all = true;
  ways.for_each_global(goal, [&](const DragonflyLinks::GlobalLink& link) {
    const int i = link.port - ways.topology().first_global_port();
    std::uint32_t own[kMaxPorts / kWordBits];
    const std::uint32_t* words = own;
    if (link.position == ways.position()) {
      test_.bits(ways, view, own);
    } else {
      words = view.status(ways.neighbour(link.position),
                          delays_[static_cast<std::size_t>(link.position)]);
    }
    all = all && (words[i / kWordBits] >> (i % kWordBits) & 1) != 0;
  });
  return all;
}

PiggybackRouting::PiggybackRouting(const RoutingContext& context, const std::string& function,
                                   const ValiantRules& rules)
    : UgalRouting(context, function, rules),
      netlist_(*context.netlist),
      ports_(*context.netlist),
      factor_(
          static_cast<std::uint32_t>(integer_parameter(context.parameters, "saturation_factor"))),
      offset_(
          static_cast<std::uint32_t>(integer_parameter(context.parameters, "saturation_offset"))) {}

std::vector<RegisterWrite> PiggybackRouting::register_program(SwitchId switch_id) const {
  std::vector<RegisterWrite> program = UgalRouting::register_program(switch_id);
  program.push_back({"PB_FACTOR", 0, factor_});
  program.push_back({"PB_OFFSET", 0, offset_});
  return program;
}

StatusBroadcast PiggybackRouting::status_broadcast() const {
  StatusBroadcast broadcast;
  for (SwitchId id = 0; id < topology().switches(); ++id) {
    const std::vector<int> delays = delays_to(id);
    for (int position = 0; position < topology().a(); ++position) {
      if (position == topology().position(id)) continue;
      const int delay = delays[static_cast<std::size_t>(position)];
      const bool first = broadcast.words == 0;
      broadcast.words = (topology().h() + kWordBits - 1) / kWordBits;
      broadcast.least_delay = first ? delay : std::min(broadcast.least_delay, delay);
      broadcast.most_delay = std::max(broadcast.most_delay, delay);
    }
  }
  broadcast.area = static_cast<std::uint32_t>(topology().a());
  return broadcast;  // nothing in groups of one switch
}

std::unique_ptr<PathChoice> PiggybackRouting::make_choice(SwitchId switch_id) const {
  return std::make_unique<Piggyback>(delays_to(switch_id));
}

std::vector<int> PiggybackRouting::delays_to(SwitchId id) const {
  std::vector<int> delays(static_cast<std::size_t>(topology().a()), 0);
  const int own = topology().position(id);
  for (int position = 0; position < topology().a(); ++position) {
    if (position == own) continue;
    const int link = ports_.link_in(id, topology().local_port(own, position));
    delays[static_cast<std::size_t>(position)] =
        netlist_.links[static_cast<std::size_t>(link)].latency;
  }
  return delays;
}

std::vector<Parameter> piggyback_parameters() {
  std::vector<Parameter> result = ugal_test_parameters();
  result.push_back(
      whole_number("saturation_factor",
                   "F, percent: a global link is saturated if its queue exceeds F of the "
                   "mean of the switch's global links, plus Z (register PB_FACTOR)",
                   120, 0, 65535));
  result.push_back(whole_number(
      "saturation_offset", "Z, phits: see saturation_factor (register PB_OFFSET)", 5, 0, 65535));
  return result;
}

}  // namespace routing
}  // namespace netloom
