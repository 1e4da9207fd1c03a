#include "routing/topology/edge_list.h"

#include <vector>

#include "routing/base/error.h"
#include "routing/base/text_file.h"
#include "routing/topology/graph_builder.h"

namespace netloom {
inline namespace routing {

Netlist read_edge_list(const std::string& file, int hosts_per_switch) {
  GraphBuilder graph(file);
  for_each_line(file, [&](const TextLine& line) {
    const std::vector<std::string>& words = line.words;
    if (words.size() < 2 || words.size() > 4) {
      throw Error(line.place + ": expected SWITCH SWITCH [LATENCY [KIND]]");
    }
    const auto switch_of = [&](const std::string& name) {
      const std::optional<SwitchId> known = graph.find_switch(name);
      return known ? *known : graph.add_switch(line.place, name, hosts_per_switch);
    };
    const SwitchId a = switch_of(words[0]);
    const SwitchId b = switch_of(words[1]);
    graph.add_cable(line.place, a, b,
                    words.size() > 2 ? parse_latency(line.place, words[2]) : kLatencyOfKind,
                    words.size() > 3 ? words[3] : "link");
  });
  return graph.finish();
}

}  // namespace routing
}  // namespace netloom
