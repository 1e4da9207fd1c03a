#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/decision/routing_function.h"
#include "routing/decision/vc_policy.h"
#include "routing/function/table/next_hops.h"
#include "routing/function/table/table.h"

namespace netloom {
inline namespace routing {
namespace {

/// The next hops in each of m spanning trees.
class TreeTables {
 public:
  /// Error: a switch cannot be reached from another, or only one way.
  TreeTables(const Netlist& netlist, int trees, std::uint64_t seed)
      : netlist_(netlist), ports_(netlist), destinations_(netlist), trees_(trees) {
    const auto entries = static_cast<std::size_t>(trees) * destinations_.columns();
    rows_.assign(netlist.switches.size(), std::vector<std::uint8_t>(entries, 0));
    const std::vector<SwitchId> roots = draw_roots(seed);
    for (int tree = 0; tree < trees; ++tree) grow(tree, roots[static_cast<std::size_t>(tree)]);
  }

  const PortMap& ports() const { return ports_; }
  const NextHopTables& destinations() const { return destinations_; }
  int trees() const { return trees_; }
  /// Links from a root to the switch that is farthest from it.
  std::uint32_t depth() const { return depth_; }

  /// The port by which the tree goes on from a switch other than the column's.
  int port(SwitchId at, int tree, std::uint32_t column) const {
    return rows_[at][static_cast<std::size_t>(tree) * destinations_.columns() + column];
  }

 private:
  /// Different switches as long as there are some.
  std::vector<SwitchId> draw_roots(std::uint64_t seed) const {
    Random random(seed, 0);
    const auto switches = static_cast<std::uint32_t>(netlist_.switches.size());
    std::vector<SwitchId> order(switches), roots;
    std::iota(order.begin(), order.end(), 0u);
    while (roots.size() < static_cast<std::size_t>(trees_)) {
      for (std::uint32_t i = 0; i < switches; ++i) {
        std::swap(order[i], order[i + random.below(switches - i)]);
      }
      roots.insert(roots.end(), order.begin(), order.end());
    }
    return roots;
  }

  /// Breadth first from the root, over the cables in the order of the ports.
  void grow(int tree, SwitchId root) {
    constexpr int kUnseen = -1;
    const std::size_t switches = netlist_.switches.size();
    std::vector<int> up(switches, kUnseen),
        down(switches, kUnseen);  // ports to and from the parent
    std::vector<std::uint32_t> depth(switches, 0);
    std::vector<SwitchId> parent(switches, root), queue = {root};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const SwitchId at = queue[i];
      for (int port = 0; port < ports_.ports(at); ++port) {
        const int out = ports_.link_out(at, port);
        if (out < 0) continue;
        const Endpoint to = netlist_.links[static_cast<std::size_t>(out)].to;
        if (to.type != Endpoint::Type::kSwitch || to.index == root || up[to.index] != kUnseen) {
          continue;
        }
        const int back = ports_.link_out(to.index, to.port);
        const Endpoint self{Endpoint::Type::kSwitch, at, port};
        if (back < 0 || netlist_.links[static_cast<std::size_t>(back)].to != self) continue;
        up[to.index] = to.port;
        down[to.index] = port;
        parent[to.index] = at;
        depth[to.index] = depth[at] + 1;
        depth_ = std::max(depth_, depth[to.index]);
        queue.push_back(to.index);
      }
    }
    if (queue.size() < switches) {
      const auto lost = std::find_if(up.begin(), up.end(), [&](const int& port) {
        return port == kUnseen && static_cast<SwitchId>(&port - up.data()) != root;
      });
      throw Error(fmt::format(
          "routing function 'spda': there is no way over cables (two links between the same two "
          "ports) from switch {} to switch {}, so that no tree spans the network",
          netlist_.switches[root].name,
          netlist_.switches[static_cast<std::size_t>(lost - up.begin())].name));
    }
    // Up to the root, but down from every switch above the destination.
    const std::uint32_t columns = destinations_.columns();
    const std::size_t base = static_cast<std::size_t>(tree) * columns;
    for (SwitchId at = 0; at < switches; ++at) {
      if (at == root) continue;
      std::fill_n(rows_[at].begin() + static_cast<std::ptrdiff_t>(base), columns,
                  static_cast<std::uint8_t>(up[at]));
    }
    for (std::uint32_t column = 0; column < columns; ++column) {
      for (SwitchId at = destinations_.home(column); at != root; at = parent[at]) {
        rows_[parent[at]][base + column] = static_cast<std::uint8_t>(down[at]);
      }
    }
  }

  const Netlist& netlist_;
  PortMap ports_;
  NextHopTables destinations_;  ///< only for its columns
  int trees_;
  std::uint32_t depth_ = 0;
  std::vector<std::vector<std::uint8_t>> rows_;  ///< per switch: [tree][column]
};

class SpdaRouter final : public SwitchRouter {
 public:
  SpdaRouter(std::shared_ptr<const TreeTables> tables, SwitchId at, int host_vcs)
      : tables_(std::move(tables)), at_(at), host_vcs_(host_vcs) {}

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    const NextHopTables& destinations = tables_->destinations();
    const std::uint32_t column = destinations.column_of(query.destination);
    if (destinations.home(column) == at_) {
      candidates.add_vcs(destinations.delivery_port(query.destination), host_vcs_);
    } else if (query.input_vc < tables_->trees()) {
      candidates.add(tables_->port(at_, query.input_vc, column), query.input_vc);
    }
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    explanation.decision.push_back(
        fmt::format("spanning tree {}, on whose VC the packet was injected", query.input_vc));
  }

 private:
  std::shared_ptr<const TreeTables> tables_;
  SwitchId at_;
  int host_vcs_;
};

/// SPDA, deadlock avoidance by spanning trees: as many trees as the links have VCs, grown breadth
/// first from roots drawn at random. The VC on which the NIC injects a packet is its tree, and it
/// stays on it; a tree has no cycle.
/// Source: [DAVC 2018], section 7.2.
class SpdaRouting final : public RoutingFunction {
 public:
  /// Error: another VC policy than "layered", link kinds with different numbers of VCs, more of
  /// them than the candidate sets have room for, or no tree spans the network.
  explicit SpdaRouting(const RoutingContext& context) : context_(context) {
    if (context.vc_policy != "layered") {
      throw Error("routing function 'spda' cannot use the VC policy '" + context.vc_policy +
                  "'; allowed: layered");
    }
    const Netlist& netlist = *context.netlist;
    if (context.vcs.size() < 2) throw Error("routing function 'spda': no link between switches");
    for (std::size_t kind = 2; kind < context.vcs.size(); ++kind) {
      if (context.vcs[kind] == context.vcs[1]) continue;
      throw Error(
          fmt::format("routing function 'spda' has one tree for each VC, but links of the kind "
                      "'{}' have {} VCs "
                      "and those of the kind '{}' {}; allowed: as many everywhere",
                      netlist.kinds[1], context.vcs[1], netlist.kinds[kind], context.vcs[kind]));
    }
    const int most = std::min(1 << context.vc_shift, kMaxVirtualChannels);
    if (std::max(context.vcs[0], context.vcs[1]) > most) {
      throw Error(fmt::format("routing function 'spda': {} VCs; allowed: 1 to {}",
                              std::max(context.vcs[0], context.vcs[1]), most));
    }
    const std::int64_t seed = integer_parameter(context.parameters, "tree_seed");
    tables_ = std::make_shared<const TreeTables>(netlist, context.vcs[1],
                                                 static_cast<std::uint64_t>(seed));
  }

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return std::make_unique<SpdaRouter>(tables_, switch_id, context_.vcs.front());
  }

