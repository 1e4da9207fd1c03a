#include "routing/function/table/next_hops.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string_view>
#include <utility>

#include "routing/base/error.h"
#include "routing/base/random.h"
#include "routing/base/text_file.h"

namespace netloom {
namespace {

constexpr std::uint64_t kMaxEntries = std::uint64_t{1} << 32;
constexpr std::uint32_t kMaxColumns = 1 << 24;  // a router packs column and port into 32 bits

bool is_switch(const Endpoint& end) {
  return end.type == Endpoint::Type::kSwitch;
}

bool between_switches(const Link& link) {
  return is_switch(link.from) && is_switch(link.to);
}

/// The links between switches, grouped by the switch they leave or enter.
class Neighbours {
 public:
  struct Hop {
    SwitchId switch_id;  ///< at the other end
    int port;            ///< output port of the link
  };
  enum class Side { kOut, kIn };

  Neighbours(const Netlist& netlist, Side side) : base_(netlist.switches.size() + 1, 0) {
    const auto near = [side](const Link& link) {
      return side == Side::kOut ? link.from.index : link.to.index;
    };
    for (const Link& link : netlist.links) {
      if (between_switches(link)) ++base_[near(link) + 1];
    }
    for (std::size_t i = 1; i < base_.size(); ++i) base_[i] += base_[i - 1];
    hops_.resize(base_.back());
    std::vector<std::size_t> next(base_.begin(), base_.end() - 1);
    for (const Link& link : netlist.links) {
      if (!between_switches(link)) continue;
      const SwitchId other = side == Side::kOut ? link.to.index : link.from.index;
      hops_[next[near(link)]++] = {other, link.from.port};
    }
  }

  const Hop* begin(SwitchId switch_id) const { return hops_.data() + base_[switch_id]; }
  const Hop* end(SwitchId switch_id) const { return hops_.data() + base_[switch_id + 1]; }

 private:
  std::vector<std::size_t> base_;
  std::vector<Hop> hops_;
};

/// The switches that hosts inject into, each once.
std::vector<SwitchId> injection_switches(const Netlist& netlist) {
  std::vector<bool> seen(netlist.switches.size());
  std::vector<SwitchId> result;
  for (const Link& link : netlist.links) {
    if (is_switch(link.from) || seen[link.to.index]) continue;
    seen[link.to.index] = true;
    result.push_back(link.to.index);
  }
  return result;
}

}  // namespace

std::size_t PortSet::Hash::operator()(const PortSet& set) const {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : set.words_) hash = Random::mix(hash ^ word);
  return hash;
}

void NextHopTables::Row::set_entry(std::uint32_t column, std::uint32_t value) {
  if (wide.empty()) {
    if (value <= 0xFF) {
      narrow[column] = static_cast<std::uint8_t>(value);
      return;
    }
    wide.assign(narrow.begin(), narrow.end());
    std::vector<std::uint8_t>().swap(narrow);
  }
  wide[column] = static_cast<std::uint16_t>(value);
}

void NextHopTables::Row::add_column(std::uint32_t value) {
  if (wide.empty()) {
    narrow.push_back(static_cast<std::uint8_t>(value));
  } else {
    wide.push_back(static_cast<std::uint16_t>(value));
  }
}

std::uint64_t next_hop_table_bytes(const Netlist& netlist) {
  std::vector<bool> has_hosts(netlist.switches.size());
  for (const Link& link : netlist.links) {
    if (!is_switch(link.to)) has_hosts[link.from.index] = true;
  }
  const auto columns =
      static_cast<std::uint64_t>(std::count(has_hosts.begin(), has_hosts.end(), true));
  return columns * netlist.switches.size();
}

