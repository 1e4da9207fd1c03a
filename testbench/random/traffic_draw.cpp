#include "testbench/random/traffic_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "sim/traffic/application.h"
#include "sim/traffic/pattern.h"
#include "testbench/random/schema_draw.h"

namespace netloom::test {
namespace {

/// The values that were drawn for declared parameters.
ParameterMap parameters_of(const std::vector<Parameter>& declared, const Json& from,
                           const std::string& where) {
  ParameterMap map;
  for (const Parameter& parameter : declared) {
    if (!from.contains(parameter.name)) continue;
    const Json& value = from.at(parameter.name);
    switch (parameter.type) {
      case Parameter::Type::kInteger:
        map[parameter.name] = value.get<std::int64_t>();
        break;
      case Parameter::Type::kReal:
        map[parameter.name] = value.get<double>();
        break;
      case Parameter::Type::kBoolean:
        map[parameter.name] = value.get<bool>();
        break;
      case Parameter::Type::kString:
        map[parameter.name] = value.get<std::string>();
        break;
      case Parameter::Type::kIntegerList:
        map[parameter.name] = value.get<std::vector<std::int64_t>>();
        break;
    }
  }
  return resolve_parameters(declared, map, where);
}

class TrafficDraw {
 public:
  TrafficDraw(Draw& draw, const Netlist& netlist, const TrafficBounds& bounds,
              ConfigurationText& configuration)
      : draw_(draw),
        netlist_(netlist),
        hosts_(static_cast<int>(netlist.hosts.size())),
        bounds_(bounds),
        configuration_(configuration) {}

  Json section() {
    Json traffic = Json::object();
    const int kind = draw_.between(0, 99);
    if (kind < 50) {
      open(traffic);
    } else if (kind < 68) {
      traffic["burst"] = {{"packets", draw_.between(1, 12)}};
      draw_.chance(0.25) ? mixture(traffic) : pattern_with_nodes(traffic);
    } else if (kind < 77) {
      trace_file(traffic);
    } else if (kind < 84) {
      disk_trace(traffic);
    } else {
      application(traffic);
    }
    if (bounds_.packet_phits != 16 || draw_.chance(0.3)) {
      traffic["packet_phits"] = bounds_.packet_phits;
    }
    return traffic;
  }

 private:
  double load() { return draw_.between(2, 100) / 100.0; }

  void open(Json& traffic) {
    const int form = draw_.between(0, 9);
    bool own_loads = false;
    if (form < 6) {
      pattern_with_nodes(traffic);
    } else if (form < 8) {
      mixture(traffic);
    } else {
      own_loads = phases(traffic);
    }
    if (!own_loads) {
      if (draw_.chance(0.2)) {
        const double first = draw_.between(2, 50) / 100.0;
        traffic["load"] = Json::array({first, 0.5 + first});
      } else {
        traffic["load"] = load();
      }
    }
    if (!draw_.chance(0.25)) return;
    Json reply = Json::object();
    if (draw_.chance(0.6)) reply["reply_phits"] = draw_.between(1, 2 * bounds_.packet_phits + 3);
    if (draw_.chance(0.6)) reply["delay"] = draw_.between(1, 60);
    traffic["request_reply"] = std::move(reply);
  }

  /// `pattern` with its parameters; none is uniform. One that is defined on the network.
  void pattern(Json& into) {
    if (draw_.chance(0.15)) return;
    const PatternRegistry& registry = PatternRegistry::instance();
    for (int tries = 0; tries < 30; ++tries) {
      const std::string name = draw_.one_of(registry.names());
      const PatternEntry& entry = registry.find(name);
      Json keys = Json::object();
      for (const Parameter& parameter : entry.parameters) {
        draw_keys(draw_, {parameter_key(parameter)}, 0.7, keys);
      }
      if (keys.contains("node")) keys["node"] = draw_.between(0, hosts_ - 1);
      if (keys.contains("block")) keys["block"] = draw_.between(1, std::max(1, hosts_ / 2));
      try {
        entry.make(netlist_, parameters_of(entry.parameters, keys, name), 1);
      } catch (const Error&) {
        continue;
      }
      into["pattern"] = name;
      into.update(keys);
      if (name == "permutation" && draw_.chance(0.5)) {
        into["file"] = "permutation.txt";
        configuration_.files["permutation.txt"] = permutation();
      }
      return;
    }
  }

