#include "testbench/random/zero_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "routing/base/error.h"

namespace netloom::test {
namespace {

class ZeroLoad {
 public:
  explicit ZeroLoad(Examined& examined) : it_(examined) {}

  void look() {
    const int source = it_.draw.between(0, it_.hosts() - 1);
    const int destination = (source + it_.draw.between(1, it_.hosts() - 1)) % it_.hosts();
    const int phits = it_.draw.between(1, it_.config->traffic.packet_phits);
    const int start = it_.draw.between(0, 9);
    std::ofstream(it_.folder + "/zero_load.txt")
        << fmt::format("{} {} {} {}\n", start, source, destination, phits);
    Overrides overrides = {
        {"traffic", fmt::format("{{trace: zero_load.txt, packet_phits: {}, bytes_per_phit: 1}}",
                                it_.config->traffic.packet_phits)},
        {"simulation.quantum", "0"},
        {"simulation.counters", "[]"},
        {"simulation.stall_probability", "0"},
        {"simulation.completion_limit", "1000000"},
        {"simulation.sample_interval", "1000000"}};
    if (it_.has_live_faults()) overrides.push_back({"faults", "[]"});
    const Overrides length = it_.given_length();
    overrides.insert(overrides.end(), length.begin(), length.end());
    if (it_.config->network.switches.switching == Switching::kWormhole) {
      // In a smaller buffer the flits of a packet wait for credits.
      const int room =
          2 * (it_.config->traffic.packet_phits + it_.config->network.switches.flit_phits);
      overrides.push_back({"switch.input_buffer", std::to_string(room)});
      const auto& output = it_.config->network.switches.output_buffer;
      if (*std::max_element(output.begin(), output.end()) > 0) {
        overrides.push_back({"switch.output_buffer", std::to_string(room)});
      }
    }
    const Json point = it_.simulate("zero_load", it_.config_with(overrides), it_.requests.front());
    if (point.is_null()) return;
    const std::string packet =
        fmt::format("one packet of {} phits from {} to {}: ", phits, source, destination);
    if (!succeeded(point)) {
      it_.find("zero_load", packet + failure_text(point));
      return;
    }
    try {
      look_at_packet(point, static_cast<NodeId>(source), static_cast<NodeId>(destination), phits);
    } catch (const Error& error) {
      it_.find("zero_load", packet + error.what());
    }
  }

 private:
  void look_at_packet(const Json& point, NodeId source, NodeId destination, int phits) const {
    const std::vector<int> path = path_of(point, source, destination);
    const int switches = static_cast<int>(path.size()) - 1;
    if (point.at("hops").at("mean") != switches) {
      throw Error(
          fmt::format("{} hops over {} switches", point.at("hops").at("mean").dump(), switches));
    }
    const int routing = routing_delay();
    int latency = phits - 1 + switches * (routing + it_.config->network.switches.crossbar_delay);
    if (it_.config->network.switches.switching == Switching::kStoreAndForward) {
      latency += switches * (phits - 1);
    }
    for (const int link : path) latency += latency_of(link, routing);
    const Json& network = point.at("latency").at("network");
    const Json& generation = point.at("latency").at("generation");
    const int most = latency + (routing == 0 ? most_decisions(switches) : 0);
    const int least = latency + (routing == 0 ? least_decisions() : 0);
    if (network.at("mean") < least || network.at("mean") > most || network != generation) {
      throw Error(
          fmt::format("{} cycles in the network, {} from generation, over {} switches; "
                      "allowed by the formula: {}{}",
                      network.at("mean").dump(), generation.at("mean").dump(), switches, least,
                      most > least ? fmt::format(" to {}", most) : ""));
    }
    look_at_length(switches, source, destination);
  }

  /// Links that carried anything, from source to destination.
  std::vector<int> path_of(const Json& point, NodeId source, NodeId destination) const {
    const Netlist& netlist = it_.config->netlist;
    const Json& each = point.at("links").at("each");
    std::set<int> used;
    for (std::size_t i = 0; i < netlist.links.size(); ++i) {
      for (const Json& vc : each.at(i).at("vcs")) {
        if (vc.at("utilisation") != 0) used.insert(static_cast<int>(i));
      }
    }
    std::vector<int> path;
    if (!extend_path(path, used, {Endpoint::Type::kHost, source, 0}, destination)) {
      throw Error("it did not go along a path to its destination");
    }
    return path;
  }

