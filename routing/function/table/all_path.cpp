#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/function/table/next_hops.h"
#include "routing/function/table/shortest_tables.h"
#include "routing/function/table/table.h"
#include "routing/netlist/longest_way.h"

namespace netloom {
inline namespace routing {
namespace {

/// How many hops a packet has left to the switch of its destination when it has come over a link,
/// if it never goes straight back to the switch it has come from.
class HopTables {
 public:
  static constexpr std::uint8_t kNoWay = 255;

  /// Error: a destination cannot be reached, or only by more than 254 hops.
  explicit HopTables(const Netlist& netlist)
      : netlist_(netlist), ports_(netlist), destinations_(netlist) {
    const std::size_t columns = destinations_.columns();
    rows_.resize(netlist.switches.size());
    for (SwitchId at = 0; at < rows_.size(); ++at) {
      rows_[at].assign(columns * static_cast<std::size_t>(ports_.ports(at)), kNoWay);
    }
    for (std::uint32_t column = 0; column < columns; ++column) fill(column);
  }

  const PortMap& ports() const { return ports_; }
  const NextHopTables& destinations() const { return destinations_; }
  /// Hops to the column's switch with the one by each of the ports of a switch; kNoWay: none.
  const std::uint8_t* hops(SwitchId at, std::uint32_t column) const {
    return &rows_[at][column * static_cast<std::size_t>(ports_.ports(at))];
  }
  /// The most of all.
  int longest() const { return longest_; }

 private:
  bool between_switches(const Link& link) const {
    return link.from.type == Endpoint::Type::kSwitch && link.to.type == Endpoint::Type::kSwitch;
  }
  std::uint8_t& hops_of(const Link& link, std::uint32_t column) {
    const auto ports = static_cast<std::size_t>(ports_.ports(link.from.index));
    return rows_[link.from.index][column * ports + static_cast<std::size_t>(link.from.port)];
  }

  /// Breadth first from the destination backwards, link by link.
  void fill(std::uint32_t column) {
    const SwitchId home = destinations_.home(column);
    std::vector<int> reached, next;
    int hops = 1;
    const auto reach = [&](int index, std::vector<int>& list) {
      const Link& link = netlist_.links[static_cast<std::size_t>(index)];
      if (!between_switches(link) || link.from.index == home) return;
      std::uint8_t& known = hops_of(link, column);
      if (known != kNoWay) return;
      known = static_cast<std::uint8_t>(hops);
      list.push_back(index);
    };
    const auto for_links_into = [this](SwitchId id, auto action) {
      for (int port = 0; port < ports_.ports(id); ++port) {
        if (const int link = ports_.link_in(id, port); link >= 0) action(link);
      }
    };
    for_links_into(home, [&](int link) { reach(link, reached); });
    while (!reached.empty()) {
      longest_ = std::max(longest_, hops);
      if (++hops == kNoWay) {
        throw Error(fmt::format("routing function 'all_path': more than {} hops to switch {}",
                                kNoWay - 1, netlist_.switches[home].name));
      }
      next.clear();
      for (const int index : reached) {
        const Link& link = netlist_.links[static_cast<std::size_t>(index)];
        for_links_into(link.from.index, [&](int before) {
          const Endpoint& from = netlist_.links[static_cast<std::size_t>(before)].from;
          if (from.type == Endpoint::Type::kSwitch && from.index != link.to.index) {
            reach(before, next);
          }
        });
      }
      reached.swap(next);
    }
  }

  const Netlist& netlist_;
  PortMap ports_;
  NextHopTables destinations_;  ///< only for its columns
  std::vector<std::vector<std::uint8_t>> rows_;
  int longest_ = 0;
};

class AllPathRouter final : public SwitchRouter {
 public:
  AllPathRouter(std::shared_ptr<const HopTables> tables, const Netlist& netlist, SwitchId at, int k,
                OutputVcs outputs)
      : tables_(std::move(tables)),
        at_(at),
        k_(k),
        outputs_(std::move(outputs)),
        sides_(static_cast<std::size_t>(outputs_.ports())) {
    for (int port = 0; port < outputs_.ports(); ++port) {
      Side& side = sides_[static_cast<std::size_t>(port)];
      const int in = tables_->ports().link_in(at, port);
      const int out = tables_->ports().link_out(at, port);
      if (in >= 0) side.before = switch_of(netlist.links[static_cast<std::size_t>(in)].from);
      if (out >= 0) side.behind = switch_of(netlist.links[static_cast<std::size_t>(out)].to);
    }
  }

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    const NextHopTables& destinations = tables_->destinations();
    const std::uint32_t column = destinations.column_of(query.destination);
    if (destinations.home(column) == at_) {
      outputs_.add(destinations.delivery_port(query.destination), candidates);
      return;
    }
    const std::uint8_t* hops = tables_->hops(at_, column);
    const int left = hops_left(query, hops);
    const std::int64_t before = sides_[static_cast<std::size_t>(query.input_port)].before;
    for (std::size_t port = 0; port < sides_.size(); ++port) {
      if (hops[port] > left || hops[port] == HopTables::kNoWay) continue;
      if (sides_[port].behind == before) continue;
      outputs_.add(static_cast<int>(port), candidates);
    }
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    const std::uint32_t column = tables_->destinations().column_of(query.destination);
    if (tables_->destinations().home(column) == at_) {
      explanation.decision.emplace_back("the destination is at this switch");
      return;
    }
    const std::uint8_t* hops = tables_->hops(at_, column);
    const int left = hops_left(query, hops);
    explanation.decision.push_back(fmt::format("hops left for the packet: {}", left));
    for (std::size_t port = 0; port < sides_.size(); ++port) {
      if (hops[port] == HopTables::kNoWay) continue;
      const bool back =
          sides_[port].behind == sides_[static_cast<std::size_t>(query.input_port)].before;
      explanation.ports[static_cast<int>(port)] =
          fmt::format("the destination is {} hops away by it{}{}", hops[port],
                      hops[port] > left ? ", too many" : "", back ? ", where it came from" : "");
    }
  }

  bool changes_state() const override { return true; }
  /// The hops left behind the output, which are 0 only where none is needed.
  std::uint16_t next_state(const RouteQuery& query, int /*port*/, int /*vc*/) const override {
    const std::uint32_t column = tables_->destinations().column_of(query.destination);
    if (tables_->destinations().home(column) == at_) return 0;
    return static_cast<std::uint16_t>(hops_left(query, tables_->hops(at_, column)) - 1);
  }

 private:
  static constexpr std::int64_t kNoSwitch = -1;  // before
  static constexpr std::int64_t kNowhere = -2;   // behind

  /// The switches at the two ends of a port.
  struct Side {
    std::int64_t before = kNoSwitch;  ///< from which packets come in; kNoSwitch: a host, nothing
    std::int64_t behind = kNowhere;
  };

  static std::int64_t switch_of(const Endpoint& end) {
    return end.type == Endpoint::Type::kSwitch ? std::int64_t{end.index} : kNoSwitch;
  }

  /// A packet from a host may take k hops more than the shortest path has; any other has it in its
  /// header.
  int hops_left(const RouteQuery& query, const std::uint8_t* hops) const {
    if (sides_[static_cast<std::size_t>(query.input_port)].before != kNoSwitch) {
      return static_cast<int>(query.state);
    }
    return *std::min_element(hops, hops + sides_.size()) + k_;
  }

  std::shared_ptr<const HopTables> tables_;
  SwitchId at_;
  int k_;
  OutputVcs outputs_;
  std::vector<Side> sides_;
};

/// ALLPATH(k): every path no longer than the shortest one by more than k hops, hop by hop, with the
/// hops that are left in the header. A packet never goes straight back to the switch from which it
/// comes; with k <= 2 no path passes a switch twice then, with larger k some do.
/// Source: [DAVC 2018], section 7.3.
class AllPathRouting final : public RoutingFunction {
 public:
  explicit AllPathRouting(const RoutingContext& context)
      : context_(context),
        policy_(find_open_vc_policy(context.vc_policy, "all_path")),
        k_(static_cast<int>(integer_parameter(context.parameters, "k"))),
        tables_(std::make_shared<const HopTables>(*context.netlist)) {
    require_complete(*context.netlist, all_shortest_paths(*context.netlist),
                     "routing function 'all_path'");
  }

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return std::make_unique<AllPathRouter>(
        tables_, *context_.netlist, switch_id, k_,
        OutputVcs(context_, tables_->ports(), policy_, switch_id));
  }

  std::optional<std::uint32_t> longest_way() const override {
    return longest_shortest_way(*context_.netlist) + static_cast<std::uint32_t>(k_);
  }
  bool in_order() const override { return false; }
  std::vector<std::string> path_classes() const override { return {}; }
  bool depends_on_source() const override { return false; }
  bool tells_hosts_apart() const override { return false; }

  /// The number of hops by each port to each switch with hosts.
  std::uint64_t table_bits(SwitchId switch_id) const override {
    const auto values = static_cast<std::uint64_t>(tables_->longest()) + 2;
    return tables_->destinations().columns() *
           static_cast<std::uint64_t>(tables_->ports().ports(switch_id)) *
           static_cast<std::uint64_t>(bits_for(values));
  }

 private:
  RoutingContext context_;
  const VcPolicyEntry& policy_;
  int k_;
  std::shared_ptr<const HopTables> tables_;
};

std::vector<Parameter> all_path_parameters() {
  Parameter k;
  k.name = "k";
  k.meaning = "hops that a path may have more than the shortest one";
  k.default_value = std::int64_t{1};
  k.minimum = 0;
  k.maximum = 255;
  return {std::move(k)};
}

/// A byte for each port of each switch and each switch with hosts, beside the table that says which
/// these are.
std::uint64_t table_bytes(const RoutingContext& context) {
  const Netlist& netlist = *context.netlist;
  std::uint64_t ports = 0;
  for (const SwitchInfo& info : netlist.switches) ports += static_cast<std::uint64_t>(info.ports);
  const std::uint64_t next_hops = next_hop_table_bytes(netlist);
  return next_hops + next_hops / netlist.switches.size() * ports;
}

RoutingFunctionEntry all_path_entry() {
  RoutingFunctionEntry entry = table_entry(
      "all paths that are no more than k hops longer than the shortest, any network",
      all_path_parameters(), "random",
      [](const RoutingContext& context) { return std::make_unique<AllPathRouting>(context); });
  entry.table_bytes = table_bytes;
  return entry;
}

const RoutingFunctionRegistry::Registration kAllPath("all_path", all_path_entry());

}  // namespace
}  // namespace routing
}  // namespace netloom