  std::string permutation() {
    std::vector<int> to;
    for (int i = 0; i < hosts_; ++i) to.push_back(i);
    draw_.shuffle(to);
    std::string text = "# source destination\n";
    for (int i = 0; i < hosts_; ++i) {
      if (i > 0 && draw_.chance(0.1)) continue;
      const bool same = to[static_cast<std::size_t>(i)] == i && i == 0;
      text += fmt::format("{} {}\n", i, same ? to.back() : to[static_cast<std::size_t>(i)]);
      if (same) std::swap(to.front(), to.back());
    }
    return text;
  }

  /// Some of the hosts from `first` on.
  Json nodes(int first, int last) {
    const int size = last - first + 1;
    if (size > 2 && draw_.chance(0.3)) {
      return fmt::format("{}-{}/{}", first, last, draw_.between(1, 3));
    }
    if (draw_.chance(0.5)) return fmt::format("{}-{}", first, last);
    if (size == 1 || draw_.chance(0.3)) return first;
    return Json::array({first, fmt::format("{}-{}", first + 1, last)});
  }

  void pattern_with_nodes(Json& into) {
    pattern(into);
    if (!draw_.chance(0.25)) return;
    if (!into.contains("pattern")) into["pattern"] = "uniform";
    const int first = draw_.between(0, hosts_ - 1);
    into["nodes"] = nodes(first, draw_.between(first, hosts_ - 1));
  }

  void mixture(Json& into) {
    Json elements = Json::array();
    if (hosts_ >= 4 && draw_.chance(0.5)) {
      // Parts of the network with traffic of their own.
      const int split = draw_.between(2, hosts_ - 2);
      for (const auto& [first, last] : {std::pair(0, split - 1), std::pair(split, hosts_ - 1)}) {
        Json element = Json::object();
        const bool own_area = draw_.chance(0.5);
        if (!own_area) pattern(element);
        element["nodes"] = fmt::format("{}-{}", first, last);
        if (draw_.chance(0.3)) {
          element["nodes"] = Json::array({first, fmt::format("{}-{}", first + 1, last)});
        }
        if (own_area || draw_.chance(0.2)) element["own_area"] = own_area;
        elements.push_back(std::move(element));
      }
    } else {
      const int tenths = draw_.between(1, 9);
      for (const int share : {tenths, 10 - tenths}) {
        Json element = Json::object();
        pattern(element);
        element["share"] = share / 10.0;
        elements.push_back(std::move(element));
      }
    }
    into["mixture"] = std::move(elements);
  }

  /// Whether every phase has a load.
  bool phases(Json& into) {
    const bool own_loads = draw_.chance(0.4);
    const int count = draw_.between(1, 3);
    const int with_point_load = draw_.between(0, count - 1);
    Json elements = Json::array();
    int from = 0;
    for (int i = 0; i < count; ++i) {
      Json element = Json::object();
      if (i > 0 || draw_.chance(0.3)) element["from"] = from;
      draw_.chance(0.3) ? mixture(element) : pattern_with_nodes(element);
      if (own_loads || (i != with_point_load && draw_.chance(0.5))) element["load"] = load();
      if (element.empty()) element["pattern"] = "uniform";
      elements.push_back(std::move(element));
      from += draw_.between(1, std::max(1, bounds_.cycles / 2));
    }
    into["phases"] = std::move(elements);
    return own_loads;
  }

  void bytes(Json& traffic) {
    if (draw_.chance(0.5)) traffic["bytes_per_phit"] = draw_.between(1, 16);
  }

