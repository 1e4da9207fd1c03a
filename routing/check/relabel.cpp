#include "routing/check/relabel.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "routing/base/random.h"
#include "routing/check/relabel_bound.h"
#include "routing/check/relabel_ways.h"

namespace netloom {
inline namespace routing {
namespace {

/// What a numbering is worth: the fewer VCs the better, then the fewer states that need the last.
struct Worth {
  int vcs = 0;
  std::uint64_t states = 0;

  bool operator<(const Worth& other) const {
    return vcs != other.vcs ? vcs < other.vcs : states < other.states;
  }
};

class Search {
 public:
  Search(DavcRouting& routing, const RelabelOptions& options)
      : netlist_(*routing.inner_context().netlist),
        settings_(routing.settings()),
        options_(options),
        random_(options.seed, 0),
        ways_(collect_ways(routing)),
        rises_(ways_.dependencies.size()),
        vcs_(ways_.link.size()) {
    const DavcFunction function = settings_.rule.function();
    numbers_nodes_ = function != DavcFunction::kPort;
    numbers_ports_ = function != DavcFunction::kNode;
    for (SwitchId id = 0; id < netlist_.switches.size(); ++id) {
      if (settings_.ids.ports[id].size() > 1) several_ports_.push_back(id);
    }
  }

  RelabelReport run() {
    report_.ids = settings_.ids;
    best_ = worth_of(report_.ids);
    report_.before = best_.vcs;
    const VcBound bound = vc_bound(netlist_, settings_, ways_);
    report_.at_least = bound.vcs;
    report_.reason = bound.reason;
    if (all_numberings() <= options_.numberings) {
      try_all();
      report_.at_least = best_.vcs;
      report_.reason = "all numberings were tried";
    } else {
      try_structured();
      improve();
    }
    report_.after = best_.vcs;
    if (report_.after == report_.before) report_.ids = settings_.ids;
    return std::move(report_);
  }

 private:
  /// VCs and states of a numbering; the VCs of all states stay in vcs_.
  Worth worth_of(const DavcIds& ids) {
    ++report_.numberings;
    DavcSettings settings = settings_;
    settings.ids = ids;
    const DavcLabels labels(netlist_, settings);
    for (std::size_t i = 0; i < rises_.size(); ++i) {
      const Ways::Dependency& each = ways_.dependencies[i];
      rises_[i] = static_cast<std::uint8_t>(
          labels.next_vc(static_cast<int>(each.from), 0, static_cast<int>(each.to)));
    }
    std::fill(vcs_.begin(), vcs_.end(), 0);
    Worth worth;
    for (std::size_t state = 0; state < vcs_.size(); ++state) {
      const std::uint16_t vc = vcs_[state];
      if (!ways_.root[state]) {
        if (vc + 1 > worth.vcs) worth = {vc + 1, 0};
        if (vc + 1 == worth.vcs) {
          ++worth.states;
          worst_ = state;
        }
      }
      for (std::size_t i = ways_.first_hop[state]; i < ways_.first_hop[state + 1]; ++i) {
        const Ways::Hop& hop = ways_.hops[i];
        const auto then = static_cast<std::uint16_t>(vc + rises_[hop.dependency]);
        if (then > vcs_[hop.state]) vcs_[hop.state] = then;
      }
    }
    if (options_.numbering_done) options_.numbering_done();
    return worth;
  }

  /// Keeps the numbering if it is not worse than the best.
  bool keep(const DavcIds& ids) {
    const Worth worth = worth_of(ids);
    if (best_ < worth) return false;
    best_ = worth;
    report_.ids = ids;
    return true;
  }

  bool done() const {
    return report_.numberings >= options_.numberings || best_.vcs <= report_.at_least;
  }

  /// The number of numberings, or more than all that may be tried.
  std::uint64_t all_numberings() const {
    std::uint64_t product = 1;
    const auto times_factorial = [&](std::size_t n) {
      for (std::size_t i = 2; i <= n && product <= options_.numberings; ++i) product *= i;
    };
    if (numbers_nodes_) times_factorial(settings_.ids.nodes.size());
    if (numbers_ports_) {
      for (const auto& ports : settings_.ids.ports) times_factorial(ports.size());
    }
    return product;
  }

  void try_all() {
    DavcIds ids = netlist_ids(netlist_);
    std::vector<std::vector<std::uint32_t>*> digits;
    if (numbers_nodes_) digits.push_back(&ids.nodes);
    if (numbers_ports_) {
      for (auto& ports : ids.ports) digits.push_back(&ports);
    }
    while (true) {
      keep(ids);
      // An odometer whose digits are the permutations.
      std::size_t i = 0;
      while (i < digits.size() && !std::next_permutation(digits[i]->begin(), digits[i]->end())) ++i;
      if (i == digits.size()) return;
    }
  }

  /// Nodes in the order of a search from some switch, and ports in the order of their neighbours.
  void try_structured() {
    const std::vector<std::uint32_t> starts = {
        0, static_cast<std::uint32_t>(netlist_.switches.size() / 2),
        static_cast<std::uint32_t>(netlist_.switches.size() - 1)};
    std::vector<std::vector<std::uint32_t>> nodes = {settings_.ids.nodes};
    for (const std::uint32_t start : starts) nodes.push_back(breadth_first(start));
    for (const auto& order : nodes) {
      for (const bool descending : {false, true}) {
        if (done()) return;
        DavcIds ids = settings_.ids;
        if (numbers_nodes_) ids.nodes = order;
        if (numbers_nodes_ && descending) reverse(ids.nodes);
        if (!numbers_ports_) {
          keep(ids);
          continue;
        }
        keep(ids);
        ids.ports = ports_by_neighbour(order, descending);
        if (!done()) keep(ids);
      }
    }
  }

  static void reverse(std::vector<std::uint32_t>& ids) {
    for (std::uint32_t& id : ids) id = static_cast<std::uint32_t>(ids.size()) - 1 - id;
  }

  std::vector<std::uint32_t> breadth_first(SwitchId start) const {
    constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
    std::vector<std::vector<SwitchId>> next(netlist_.switches.size());
    for (const Link& link : netlist_.links) {
      if (link.from.type != Endpoint::Type::kSwitch || link.to.type != Endpoint::Type::kSwitch) {
        continue;
      }
      next[link.from.index].push_back(link.to.index);
    }
    std::vector<std::uint32_t> ids(next.size(), kUnseen);
    std::uint32_t id = 0;
    std::vector<SwitchId> queue;
    for (std::size_t i = 0; i <= next.size(); ++i) {
      // The start first, then whatever cannot be reached from it.
      const auto from = i == 0 ? start : static_cast<SwitchId>(i - 1);
      if (ids[from] != kUnseen) continue;
      queue.assign(1, from);
      ids[from] = id++;
      for (std::size_t j = 0; j < queue.size(); ++j) {
        for (const SwitchId to : next[queue[j]]) {
          if (ids[to] != kUnseen) continue;
          ids[to] = id++;
          queue.push_back(to);
        }
      }
    }
    return ids;
  }

  /// Hosts' ports first, then the others by the place of their neighbours in the order.
  std::vector<std::vector<std::uint32_t>> ports_by_neighbour(
      const std::vector<std::uint32_t>& order, bool descending) const {
    const PortMap ports(netlist_);
    std::vector<std::vector<std::uint32_t>> result;
    for (SwitchId id = 0; id < netlist_.switches.size(); ++id) {
      const auto key = [&](std::uint32_t port) {
        const int out = ports.link_out(id, static_cast<int>(port));
        if (out < 0) return std::int64_t{-1};
        const Endpoint& to = netlist_.links[static_cast<std::size_t>(out)].to;
        if (to.type == Endpoint::Type::kHost) return std::int64_t{-1};
        const auto place = static_cast<std::int64_t>(order[to.index]);
        return descending ? static_cast<std::int64_t>(order.size()) - 1 - place : place;
      };
      std::vector<std::uint32_t> list(settings_.ids.ports[id].size());
      std::iota(list.begin(), list.end(), 0u);
      std::stable_sort(list.begin(), list.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
      std::vector<std::uint32_t>& ids = result.emplace_back(list.size());
      for (std::uint32_t place = 0; place < list.size(); ++place) ids[list[place]] = place;
    }
    return result;
  }

  /// Swaps two ids at a time.
  void improve() {
    if (netlist_.switches.size() < 2) return;
    worth_of(report_.ids);
    std::vector<std::uint32_t> path = worst_path();
    while (!done()) {
      DavcIds ids = report_.ids;
      const bool nodes =
          numbers_nodes_ && (!numbers_ports_ || several_ports_.empty() || random_.below(2) == 0);
      if (!nodes && several_ports_.empty()) return;
      // A link of the path, or any.
      const std::uint32_t link =
          random_.below(2) == 0 ? path[random_.below(static_cast<std::uint32_t>(path.size()))]
                                : random_.below(static_cast<std::uint32_t>(netlist_.links.size()));
      const Endpoint& from = netlist_.links[link].from;
      const Endpoint& at = from.type == Endpoint::Type::kSwitch ? from : netlist_.links[link].to;
      if (nodes) {
        swap_with_any(ids.nodes, at.index);
      } else {
        swap_with_any(ids.ports[at.index], static_cast<std::uint32_t>(at.port));
      }
      if (keep(ids)) path = worst_path();
    }
  }

  void swap_with_any(std::vector<std::uint32_t>& ids, std::uint32_t index) {
    std::swap(ids[index], ids[random_.below(static_cast<std::uint32_t>(ids.size()))]);
  }

  /// Links of a path that needs the most VCs, after worth_of().
  std::vector<std::uint32_t> worst_path() const {
    std::vector<std::uint32_t> path = {ways_.link[worst_]};
    std::size_t state = worst_;
    while (!ways_.root[state]) {
      // States of a task are consecutive, and what leads to a state comes before it.
      std::size_t before = state;
      bool found = false;
      while (!found) {
        --before;
        for (std::size_t i = ways_.first_hop[before]; i < ways_.first_hop[before + 1]; ++i) {
          const Ways::Hop& hop = ways_.hops[i];
          found =
              found || (hop.state == state && vcs_[before] + rises_[hop.dependency] == vcs_[state]);
        }
      }
      state = before;
      path.push_back(ways_.link[state]);
    }
    return path;
  }

  const Netlist& netlist_;
  const DavcSettings& settings_;
  RelabelOptions options_;
  Random random_;
  Ways ways_;
  std::vector<std::uint8_t> rises_;  ///< per dependency
  std::vector<std::uint16_t> vcs_;   ///< per state
  std::size_t worst_ = 0;            ///< a state that needs the most VCs
  bool numbers_nodes_ = false, numbers_ports_ = false;
  std::vector<SwitchId> several_ports_;  ///< switches with more than one port
  Worth best_;
  RelabelReport report_;
};

}  // namespace

RelabelReport relabel(DavcRouting& routing, const RelabelOptions& options) {
  return Search(routing, options).run();
}

}  // namespace routing
}  // namespace netloom
