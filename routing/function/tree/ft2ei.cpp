#include "routing/function/tree/ft2ei.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/ft2ei/exclusion_set.h"
#include "routing/ft2ei/static_exclusions.h"
#include "routing/ft2ei/tolerance.h"
#include "routing/ft2ei/tree_faults.h"
#include "routing/function/tree/port_match_router.h"
#include "routing/function/tree/tree_intervals.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {
inline namespace routing {

Ft2eiPorts::Ft2eiPorts(int ports, int exclusion_intervals)
    : intervals_(ports), exclusion_intervals_(exclusion_intervals) {}

void Ft2eiPorts::registers_written(const RegisterFile& file) {
  intervals_.registers_written(file);
  exclusions_.clear();
  const SwitchShape& shape = file.shape();
  if (shape.up_ports == 0) return;
  const std::uint64_t elib_base = file.address("ELIB", 0);
  const std::uint64_t euib_base = file.address("EUIB", 0);
  const std::uint64_t enable_base = file.address("EENABLE", 0);
  const auto read = [&file](std::uint64_t address) {
    std::uint32_t value = 0;
    file.read(address, value);
    return value;
  };
  for (int i = 0; i < exclusion_intervals_; ++i) {
    Exclusion exclusion;
    for (int up = 0; up < shape.up_ports; ++up) {
      const int port = shape.first_up_port + up;
      const auto bank = static_cast<std::uint32_t>(port / kBankPorts);
      if (bank != exclusion.bank) {
        if (exclusion.enabled != 0) exclusions_.push_back(exclusion);
        exclusion = Exclusion{};
        exclusion.bank = bank;
      }
      const auto offset = 4 * static_cast<std::uint64_t>(up * exclusion_intervals_ + i);
      if (read(enable_base + offset) == 0) continue;
      exclusion.interval.set(port % kBankPorts, read(elib_base + offset), read(euib_base + offset));
      exclusion.enabled |= 1u << port % kBankPorts;
    }
    if (exclusion.enabled != 0) exclusions_.push_back(exclusion);
  }
}

void Ft2eiPorts::explain(const RouteQuery& query, const RegisterFile& registers,
                         Explanation& explanation) const {
  intervals_.explain(query, registers, explanation);
  const SwitchShape& shape = registers.shape();
  for (int i = 0; i < shape.up_ports * exclusion_intervals_; ++i) {
    if (registers.value("EENABLE", i) == 0) continue;
    const std::uint32_t elib = registers.value("ELIB", i);
    const std::uint32_t euib = registers.value("EUIB", i);
    const bool excluded = interval_contains(elib, euib, query.destination);
    explanation.ports[shape.first_up_port + i / exclusion_intervals_] +=
        fmt::format("; {} exclusion interval {} [ELIB {} .. EUIB {}]",
                    excluded ? "excluded by" : "not in", i % exclusion_intervals_, elib, euib);
  }
}

namespace {

/// Interval routing in fat-trees that keeps off failed links: adaptive as `interval`, less the up
/// ports that exclude the destination. The registers are those of the static model for the links
/// that have failed before the start.
/// Source: [Fat-Trees 2010], section 3.2.
class Ft2eiRouting final : public RoutingFunction {
 public:
  explicit Ft2eiRouting(const RoutingContext& context)
      : context_(context),
        tree_(fat_tree_of(*context.netlist, "routing function 'ft2ei'")),
        ports_(*context.netlist),
        policy_(find_open_vc_policy(context.vc_policy, "ft2ei")),
        registers_(static_cast<int>(integer_parameter(context.parameters, "exclusion_intervals"))),
        exclusions_(tree_, registers_) {
    for (const int link : context.failed_links) {
      const Endpoint& from = context.netlist->links[static_cast<std::size_t>(link)].from;
      exclusions_.add_fault({from.index, from.port});
    }
  }

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return make_port_match_router(context_, switch_id,
                                  OutputVcs(context_, ports_, policy_, switch_id),
                                  Ft2eiPorts(ports_.ports(switch_id), registers_));
  }

  std::string register_set() const override { return "ft2ei"; }

  void complete_shape(SwitchId switch_id, SwitchShape& shape) const override {
    shape.first_up_port = tree_.k();
    shape.up_ports = up_ports(switch_id);
    shape.exclusion_intervals = registers_;
  }

  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    std::vector<RegisterWrite> program = tree_interval_program(tree_, switch_id);
    const ExclusionSet* sets = exclusions_.up_ports(switch_id);
    for (int up = 0; up < up_ports(switch_id); ++up) {
      for (int i = 0; i < registers_; ++i) {
        if (!sets[up].enabled(i)) continue;
        const int index = up * registers_ + i;
        program.push_back({"ELIB", index, sets[up].interval(i).lower});
        program.push_back({"EUIB", index, sets[up].interval(i).upper});
        program.push_back({"EENABLE", index, 1});
      }
    }
    return program;
  }

  /// Three for an interval at each link.
  std::optional<std::uint64_t> words_per_fault() const override {
    return 3 * std::uint64_t{context_.netlist->links.size()};
  }

  bool in_order() const override { return false; }
  bool depends_on_source() const override { return false; }

 private:
  int up_ports(SwitchId switch_id) const { return has_up_links(tree_, switch_id) ? tree_.k() : 0; }

  RoutingContext context_;
  FatTree tree_;
  PortMap ports_;
  const VcPolicyEntry& policy_;
  int registers_;
  StaticExclusions exclusions_;
};

std::vector<Parameter> parameters() {
  Parameter registers;
  registers.name = "exclusion_intervals";
  registers.type = Parameter::Type::kInteger;
  registers.meaning = "exclusion intervals of each up port, n_ei";
  registers.default_value = std::int64_t{1};
  registers.minimum = 1;
  registers.maximum = kMaxExclusionIntervals;
  return {std::move(registers)};
}

/// What the exclusion intervals of the static model tolerate.
class Ft2eiTolerance final : public FaultTolerance {
 public:
  Ft2eiTolerance(const Netlist& netlist, const ParameterMap& parameters)
      : netlist_(netlist),
        registers_(static_cast<int>(integer_parameter(parameters, "exclusion_intervals"))),
        judge_(fat_tree_of(netlist, "faults"), registers_) {}

  bool tolerates(const std::vector<int>& failed_links) override {
    std::vector<LinkEnd> ends;
    for (const int link : failed_links) {
      const Endpoint& from = netlist_.links[static_cast<std::size_t>(link)].from;
      ends.push_back({from.index, from.port});
    }
    return judge_.judge(ends);
  }

  std::string tolerated() const override {
    return fmt::format("faults that {} exclusion interval{} per up port can tolerate", registers_,
                       registers_ == 1 ? "" : "s");
  }

 private:
  const Netlist& netlist_;
  int registers_;
  FaultJudge judge_;
};

RoutingFunctionEntry entry() {
  RoutingFunctionEntry entry;
  entry.summary =
      "interval routing in fat-trees around failed links, with exclusion intervals at the up ports";
  entry.parameters = parameters();
  entry.default_selection = "sadp";
  entry.make = [](const RoutingContext& context) {
    return std::make_unique<Ft2eiRouting>(context);
  };
  entry.fault_tolerance = [](const Netlist& netlist, const ParameterMap& given) {
    return std::make_unique<Ft2eiTolerance>(netlist, given);
  };
  entry.switches_tell_of_faults = true;
  return entry;
}

const RoutingFunctionRegistry::Registration kFt2ei("ft2ei", entry());

}  // namespace
}  // namespace routing
}  // namespace netloom