  /// In an order in which a packet can take all of them; it may come to a switch twice.
  bool extend_path(std::vector<int>& path, std::set<int>& used, const Endpoint& at,
                   NodeId destination) const {
    if (used.empty()) return at.type == Endpoint::Type::kHost && at.index == destination;
    for (const int link : std::vector<int>(used.begin(), used.end())) {
      const Link& next = it_.config->netlist.links[static_cast<std::size_t>(link)];
      if (next.from.type != at.type || next.from.index != at.index) continue;
      path.push_back(link);
      used.erase(link);
      if (extend_path(path, used, next.to, destination)) return true;
      used.insert(link);
      path.pop_back();
    }
    return false;
  }

  /// As the configuration says, by Chien's model too.
  int routing_delay() const {
    const nlohmann::json& delay = it_.config->resolved.at("switch").at("routing_delay");
    if (delay.is_number()) return delay.get<int>();
    const auto number = [&](const char* name) { return delay.at(name).get<double>(); };
    return static_cast<int>(std::lround(
        number("base") * (number("constant") + number("selection") * std::log2(number("options"))) /
        number("constant")));
  }

  /// As the configuration says; of networks from files, as the file says.
  int latency_of(int link, int routing) const {
    const Netlist& netlist = it_.config->netlist;
    const Link& each = netlist.links[static_cast<std::size_t>(link)];
    const nlohmann::json& network = it_.config->resolved.at("network");
    if (!network.contains("latency") || network.at("topology") == "graph") return each.latency;
    std::string name = netlist.kinds[static_cast<std::size_t>(each.kind)];
    if (network.at("topology") == "ruft" && each.to.type == Endpoint::Type::kHost) name = "long";
    const nlohmann::json& latency = network.at("latency").at(name);
    if (latency.is_number()) return latency.get<int>();
    const int one = latency.at("link");
    return one + latency.at("stages").get<int>() *
                     (one + routing + it_.config->network.switches.crossbar_delay);
  }

  bool decides_at_source() const {
    static const std::set<std::string> kNames = {"val", "ugal_l", "ugal_g", "pb",     "tpr",
                                                 "lia", "acor",   "par",    "pb_acor"};
    return kNames.count(it_.config->routing_function) != 0;
  }
  /// With R = 0 a decision at the source takes a cycle; par may decide at the second switch again.
  int least_decisions() const { return decides_at_source() ? 1 : 0; }
  int most_decisions(int switches) const {
    return it_.config->routing_function == "par" && switches > 2 ? 2 : least_decisions();
  }

  /// Shortest where the function takes shortest paths only, and never longer than netloom check's
  /// longest path.
  void look_at_length(int switches, NodeId source, NodeId destination) const {
    static const std::set<std::string> kShortest = {"interval",      "destro",   "det_lin",
                                                    "dor",           "adaptive", "ecmp",
                                                    "shortest_path", "table",    "ruft"};
    const int shortest = shortest_way(source, destination);
    const std::string& function = it_.config->routing_function;
    const bool minimal =
        kShortest.count(function) != 0 || (function == "ft2ei" && it_.config->faults.empty());
    if (minimal && switches != shortest) {
      throw Error(fmt::format("{} switches, where {} are enough", switches, shortest));
    }
    const int longest = it_.check.at("longest").get<int>() + 1;
    if (switches < shortest || (it_.check.at("longest") != 0 && switches > longest)) {
      throw Error(fmt::format("{} switches; allowed: {} to {}", switches, shortest, longest));
    }
    if (function == "min" && switches > 4) throw Error("more than a local, a global, a local hop");
  }

  /// In switches.
  int shortest_way(NodeId source, NodeId destination) const {
    const Netlist& netlist = it_.config->netlist;
    std::vector<std::vector<SwitchId>> next(netlist.switches.size());
    SwitchId first = 0;
    SwitchId last = 0;
    for (const Link& link : netlist.links) {
      if (link.from.type == Endpoint::Type::kHost) {
        if (link.from.index == source) first = link.to.index;
      } else if (link.to.type == Endpoint::Type::kHost) {
        if (link.to.index == destination) last = link.from.index;
      } else {
        next[link.from.index].push_back(link.to.index);
      }
    }
    std::vector<int> switches(netlist.switches.size());
    std::queue<SwitchId> queue;
    switches[first] = 1;
    for (queue.push(first); !queue.empty(); queue.pop()) {
      for (const SwitchId to : next[queue.front()]) {
        if (switches[to] != 0) continue;
        switches[to] = switches[queue.front()] + 1;
        queue.push(to);
      }
    }
    return switches[last];
  }

  Examined& it_;
};

}  // namespace

void look_at_zero_load(Examined& examined) {
  ZeroLoad(examined).look();
}

}  // namespace netloom::test
