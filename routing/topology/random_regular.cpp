#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/netlist/topology.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {
namespace {

const char kInRandomRegular[] = "topology random_regular";

using Neighbours = std::vector<std::vector<SwitchId>>;

/// Draws links between random free ends until every vertex has `degree`. When none of the ends that
/// are left may be joined, a random link gives way: it is replaced by two, from its ends to two of
/// those left (the construction of Jellyfish).
class RandomLinks {
 public:
  RandomLinks(std::uint32_t vertices, std::uint32_t degree, Random& random)
      : random_(random), neighbours_(vertices) {
    ends_.reserve(std::size_t{vertices} * degree);
    for (SwitchId vertex = 0; vertex < vertices; ++vertex) {
      neighbours_[vertex].reserve(degree);
      ends_.insert(ends_.end(), degree, vertex);
    }
  }

  /// Nothing if an end is left with which no link can change places.
  std::optional<Neighbours> draw() {
    while (!ends_.empty()) {
      const bool progress = draw_link() || join_first() || replace_link();
      if (!progress) return std::nullopt;
    }
    return std::move(neighbours_);
  }

 private:
  /// Joins two ends drawn at random; false if none of a few draws is a pair that may be joined.
  bool draw_link() {
    constexpr int kDraws = 16;
    for (int i = 0; i < kDraws; ++i) {
      if (join(drawn_end(), drawn_end())) return true;
    }
    return false;
  }

  /// Joins the first two ends that may be.
  bool join_first() {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      for (std::size_t j = i + 1; j < ends_.size(); ++j) {
        if (join(i, j)) return true;
      }
    }
    return false;
  }

  /// Takes away the first link, from a random place on, whose ends can be joined to the last two
  /// that are left.
  bool replace_link() {
    const SwitchId a = ends_[ends_.size() - 1];
    const SwitchId b = ends_[ends_.size() - 2];
    const auto vertices = static_cast<std::uint32_t>(neighbours_.size());
    const std::uint32_t start = random_.below(vertices);
    for (std::uint32_t i = 0; i < vertices; ++i) {
      const SwitchId c = (start + i) % vertices;
      if (!may_link(a, c)) continue;
      for (const SwitchId d : neighbours_[c]) {
        if (!may_link(b, d)) continue;
        unlink(c, d);
        unlink(d, c);
        link(a, c);
        link(b, d);
        ends_.resize(ends_.size() - 2);
        return true;
      }
    }
    return false;
  }

  std::size_t drawn_end() { return random_.below(static_cast<std::uint32_t>(ends_.size())); }

  bool join(std::size_t i, std::size_t j) {
    if (!may_link(ends_[i], ends_[j])) return false;
    link(ends_[i], ends_[j]);
    for (const std::size_t end : {std::max(i, j), std::min(i, j)}) {
      ends_[end] = ends_.back();
      ends_.pop_back();
    }
    return true;
  }

  bool may_link(SwitchId a, SwitchId b) const {
    const std::vector<SwitchId>& of_a = neighbours_[a];
    return a != b && std::find(of_a.begin(), of_a.end(), b) == of_a.end();
  }
  void link(SwitchId a, SwitchId b) {
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }
  void unlink(SwitchId from, SwitchId to) {
    std::vector<SwitchId>& list = neighbours_[from];
    list.erase(std::find(list.begin(), list.end(), to));
  }

  Random& random_;
  Neighbours neighbours_;
  std::vector<SwitchId> ends_;  ///< a vertex for each of its links that is still to be drawn
};

bool is_connected(const Neighbours& neighbours) {
  std::vector<bool> seen(neighbours.size(), false);
  std::vector<SwitchId> stack = {0};
  seen[0] = true;
  std::size_t found = 0;
  while (!stack.empty()) {
    const SwitchId at = stack.back();
    stack.pop_back();
    ++found;
    for (const SwitchId next : neighbours[at]) {
      if (seen[next]) continue;
      seen[next] = true;
      stack.push_back(next);
    }
  }
  return found == neighbours.size();
}

