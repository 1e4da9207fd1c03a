#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/function/ugal.h"
#include "routing/register_file.h"

namespace netloom {
namespace {

constexpr int kWordBits = 32;

/// Which of a switch's global links are saturated: those with Q_g > F · mean(Q) + Z.
class SaturationTest {
 public:
  void registers_written(const RegisterFile& file) {
    factor_ = file.value("PB_FACTOR", 0);
    offset_ = file.value("PB_OFFSET", 0);
  }

  /// Bit i: global port i, counted from 0.
  void bits(const DragonflyWays& ways, const CongestionView& view, std::uint32_t* words) const {
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

 private:
  std::int64_t factor_ = 0;  ///< F, percent
  std::int64_t offset_ = 0;  ///< Z, phits
};

/// Piggybacking at one switch: Valiant if all global links that a minimal path could take are
/// saturated, as this switch sees or others of the group have broadcast; else as UGAL-L says.
class Piggyback final : public LocalUgal {
 public:
  /// Per position in the group: cycles that the broadcast from there takes.
  explicit Piggyback(std::vector<int> delays) : delays_(std::move(delays)) {}

  bool minimal(const DragonflyWays& ways, const DragonflyGoal& destination,
               const DragonflyGoal& intermediate, const CongestionView& view) const override {
    if (destination.group != ways.group() && all_saturated(ways, destination, view)) return false;
    return LocalUgal::minimal(ways, destination, intermediate, view);
  }

  void publish(const DragonflyWays& ways, const CongestionView& view,
               std::uint32_t* words) const override {
    test_.bits(ways, view, words);
  }

  void registers_written(const RegisterFile& file) override {
    LocalUgal::registers_written(file);
    test_.registers_written(file);
  }

 private:
  bool all_saturated(const DragonflyWays& ways, const DragonflyGoal& goal,
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

  SaturationTest test_;
  std::vector<int> delays_;
};

/// Source: 004_1906468753b4658e.txt, section 5.2 (Piggyback routing); 000_5cb3f9ee92c18d46.txt,
/// section II.
class PiggybackRouting final : public UgalRouting {
 public:
  explicit PiggybackRouting(const RoutingContext& context)
      : UgalRouting(context, "pb", valiant_rules(context.parameters)),
        netlist_(*context.netlist),
        ports_(*context.netlist),
        factor_(
            static_cast<std::uint32_t>(integer_parameter(context.parameters, "saturation_factor"))),
        offset_(static_cast<std::uint32_t>(
            integer_parameter(context.parameters, "saturation_offset"))) {}

  RegisterSet register_set() const override { return RegisterSet::kPiggyback; }
  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    std::vector<RegisterWrite> program = UgalRouting::register_program(switch_id);
    program.push_back({"PB_FACTOR", 0, factor_});
    program.push_back({"PB_OFFSET", 0, offset_});
    return program;
  }

  StatusBroadcast status_broadcast() const override {
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
    return broadcast;  // nothing in groups of one switch
  }

 private:
  std::unique_ptr<PathChoice> make_choice(SwitchId switch_id) const override {
    return std::make_unique<Piggyback>(delays_to(switch_id));
  }

  /// Latencies of the local links to a switch, by the positions where they begin.
  std::vector<int> delays_to(SwitchId id) const {
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

  const Netlist& netlist_;
  PortMap ports_;
  std::uint32_t factor_, offset_;
};

Parameter number(const char* name, const char* meaning, std::int64_t value) {
  Parameter parameter;
  parameter.name = name;
  parameter.meaning = meaning;
  parameter.default_value = value;
  parameter.minimum = 0;
  parameter.maximum = 65535;
  return parameter;
}

std::vector<Parameter> parameters() {
  std::vector<Parameter> result = ugal_parameters();
  result.push_back(number("saturation_factor",
                          "F, percent: a global link is saturated if its queue exceeds F of the "
                          "mean of the switch's global links, plus Z (register PB_FACTOR)",
                          120));
  result.push_back(
      number("saturation_offset", "Z, phits: see saturation_factor (register PB_OFFSET)", 5));
  return result;
}

const RoutingFunctionRegistry::Registration kRegistration(
    "pb",
    {"Piggybacking in dragonflies: minimal or Valiant, by queues and by which global links of "
     "the group are broadcast as saturated",
     parameters(),
     "ff",
     [](const RoutingContext& context) { return std::make_unique<PiggybackRouting>(context); },
     false,
     "ascending",
     {},
     [](const ParameterMap& resolved) { return valiant_vcs(valiant_rules(resolved)); }});

}  // namespace
}  // namespace netloom
