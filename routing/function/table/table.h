#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/function/table/next_hops.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// Routing by forwarding tables: a packet may take every port that the table of its switch lists
/// for its destination, on the VCs that the policy allows.
class TableRouting final : public RoutingFunction {
 public:
  /// `function` is the name in messages; `shortest`: the tables have shortest paths only. Error: a
  /// VC policy other than single and free, or a destination that cannot be reached.
  TableRouting(const RoutingContext& context, NextHopTables tables, const std::string& function,
               bool shortest = true);

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override;

  std::optional<std::uint32_t> longest_way() const override {
    return shortest_ ? std::nullopt : std::optional(longest_);
  }
  /// With one path per destination and one VC on each of its links, packets stay in line.
  bool in_order() const override;
  std::vector<std::string> path_classes() const override {
    return shortest_ ? std::vector<std::string>{"minimal"} : std::vector<std::string>();
  }
  bool depends_on_source() const override { return false; }
  bool tells_hosts_apart() const override;
  /// An entry for each destination that the tables tell apart: the number of a port, or where there
  /// is a choice somewhere, a bit for each port.
  std::uint64_t table_bits(SwitchId switch_id) const override;

  const NextHopTables& tables() const { return *tables_; }

 private:
  RoutingContext context_;
  bool shortest_;
  const VcPolicyEntry& policy_;
  PortMap ports_;
  std::shared_ptr<const NextHopTables> tables_;
  std::uint32_t longest_;  ///< switches on the longest way by the tables
  /// Per host: column << 8 | port that delivers to it.
  std::shared_ptr<const std::vector<std::uint32_t>> destinations_;
};

/// Registry entry of a function with tables of next hops, with nothing else to say.
RoutingFunctionEntry table_entry(
    std::string summary, std::vector<Parameter> parameters, std::string selection,
    std::function<std::unique_ptr<RoutingFunction>(const RoutingContext&)> make);

}  // namespace routing
}  // namespace netloom
