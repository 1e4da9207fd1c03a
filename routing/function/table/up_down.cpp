#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/function/table/next_hops.h"
#include "routing/function/table/shortest_tables.h"
#include "routing/function/table/up_down_tables.h"
#include "routing/netlist/failed_parts.h"

namespace netloom {
inline namespace routing {
namespace {

constexpr const char* kWhere = "routing function 'up_down'";

/// The router of one switch: what the registers have for the destination, on the VCs that the
/// policy allows.
class ForwardingTableRouter final : public SwitchRouter {
 public:
  ForwardingTableRouter(std::size_t hosts, OutputVcs outputs)
      : entries_(hosts, kNoPort), outputs_(std::move(outputs)) {}

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    const std::uint32_t port = entries_[query.destination];
    if (is_port(port)) outputs_.add(static_cast<int>(port), candidates);
  }

  void registers_written(const RegisterFile& file) override {
    const std::uint64_t base = file.address("LFT", 0);
    for (std::size_t host = 0; host < entries_.size(); ++host) {
      std::uint32_t value = 0;
      file.read(base + 4 * host, value);
      entries_[host] = static_cast<std::uint16_t>(value);
    }
  }
  void register_written(const RegisterFile& file, const std::string& name, int index) override {
    if (name != "LFT") return;
    entries_[static_cast<std::size_t>(index)] = static_cast<std::uint16_t>(file.value(name, index));
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    const std::uint32_t port = entries_[query.destination];
    explanation.decision.push_back(
        is_port(port) ? fmt::format("LFT[{}] = {}", query.destination, port)
                      : fmt::format("LFT[{}] = {}, no port", query.destination, port));
  }

 private:
  static constexpr std::uint16_t kNoPort = 0xFFFF;

  bool is_port(std::uint32_t value) const {
    return value < static_cast<std::uint32_t>(outputs_.ports());
  }

  std::vector<std::uint16_t> entries_;  ///< by destination
  OutputVcs outputs_;
};

std::optional<SwitchId> root_of(const RoutingContext& context) {
  if (context.parameters.count("root") == 0) return std::nullopt;
  try {
    return switch_named(*context.netlist, string_parameter(context.parameters, "root"));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: root: {}", kWhere, error.what()));
  }
}

UpDownTables tables_of(const RoutingContext& context) {
  const UpDownGraph graph(*context.netlist, context.failed_links, root_of(context));
  const bool lowest = string_parameter(context.parameters, "ties") == "lowest";
  UpDownTables result =
      up_down_tables(*context.netlist, graph, lowest ? TieBreak::kLowest : TieBreak::kSpread);
  // What faults cut off is for the fault tolerance to judge.
  if (context.failed_links.empty()) require_complete(*context.netlist, result.tables, kWhere);
  return result;
}

/// Up*/down* routing by forwarding tables in registers. The tables are those for the links that
/// have failed before the start.
/// Source: [Schroeder 1991]; tables by destination alone as those of a subnet manager.
class UpDownRouting final : public RoutingFunction {
 public:
  explicit UpDownRouting(const RoutingContext& context)
      : context_(context),
        policy_(find_open_vc_policy(context.vc_policy, "up_down")),
        ports_(*context.netlist),
        up_down_(tables_of(context)) {}

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return std::make_unique<ForwardingTableRouter>(context_.netlist->hosts.size(),
                                                   OutputVcs(context_, ports_, policy_, switch_id));
  }

  std::string register_set() const override { return "forwarding_table"; }

  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    std::vector<RegisterWrite> program;
    for (NodeId host = 0; host < context_.netlist->hosts.size(); ++host) {
      const std::uint32_t column = up_down_.tables.column_of(host);
      const auto add = [&](int port) {
        program.push_back({"LFT", static_cast<int>(host), static_cast<std::uint32_t>(port)});
      };
      if (up_down_.tables.home(column) == switch_id) {
        add(up_down_.tables.delivery_port(host));
      } else {
        up_down_.tables.next_hops(switch_id, column).for_each(add);
      }
    }
    return program;
  }

  std::optional<std::uint64_t> words_per_fault() const override {
    return std::uint64_t{context_.netlist->hosts.size()} * context_.netlist->switches.size();
  }

  std::optional<std::uint32_t> longest_way() const override { return up_down_.longest; }
  /// There is one path, on one VC of each link.
  bool in_order() const override { return offers_one_vc(policy_, context_.vcs); }
  /// Most ways are longer than a shortest one.
  std::vector<std::string> path_classes() const override { return {}; }
  bool depends_on_source() const override { return false; }
  bool tells_hosts_apart() const override { return false; }

 private:
  RoutingContext context_;
  const VcPolicyEntry& policy_;
  PortMap ports_;
  UpDownTables up_down_;
};

/// Tolerated is what leaves all hosts together, over cables that work in both directions.
class UpDownTolerance final : public FaultTolerance {
 public:
  explicit UpDownTolerance(const Netlist& netlist) : netlist_(netlist) {}

  bool tolerates(const std::vector<int>& failed_links) override {
    std::vector<SwitchId> homes;  // of hosts
    for (const Link& link : netlist_.links) {
      if (link.from.type == Endpoint::Type::kHost) homes.push_back(link.to.index);
      if (link.to.type == Endpoint::Type::kHost) homes.push_back(link.from.index);
    }
    std::vector<std::uint32_t> distance(netlist_.switches.size(), Cables::kFar);
    Cables(netlist_, failed_links).reached(homes.front(), distance);
    return std::none_of(homes.begin(), homes.end(),
                        [&](SwitchId home) { return distance[home] == Cables::kFar; });
  }

  std::string tolerated() const override {
    return "faults that leave a way between all hosts over cables that work in both directions";
  }

 private:
  const Netlist& netlist_;
};

RoutingFunctionEntry entry() {
  RoutingFunctionEntry entry;
  entry.summary =
      "up*/down* routing by forwarding tables in registers, around failed links, any network";
  Parameter root;
  root.name = "root";
  root.type = Parameter::Type::kString;
  root.meaning =
      "name of the switch at the root of the spanning tree; if not given, that of lowest "
      "eccentricity, and of several the one with the lowest number";
  root.optional = true;
  entry.parameters = {std::move(root),
                      named_choice("ties",
                                   "which of several ports with equally long ways: spread (by a "
                                   "hash of switch and destination) or lowest (port)",
                                   {"spread", "lowest"})};
  entry.default_selection = "ff";
  entry.make = [](const RoutingContext& context) {
    return std::make_unique<UpDownRouting>(context);
  };
  entry.fault_tolerance = [](const Netlist& netlist, const ParameterMap& /*parameters*/) {
    return std::make_unique<UpDownTolerance>(netlist);
  };
  // A word of a register and an entry of a router for each host, beside the table.
  entry.table_bytes = [](const RoutingContext& context) {
    const std::uint64_t entries =
        std::uint64_t{context.netlist->hosts.size()} * context.netlist->switches.size();
    return next_hop_table_bytes(*context.netlist) +
           entries * (sizeof(std::uint32_t) + sizeof(std::uint16_t));
  };
  return entry;
}

const RoutingFunctionRegistry::Registration kUpDown("up_down", entry());

}  // namespace
}  // namespace routing
}  // namespace netloom