  void trace_file(Json& traffic) {
    traffic["trace"] = "trace.txt";
    bytes(traffic);
    const int phit = traffic.value("bytes_per_phit", 8);
    std::string text = "# cycle source destination bytes\n";
    for (int i = draw_.between(1, 40); i > 0; --i) {
      const int source = draw_.between(0, hosts_ - 1);
      const int destination = (source + draw_.between(1, hosts_ - 1)) % hosts_;
      text += fmt::format("{} {} {} {}\n", draw_.between(0, 300), source, destination,
                          draw_.between(1, 3 * phit * bounds_.packet_phits));
    }
    configuration_.files["trace.txt"] = std::move(text);
  }

  void disk_trace(Json& traffic) {
    Json trace = Json::object();
    draw_keys(draw_, map_schema({"traffic", "trace"}).keys, 0.4, trace);
    trace["disks"] = draw_.between(1, hosts_ - 1);
    trace["duration"] = draw_.between(1000, 4000);
    trace["burst"] = draw_.between(100, 600);
    trace["idle"] = draw_.between(50, 600);
    trace["request_gap"] = draw_.between(20, 120);
    trace["service"] = draw_.between(1, 300);
    trace["tail_gap"] = draw_.between(20, 400);
    trace["block_bytes"] = draw_.between(16, 200);
    trace["command_bytes"] = draw_.between(1, 64);
    trace["long_blocks"] = draw_.between(2, 6);
    const int hundredths = draw_.between(0, 100);
    trace["short_share"] = hundredths / 100.0;
    trace["long_share"] = draw_.between(0, 100 - hundredths) / 100.0;
    traffic["trace"] = std::move(trace);
    bytes(traffic);
  }

  void application(Json& traffic) {
    const ApplicationRegistry& registry = ApplicationRegistry::instance();
    for (;;) {
      Json application = {{"name", draw_.one_of(registry.names())}};
      const std::string name = application.at("name");
      const ApplicationEntry& entry = registry.find(name);
      Json keys = Json::object();
      for (const Parameter& parameter : entry.parameters) {
        if (parameter.type == Parameter::Type::kIntegerList) {
          if (draw_.chance(0.5)) keys[parameter.name] = lattice(name == "stencil_3d" ? 3 : 2);
        } else {
          draw_keys(draw_, {parameter_key(parameter)}, 0.6, keys);
        }
      }
      if (name == "graph500") {
        keys["scale"] = draw_.between(1, 5);
        keys["edge_factor"] = draw_.between(1, 4);
        if (keys.contains("root_degree")) keys["root_degree"] = draw_.between(1, 2);
      }
      int tasks = hosts_;
      if (keys.contains("grid")) {
        tasks = 1;
        for (const Json& each : keys.at("grid")) tasks *= each.get<int>();
      } else if (draw_.chance(0.4)) {
        application["tasks"] = tasks = draw_.between(2, hosts_);
      }
      if (tasks > hosts_) continue;
      try {
        const auto made = entry.make({static_cast<Task>(tasks), 1, 1},
                                     parameters_of(entry.parameters, keys, name));
        // Packets of a pair in several steps cannot be put into order.
        if (bounds_.reorders && made->packets_per_pair() == 0) continue;
      } catch (const Error&) {
        continue;
      }
      application.update(keys);
      if (draw_.chance(0.5)) application["placement"] = draw_.one_of({"consecutive", "random"});
      if (draw_.chance(0.5)) application["message_packets"] = draw_.between(1, 3);
      if (draw_.chance(0.5)) application["iterations"] = draw_.between(1, 3);
      if (draw_.chance(0.5)) application["compute"] = draw_.between(1, 60);
      traffic["application"] = std::move(application);
      return;
    }
  }

  Json lattice(int dimensions) {
    Json sizes = Json::array();
    for (int i = 0; i < dimensions; ++i) sizes.push_back(draw_.between(1, 4));
    return sizes;
  }

  Draw& draw_;
  const Netlist& netlist_;
  int hosts_;
  TrafficBounds bounds_;
  ConfigurationText& configuration_;
};

}  // namespace

void draw_traffic(Draw& draw, const Netlist& netlist, const TrafficBounds& bounds,
                  ConfigurationText& configuration) {
  configuration.keys["traffic"] = TrafficDraw(draw, netlist, bounds, configuration).section();
}

}  // namespace netloom::test
