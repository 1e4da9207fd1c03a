#include "testbench/random/table_draw.h"

#include <queue>
#include <vector>

namespace netloom::test {

std::string draw_forwarding_table(Draw& draw, const Netlist& netlist) {
  const auto switches = netlist.switches.size();
  std::vector<bool> has_hosts(switches);
  std::vector<std::vector<const Link*>> in(switches);
  for (const Link& link : netlist.links) {
    if (link.to.type == Endpoint::Type::kHost) {
      has_hosts[link.from.index] = true;
    } else if (link.from.type == Endpoint::Type::kSwitch) {
      in[link.to.index].push_back(&link);
    }
  }
  std::string text = "# switch destination ports\n";
  for (SwitchId destination = 0; destination < switches; ++destination) {
    if (!has_hosts[destination]) continue;
    std::vector<int> distance(switches, -1);
    std::vector<std::vector<int>> ports(switches);
    std::queue<SwitchId> next;
    distance[destination] = 0;
    for (next.push(destination); !next.empty(); next.pop()) {
      for (const Link* link : in[next.front()]) {
        int& of_sender = distance[link->from.index];
        if (of_sender < 0) {
          of_sender = distance[next.front()] + 1;
          next.push(link->from.index);
        }
        if (of_sender == distance[next.front()] + 1) {
          ports[link->from.index].push_back(link->from.port);
        }
      }
    }
    for (SwitchId at = 0; at < switches; ++at) {
      if (ports[at].empty() || at == destination) continue;
      draw.shuffle(ports[at]);
      const int count = draw.between(1, static_cast<int>(ports[at].size()));
      text += netlist.switches[at].name + ' ' + netlist.switches[destination].name;
      for (int i = 0; i < count; ++i) {
        text += ' ' + std::to_string(ports[at][static_cast<std::size_t>(i)]);
      }
      text += '\n';
    }
  }
  return text;
}

}  // namespace netloom::test