  /// With one tree there is one path, on one VC.
  std::vector<std::string> path_classes() const override { return {}; }
  std::optional<std::uint32_t> longest_way() const override { return 2 * tables_->depth() + 1; }
  bool in_order() const override { return tables_->trees() == 1 && context_.vcs.front() == 1; }
  bool depends_on_source() const override { return false; }
  bool tells_hosts_apart() const override { return false; }

  /// A port for each tree and each switch with hosts.
  std::uint64_t table_bits(SwitchId switch_id) const override {
    const int ports = tables_->ports().ports(switch_id);
    return static_cast<std::uint64_t>(tables_->trees()) * tables_->destinations().columns() *
           static_cast<std::uint64_t>(bits_for(static_cast<std::uint64_t>(ports)));
  }

 private:
  RoutingContext context_;
  std::shared_ptr<const TreeTables> tables_;
};

std::vector<Parameter> spda_parameters() {
  Parameter seed;
  seed.name = "tree_seed";
  seed.meaning = "seed with which the roots of the trees are drawn";
  seed.default_value = std::int64_t{1};
  seed.minimum = 0;
  return {std::move(seed)};
}

RoutingFunctionEntry spda_entry() {
  RoutingFunctionEntry entry = table_entry(
      "spanning trees, one for each VC, any network", spda_parameters(), "ff",
      [](const RoutingContext& context) { return std::make_unique<SpdaRouting>(context); });
  entry.default_vc_policy = "layered";
  // A byte for each tree, beside the table that says which switches have hosts.
  entry.table_bytes = [](const RoutingContext& context) {
    const int trees = context.vcs.size() < 2 ? 0 : context.vcs[1];
    return next_hop_table_bytes(*context.netlist) * (static_cast<std::uint64_t>(trees) + 1);
  };
  return entry;
}

const VcPolicyRegistry::Registration kLayered(
    "layered",
    {"that on which the NIC injects it, all the way; nic.injection_vcs says how many there are"});

const RoutingFunctionRegistry::Registration kSpda("spda", spda_entry());

}  // namespace
}  // namespace routing
}  // namespace netloom