NextHopTables::NextHopTables(const Netlist& netlist)
    : rows_(netlist.switches.size()),
      column_of_switch_(netlist.switches.size(), -1),
      column_of_host_(netlist.hosts.size()),
      delivery_port_(netlist.hosts.size()) {
  for (const Link& link : netlist.links) {
    if (is_switch(link.to)) continue;
    column_of_switch_[link.from.index] = 0;
    delivery_port_[link.to.index] = static_cast<std::uint8_t>(link.from.port);
  }
  // Columns in the order of the switches, whatever the order of the links.
  for (SwitchId i = 0; i < netlist.switches.size(); ++i) {
    if (column_of_switch_[i] < 0) continue;
    column_of_switch_[i] = static_cast<std::int64_t>(homes_.size());
    homes_.push_back(i);
  }
  owner_.assign(homes_.size(), -1);
  for (const Link& link : netlist.links) {
    if (is_switch(link.to)) continue;
    column_of_host_[link.to.index] = static_cast<std::uint32_t>(column_of_switch_[link.from.index]);
  }
  if (homes_.size() * rows_.size() > kMaxEntries) {
    throw Error(
        fmt::format("forwarding tables of {} switches for {} destinations have more than "
                    "the 2^32 entries allowed; use a routing function without tables",
                    rows_.size(), homes_.size()));
  }
  for (Row& row : rows_) row.narrow.assign(homes_.size(), std::uint8_t{kNoWay});
  for (std::uint32_t column = 0; column < columns(); ++column) {
    rows_[homes_[column]].set_entry(column, kDeliver);
  }
}

std::uint32_t NextHopTables::separate(NodeId host) {
  const std::uint32_t shared = column_of_host_[host];
  if (owner_[shared] >= 0) return shared;
  const std::uint32_t column = columns();
  if (column >= kMaxColumns || (std::uint64_t{column} + 1) * rows_.size() > kMaxEntries) {
    throw Error(fmt::format("forwarding tables of {} switches for {} destinations are too large",
                            rows_.size(), column + 1));
  }
  const SwitchId home_switch = homes_[shared];
  homes_.push_back(home_switch);
  owner_.push_back(host);
  column_of_host_[host] = column;
  for (Row& row : rows_) row.add_column(row.entry(shared));
  return column;
}

void NextHopTables::set(SwitchId at, std::uint32_t column, const PortSet& ports) {
  Row& row = rows_[at];
  if (ports.empty()) {
    row.set_entry(column, kNoWay);
    return;
  }
  const auto [it, is_new] =
      row.place.emplace(ports, kFirstSet + static_cast<std::uint32_t>(row.sets.size()));
  if (is_new) {
    // Sets replaced since may still be listed, so this bound is not reached by columns alone.
    if (it->second > 0xFFFF) {
      throw Error("a switch has more than 65534 different sets of next hops");
    }
    row.sets.push_back(ports);
  }
  row.set_entry(column, it->second);
}

const PortSet& NextHopTables::next_hops(SwitchId at, std::uint32_t column) const {
  static const PortSet none;
  const std::uint32_t value = entry(at, column);
  return value < kFirstSet ? none : rows_[at].sets[value - kFirstSet];
}

bool NextHopTables::deterministic() const {
  return std::all_of(rows_.begin(), rows_.end(), [](const Row& row) {
    return std::all_of(row.sets.begin(), row.sets.end(),
                       [](const PortSet& set) { return set.count() == 1; });
  });
}

std::string NextHopTables::column_name(const Netlist& netlist, std::uint32_t column) const {
  return owner_[column] >= 0 ? netlist.hosts[static_cast<std::size_t>(owner_[column])].name
                             : netlist.switches[homes_[column]].name;
}

NextHopTables all_shortest_paths(const Netlist& netlist) {
  NextHopTables tables(netlist);
  const Neighbours out(netlist, Neighbours::Side::kOut);
  const Neighbours in(netlist, Neighbours::Side::kIn);
  constexpr std::uint32_t kFar = ~std::uint32_t{0};
  std::vector<std::uint32_t> distance(netlist.switches.size());
  std::vector<SwitchId> order;
  order.reserve(netlist.switches.size());

  for (std::uint32_t column = 0; column < tables.columns(); ++column) {
    // Breadth first from the destination, against the direction of the links.
    std::fill(distance.begin(), distance.end(), kFar);
    order.assign(1, tables.home(column));
    distance[tables.home(column)] = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const Neighbours::Hop* hop = in.begin(order[i]); hop != in.end(order[i]); ++hop) {
        if (distance[hop->switch_id] != kFar) continue;
        distance[hop->switch_id] = distance[order[i]] + 1;
        order.push_back(hop->switch_id);
      }
    }
    for (std::size_t i = 1; i < order.size(); ++i) {
      PortSet nearer;
      for (const Neighbours::Hop* hop = out.begin(order[i]); hop != out.end(order[i]); ++hop) {
        if (distance[hop->switch_id] < distance[order[i]]) nearer.add(hop->port);
      }
      tables.set(order[i], column, nearer);
    }
  }
  return tables;
}