/// All that are not neighbours.
Neighbours complement(const Neighbours& neighbours) {
  Neighbours result(neighbours.size());
  for (SwitchId a = 0; a < neighbours.size(); ++a) {
    std::vector<bool> linked(neighbours.size(), false);
    linked[a] = true;
    for (const SwitchId b : neighbours[a]) linked[b] = true;
    for (SwitchId b = 0; b < neighbours.size(); ++b) {
      if (!linked[b]) result[a].push_back(b);
    }
  }
  return result;
}

template <class Value>
void shuffle(std::vector<Value>& values, Random& random) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[random.below(static_cast<std::uint32_t>(i))]);
  }
}

/// A cycle through all vertices: what a connected graph of degree 2 is.
Neighbours random_cycle(std::uint32_t vertices, Random& random) {
  std::vector<SwitchId> order(vertices);
  std::iota(order.begin(), order.end(), SwitchId{0});
  shuffle(order, random);
  Neighbours result(vertices);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const SwitchId next = order[(i + 1) % order.size()];
    result[order[i]].push_back(next);
    result[next].push_back(order[i]);
  }
  return result;
}

/// A connected simple graph in which every vertex has `degree` neighbours, in random order. There
/// is one with this number of vertices.
Neighbours random_regular_graph(std::uint32_t vertices, std::uint32_t degree, std::uint64_t seed) {
  // Dense graphs are drawn by the links that they do not have.
  const bool dense = degree > (vertices - 1) / 2;
  Neighbours result;
  for (std::uint64_t attempt = 0; result.empty(); ++attempt) {
    Random random(seed, attempt);
    if (degree == 2) {
      result = random_cycle(vertices, random);
    } else {
      std::optional<Neighbours> drawn =
          RandomLinks(vertices, dense ? vertices - 1 - degree : degree, random).draw();
      if (drawn && dense) drawn = complement(*drawn);
      if (!drawn || !is_connected(*drawn)) continue;
      result = std::move(*drawn);
    }
    for (std::vector<SwitchId>& list : result) shuffle(list, random);
  }
  return result;
}

/// Sizes of a random regular graph.
struct RandomRegularSize {
  std::uint32_t switches = 0;          ///< >= 2
  std::uint32_t ports = 0;             ///< of a switch
  std::uint32_t degree = 0;            ///< ports to other switches
  std::uint32_t hosts_per_switch = 0;  ///< >= 1
};

/// Random regular graph, RRG(switches, ports, degree), the topology of Jellyfish: every switch has
/// a cable to each of `degree` others that are drawn from the seed. The graph is connected, and two
/// switches have at most one cable.
///
/// Hosts h·i … h·i + h-1 are at ports 0 … h-1 of switch i; ports h … h + degree - 1 lead to other
/// switches, which one to which is drawn too. Further ports have no link.
///
/// Link kinds: "host", "link".
/// Source: [DAVC 2018], section 7.1 (there RRG(876, 23, 17) with 6 hosts per switch),
/// and the construction of [Jellyfish 2012].
class RandomRegular final : public Topology {
 public:
  /// Error: sizes of which no such graph exists, or larger than a network may be.
  RandomRegular(const RandomRegularSize& size, std::uint64_t seed) : size_(size), seed_(seed) {
    const auto fail = [](const std::string& message) {
      throw Error(std::string(kInRandomRegular) + ": " + message);
    };
    const std::string degree = "degree is " + std::to_string(size_.degree);
    const std::string switches = std::to_string(size_.switches) + " switches";
    check_size(kInRandomRegular, std::uint64_t{size_.switches} * size_.hosts_per_switch,
               size_.switches, size_.ports);
    if (size_.degree >= size_.switches) {
      fail(degree + "; allowed with " + switches + ": up to " + std::to_string(size_.switches - 1) +
           ", one cable to every other switch");
    }
    if (std::uint64_t{size_.switches} * size_.degree % 2 != 0) {
      fail(degree + " with " + switches +
           ": a cable has two ends, so one of the two numbers must be even");
    }
    if (size_.degree == 1 && size_.switches > 2) {
      fail(degree + ", with which " + switches + " cannot be connected; allowed: 2 or more");
    }
    if (size_.hosts_per_switch + size_.degree > size_.ports) {
      fail(std::to_string(size_.hosts_per_switch) + " hosts and " + std::to_string(size_.degree) +
           " other switches are more than the " + std::to_string(size_.ports) +
           " ports of a switch");
    }
    neighbours_ = random_regular_graph(size_.switches, size_.degree, seed_);
  }

