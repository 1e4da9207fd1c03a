#include "routing/function/tree/interval.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "routing/base/cyclic_interval.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/function/tree/port_match_router.h"
#include "routing/function/tree/tree_intervals.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {
inline namespace routing {

IntervalPorts::IntervalPorts(int ports)
    : ports_(ports),
      last_word_ports_(~std::uint64_t{0} >> (63 - (ports - 1) % 64)),
      banks_(static_cast<std::size_t>((ports + kBankPorts - 1) / kBankPorts)) {}

void IntervalPorts::registers_written(const RegisterFile& file) {
  // The instances of a register follow each other, so that one look-up by name serves all ports.
  const std::uint64_t lib_base = file.address("LIB", 0);
  const std::uint64_t uib_base = file.address("UIB", 0);
  for (int port = 0; port < ports_; ++port) {
    const auto offset = 4 * static_cast<std::uint64_t>(port);
    std::uint32_t lib = 0;
    std::uint32_t uib = 0;
    file.read(lib_base + offset, lib);
    file.read(uib_base + offset, uib);
    set(port, lib, uib);
  }
}

void IntervalPorts::set(int port, std::uint32_t lib, std::uint32_t uib) {
  banks_[static_cast<std::size_t>(port / kBankPorts)].set(port % kBankPorts, lib, uib);
}

void IntervalPorts::explain(const RouteQuery& query, const RegisterFile& registers,
                            Explanation& explanation) const {
  for (int port = 0; port < ports_; ++port) {
    const std::uint32_t lib = registers.value("LIB", port);
    const std::uint32_t uib = registers.value("UIB", port);
    explanation.ports[port] = fmt::format(
        "destination {} {} [LIB {} .. UIB {}]", query.destination,
        interval_contains(lib, uib, query.destination) ? "lies in" : "is not in", lib, uib);
  }
}

namespace {

/// Minimal adaptive routing in fat-trees with one interval per output port: up by any port until
/// a nearest common ancestor, then down the only way.
/// Source: [Fat-Trees 2010], section 3.1.
class IntervalRouting final : public RoutingFunction {
 public:
  explicit IntervalRouting(const RoutingContext& context)
      : context_(context),
        tree_(fat_tree_of(*context.netlist, "routing function 'interval'")),
        ports_(*context.netlist),
        policy_(find_open_vc_policy(context.vc_policy, "interval")) {}

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return make_port_match_router(context_, switch_id,
                                  OutputVcs(context_, ports_, policy_, switch_id),
                                  IntervalPorts(ports_.ports(switch_id)));
  }

  std::string register_set() const override { return "interval"; }

  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    return tree_interval_program(tree_, switch_id);
  }

  bool in_order() const override { return false; }
  bool depends_on_source() const override { return false; }

 private:
  RoutingContext context_;
  FatTree tree_;
  PortMap ports_;
  const VcPolicyEntry& policy_;
};

const RoutingFunctionRegistry::Registration kInterval(
    "interval",
    {"adaptive up*/down* routing in fat-trees with one cyclic interval per output port",
     {},
     "sadp",
     [](const RoutingContext& context) { return std::make_unique<IntervalRouting>(context); }});

}  // namespace
}  // namespace routing
}  // namespace netloom
