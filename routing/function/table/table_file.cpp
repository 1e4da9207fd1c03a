#include "routing/function/table/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/text_file.h"

namespace netloom {
inline namespace routing {
namespace {

/// Collects the lines of a table file and turns them into tables.
class TableReader {
 public:
  explicit TableReader(const Netlist& netlist)
      : netlist_(netlist), ports_(netlist), tables_(netlist) {
    for (SwitchId i = 0; i < netlist.switches.size(); ++i) {
      switches_.emplace(netlist.switches[i].name, i);
    }
    for (NodeId i = 0; i < netlist.hosts.size(); ++i) hosts_.emplace(netlist.hosts[i].name, i);
  }

  NextHopTables read(const std::string& path) {
    for_each_line(path, [this](const TextLine& line) { read_line(line); });
    // From the general to the specific, so that the latter holds.
    for (const Entry& entry : all_) {
      for (std::uint32_t column = 0; column < tables_.columns(); ++column) {
        if (tables_.home(column) != entry.at) tables_.set(entry.at, column, entry.ports);
      }
    }
    for (const Entry& entry : to_switch_) {
      tables_.set(entry.at, static_cast<std::uint32_t>(tables_.column_of_switch(entry.destination)),
                  entry.ports);
    }
    for (const Entry& entry : to_host_) {
      tables_.set(entry.at, tables_.separate(entry.destination), entry.ports);
    }
    require_complete(netlist_, tables_, path);
    return std::move(tables_);
  }

 private:
  struct Entry {
    SwitchId at;
    std::uint32_t destination;
    PortSet ports;
  };

  [[noreturn]] static void fail(const TextLine& line, const std::string& message) {
    throw Error(line.place + ": " + message);
  }

  void read_line(const TextLine& line) {
    if (line.words.size() < 3) {
      fail(line, "expected SWITCH DESTINATION PORT [PORT ...]");
    }
    const auto at = switches_.find(line.words[0]);
    if (at == switches_.end()) {
      fail(line, fmt::format("there is no switch '{}' in the netlist", line.words[0]));
    }
    const auto [it, is_new] = places_.emplace(line.words[0] + ' ' + line.words[1], line.place);
    if (!is_new) {
      fail(line, fmt::format("switch {} already has an entry for {}, at {}", line.words[0],
                             line.words[1], it->second));
    }
    const PortSet ports = read_ports(line, at->second);
    const std::string& destination = line.words[1];
    if (destination == "*") {
      all_.push_back({at->second, 0, ports});
    } else if (const auto to = switches_.find(destination); to != switches_.end()) {
      if (tables_.column_of_switch(to->second) < 0) {
        fail(line, fmt::format("switch {} has no hosts, so nothing goes to it", destination));
      }
      check_not_home(line, at->second, to->second);
      to_switch_.push_back({at->second, to->second, ports});
    } else if (const auto host = hosts_.find(destination); host != hosts_.end()) {
      check_not_home(line, at->second, tables_.home(tables_.column_of(host->second)));
      to_host_.push_back({at->second, host->second, ports});
    } else {
      fail(line, fmt::format("the destination '{}' is neither a host nor a switch of the netlist, "
                             "nor *",
                             destination));
    }
  }

  void check_not_home(const TextLine& line, SwitchId at, SwitchId home) const {
    if (at != home) return;
    fail(line, fmt::format("{} is at switch {} itself, which delivers to its hosts without an "
                           "entry",
                           line.words[1], line.words[0]));
  }

  PortSet read_ports(const TextLine& line, SwitchId at) const {
    const SwitchInfo& info = netlist_.switches[at];
    PortSet ports;
    for (std::size_t i = 2; i < line.words.size(); ++i) {
      const std::optional<int> port = parse_number(line.words[i]);
      if (!port || *port >= info.ports) {
        fail(line, fmt::format("'{}' is not a port of switch {}; allowed: 0 to {}", line.words[i],
                               info.name, info.ports - 1));
      }
      const int link = ports_.link_out(at, *port);
      if (link < 0) {
        fail(line, fmt::format("no link leaves switch {} by port {}", info.name, *port));
      }
      const Endpoint& to = netlist_.links[static_cast<std::size_t>(link)].to;
      if (to.type != Endpoint::Type::kSwitch) {
        fail(line, fmt::format("port {} of switch {} leads to host {}, not to a switch", *port,
                               info.name, netlist_.hosts[to.index].name));
      }
      if (ports.contains(*port)) fail(line, fmt::format("port {} is listed twice", *port));
      ports.add(*port);
    }
    return ports;
  }

  const Netlist& netlist_;
  PortMap ports_;
  NextHopTables tables_;
  std::unordered_map<std::string_view, SwitchId> switches_;
  std::unordered_map<std::string_view, NodeId> hosts_;
  std::unordered_map<std::string, std::string> places_;  ///< "switch destination": where
  std::vector<Entry> all_, to_switch_, to_host_;
};

}  // namespace

NextHopTables read_tables(const Netlist& netlist, const std::string& path) {
  return TableReader(netlist).read(path);
}

void write_tables(const Netlist& netlist, const NextHopTables& tables, std::ostream& out) {
  out << "# Next hops: SWITCH DESTINATION PORT [PORT ...]\n"
         "# DESTINATION is a host, a switch (all its hosts) or * (all hosts); the most specific\n"
         "# line holds. Hosts of the switch itself need no line.\n";
  for (SwitchId at = 0; at < netlist.switches.size(); ++at) {
    for (std::uint32_t column = 0; column < tables.columns(); ++column) {
      const PortSet& set = tables.next_hops(at, column);
      if (set.empty()) continue;
      out << netlist.switches[at].name << ' ' << tables.column_name(netlist, column);
      set.for_each([&out](int port) { out << ' ' << port; });
      out << '\n';
    }
  }
}

}  // namespace routing
}  // namespace netloom