  NetworkSize size() const override {
    const std::uint64_t hosts = std::uint64_t{size_.switches} * size_.hosts_per_switch;
    return {hosts, size_.switches, 2 * hosts + std::uint64_t{size_.switches} * size_.degree};
  }

  Netlist netlist(const LatencyMap& latency) const override {
    Netlist netlist;
    netlist.topology = "random_regular";
    netlist.parameters = {{"switches", std::int64_t{size_.switches}},
                          {"ports", std::int64_t{size_.ports}},
                          {"degree", std::int64_t{size_.degree}},
                          {"hosts_per_switch", std::int64_t{size_.hosts_per_switch}},
                          {"graph_seed", static_cast<std::int64_t>(seed_)}};
    const int host_kind = netlist.kind("host");
    const int link_kind = netlist.kind("link");
    const int host_latency = latency_of(latency, "host");
    const int link_latency = latency_of(latency, "link");
    for (SwitchId id = 0; id < size_.switches; ++id) {
      add_switch(netlist, static_cast<int>(size_.ports));
    }
    add_switch_hosts(netlist, size_.hosts_per_switch, host_latency, host_kind);
    for (SwitchId from = 0; from < size_.switches; ++from) {
      for (const SwitchId to : neighbours_[from]) {
        if (to < from) continue;
        netlist.add_cable(switch_end(from, port(from, to)), switch_end(to, port(to, from)),
                          link_latency, link_kind);
      }
    }
    return netlist;
  }

 private:
  int port(SwitchId from, SwitchId to) const {
    const std::vector<SwitchId>& list = neighbours_[from];
    return static_cast<int>(size_.hosts_per_switch) +
           static_cast<int>(std::find(list.begin(), list.end(), to) - list.begin());
  }

  RandomRegularSize size_;
  std::uint64_t seed_;
  Neighbours neighbours_;  ///< of each switch, in the order of its ports
};

std::unique_ptr<Topology> make_random_regular(const ParameterMap& parameters) {
  const auto value = [&parameters](const char* name) {
    return static_cast<std::uint32_t>(integer_parameter(parameters, name));
  };
  RandomRegularSize size;
  size.switches = value("switches");
  size.ports = value("ports");
  size.degree = value("degree");
  if (parameters.count("hosts_per_switch") != 0) {
    size.hosts_per_switch = value("hosts_per_switch");
  } else if (size.ports > size.degree) {
    size.hosts_per_switch = size.ports - size.degree;
  } else {
    throw Error(std::string(kInRandomRegular) + ": degree is " + std::to_string(size.degree) +
                "; allowed with " + std::to_string(size.ports) + " ports: up to " +
                std::to_string(size.ports - 1) + ", since a switch has at least one host");
  }
  return std::make_unique<RandomRegular>(
      size, static_cast<std::uint64_t>(integer_parameter(parameters, "graph_seed")));
}

const TopologyRegistry::Registration kRandomRegular(
    "random_regular",
    {"random regular graph (Jellyfish): every switch has cables to the same number of others",
     {declare_integer("switches", "switches", 2, double{kMaxSwitches}),
      declare_integer("ports", "ports of a switch", 2, kMaxPorts),
      declare_integer("degree", "ports that lead to other switches; switches · degree is even", 1,
                      kMaxPorts - 1),
      declare_optional_integer("hosts_per_switch",
                               "hosts at every switch; ports - degree unless given", 1,
                               kMaxPorts - 1),
      declare_integer("graph_seed", "seed from which the graph is drawn", 0, 1e9, 1)},
     {"host", "link"},
     make_random_regular});

}  // namespace
}  // namespace routing
}  // namespace netloom
