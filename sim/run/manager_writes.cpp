#include "sim/run/manager_writes.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>

#include "hw/switch/switch_shape.h"
#include "routing/function/make_routing.h"
#include "routing/registers/register_changes.h"
#include "sim/config/fault_plan.h"

namespace netloom {
inline namespace sim {
namespace {

using Program = std::vector<RegisterWrite>;

bool same(const Program& a, const Program& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const RegisterWrite& x, const RegisterWrite& y) {
        return x.name == y.name && x.index == y.index && x.word == y.word && x.value == y.value;
      });
}

/// Those that fail while the network runs, in the order in which they do: places in the list.
std::vector<std::size_t> live(const std::vector<RunFault>& faults) {
  std::vector<std::size_t> order(faults.size());
  std::iota(order.begin(), order.end(), 0u);
  order.erase(std::remove_if(order.begin(), order.end(),
                             [&](std::size_t i) { return faults[i].cycle == 0; }),
              order.end());
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return faults[a].cycle < faults[b].cycle; });
  return order;
}

/// The registers of all switches, as the routing function has them solved.
class Solution {
 public:
  Solution(const Config& config, const RoutingContext& context)
      : config_(config), routing_(make_routing_function(config.routing_function, context)) {}

  /// The writes that make another one of it, in a switch.
  Program changes_to(const Solution& after, SwitchId id) const {
    const Program program = routing_->register_program(id);
    const Program then = after.routing_->register_program(id);
    if (same(program, then)) return {};
    const RegisterFile reset(routing_->register_set(),
                             switch_shape(config_.netlist, config_.network, *routing_, id));
    return register_changes(program, then, reset);
  }

 private:
  const Config& config_;
  std::unique_ptr<RoutingFunction> routing_;
};

}  // namespace

std::vector<ManagerWrite> manager_writes(const Config& config, std::uint64_t seed) {
  std::vector<ManagerWrite> result;
  const FaultHandling& handling = config.network.fault_handling;
  if (handling.way != FaultWay::kCentral) return result;
  const std::vector<RunFault> faults = faults_of_run(config, seed);
  const std::vector<std::size_t> order = live(faults);
  if (order.empty()) return result;
  RoutingContext context = routing_context(config, seed);
  auto before = std::make_unique<Solution>(config, context);
  Cycle free = 0;  // from when the next write may count
  for (const std::size_t fault : order) {
    const RunFault& each = faults[fault];
    context.failed_links.insert(context.failed_links.end(), each.links.begin(), each.links.end());
    auto after = std::make_unique<Solution>(config, context);
    Cycle next = std::max(each.cycle + static_cast<Cycle>(handling.delay), free);
    for (SwitchId id = 0; id < config.netlist.switches.size(); ++id) {
      for (RegisterWrite& write : before->changes_to(*after, id)) {
        result.push_back({static_cast<int>(fault), next, id, std::move(write)});
        next += static_cast<Cycle>(handling.write);
        free = next;
      }
    }
    before = std::move(after);
  }
  return result;
}

}  // namespace sim
}  // namespace netloom
