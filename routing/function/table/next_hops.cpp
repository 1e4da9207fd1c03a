#include "routing/function/table/next_hops.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/random.h"

namespace netloom {
inline namespace routing {
namespace {

constexpr std::uint64_t kMaxEntries = std::uint64_t{1} << 32;
constexpr std::uint32_t kMaxColumns = 1 << 24;  // a router packs column and port into 32 bits

bool is_switch(const Endpoint& end) {
  return end.type == Endpoint::Type::kSwitch;
}

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

}  // namespace routing
}  // namespace netloom