NextHopTables single_shortest_paths(const Netlist& netlist, TieBreak ties) {
  const NextHopTables all = all_shortest_paths(netlist);
  NextHopTables result(netlist);
  for (std::uint32_t column = 0; column < result.columns(); ++column) {
    for (SwitchId at = 0; at < netlist.switches.size(); ++at) {
      const PortSet& set = all.next_hops(at, column);
      if (set.empty()) continue;
      const auto count = static_cast<std::uint32_t>(set.count());
      const std::uint32_t chosen =
          ties == TieBreak::kLowest ? 0 : Random(result.home(column), at).below(count);
      PortSet one;
      std::uint32_t place = 0;
      set.for_each([&](int port) {
        if (place++ == chosen) one.add(port);
      });
      result.set(at, column, one);
    }
  }
  return result;
}

std::uint32_t require_complete(const Netlist& netlist, const NextHopTables& tables,
                               const std::string& where) {
  const std::vector<SwitchId> sources = injection_switches(netlist);
  const PortMap ports(netlist);
  std::vector<std::vector<SwitchId>> before(netlist.switches.size());  // on the ways to here
  std::vector<bool> seen(netlist.switches.size());
  std::vector<SwitchId> order;
  std::vector<std::uint32_t> undone(netlist.switches.size());    // next hops not yet gone back from
  std::vector<std::uint32_t> distance(netlist.switches.size());  // hops to the destination
  std::uint32_t longest = 0;
  // The column of a switch whose hosts all have their own is never looked up.
  std::vector<bool> used(tables.columns());
  for (NodeId host = 0; host < netlist.hosts.size(); ++host) used[tables.column_of(host)] = true;

  for (std::uint32_t column = 0; column < tables.columns(); ++column) {
    if (!used[column]) continue;
    const auto fail = [&](SwitchId at, const std::string& what) {
      throw Error(fmt::format("{}: switch {} {} to {}", where, netlist.switches[at].name, what,
                              tables.column_name(netlist, column)));
    };
    for (std::vector<SwitchId>& list : before) list.clear();
    std::fill(seen.begin(), seen.end(), false);
    order.clear();
    const auto visit = [&](SwitchId at) {
      if (seen[at]) return;
      seen[at] = true;
      order.push_back(at);
    };
    for (const SwitchId source : sources) visit(source);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const SwitchId at = order[i];
      if (at == tables.home(column)) continue;
      const PortSet& set = tables.next_hops(at, column);
      if (set.empty()) fail(at, "has no way");
      undone[at] = static_cast<std::uint32_t>(set.count());
      set.for_each([&](int port) {
        const int link = port < ports.ports(at) ? ports.link_out(at, port) : -1;
        if (link < 0 || !is_switch(netlist.links[static_cast<std::size_t>(link)].to)) {
          fail(at,
               fmt::format("has the port {}, which does not lead to a switch, as next hop", port));
        }
        const SwitchId next = netlist.links[static_cast<std::size_t>(link)].to.index;
        before[next].push_back(at);
        visit(next);
      });
    }

    // Where nothing goes in circles, each switch can be gone back to after all of its next hops.
    const SwitchId home = tables.home(column);
    const std::vector<SwitchId> reached = order;
    const std::size_t all = reached.size() + (seen[home] ? 0 : 1);
    std::fill(distance.begin(), distance.end(), 0);
    order.assign(1, home);
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const SwitchId at : before[order[i]]) {
        distance[at] = std::max(distance[at], distance[order[i]] + 1);
        if (--undone[at] == 0) order.push_back(at);
      }
    }
    if (order.size() < all) {
      // What can be reached has to be able to reach the destination all the same.
      std::fill(seen.begin(), seen.end(), false);
      order.clear();
      visit(home);
      for (std::size_t i = 0; i < order.size(); ++i) {
        for (const SwitchId at : before[order[i]]) {
          if (!seen[at]) distance[at] = distance[order[i]] + 1;
          visit(at);
        }
      }
      for (const SwitchId at : reached) {
        if (!seen[at]) fail(at, "has next hops that only lead in circles, never");
      }
    }
    for (const SwitchId source : sources) longest = std::max(longest, distance[source]);
  }
  return longest + 1;
}

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
      if (!is_switch(to)) {
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

}  // namespace netloom
