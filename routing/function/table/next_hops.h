#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A set of ports of one switch.
class PortSet {
 public:
  void add(int port) { words_[index(port)] |= bit(port); }
  bool contains(int port) const { return (words_[index(port)] & bit(port)) != 0; }
  bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  int count() const {
    int result = 0;
    for (const std::uint64_t word : words_) result += __builtin_popcountll(word);
    return result;
  }

  /// Calls `action(port)` for each port, in increasing order.
  template <class Action>
  void for_each(Action action) const {
    for_each_bit(words_.data(), words_.size(), action);
  }

  /// As bit vector of kMaxPorts bits.
  std::uint64_t* words() { return words_.data(); }
  const std::uint64_t* words() const { return words_.data(); }

  friend PortSet operator&(PortSet a, const PortSet& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  /// Those of `a` that are not in `b`.
  friend PortSet operator-(PortSet a, const PortSet& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }
  friend bool operator==(const PortSet& a, const PortSet& b) { return a.words_ == b.words_; }
  friend bool operator!=(const PortSet& a, const PortSet& b) { return !(a == b); }

  struct Hash {
    std::size_t operator()(const PortSet& set) const;
  };

 private:
  static std::size_t index(int port) { return static_cast<std::size_t>(port) / 64; }
  static std::uint64_t bit(int port) { return std::uint64_t{1} << (port % 64); }

  std::array<std::uint64_t, kMaxPorts / 64> words_{};
};

/// Forwarding tables of all switches: for every switch and destination the set of output ports
/// that a packet may take.
///
/// Destinations are kept in columns. The hosts of a switch share one, because the way to them is
/// the same up to that switch; a host gets a column of its own where a table treats it apart. A
/// switch stores each distinct set once and one byte per column that refers to it (two where it
/// has more than 254 distinct sets).
class NextHopTables {
 public:
  /// How a switch's entry for a column refers to its sets: the two special values, or 2 + the
  /// place in sets().
  static constexpr std::uint32_t kNoWay = 0;    ///< no next hop
  static constexpr std::uint32_t kDeliver = 1;  ///< the destination is at this switch
  static constexpr std::uint32_t kFirstSet = 2;

  /// Tables with a column for every switch that hosts are attached to, and no next hops. The
  /// netlist is valid. Error: the tables would have more than 2^32 entries.
  explicit NextHopTables(const Netlist& netlist);

  std::uint32_t columns() const { return static_cast<std::uint32_t>(homes_.size()); }
  std::uint32_t column_of(NodeId host) const { return column_of_host_[host]; }
  /// The column of the hosts of a switch that have none of their own; -1 if it has no hosts.
  std::int64_t column_of_switch(SwitchId switch_id) const { return column_of_switch_[switch_id]; }
  /// The switch that delivers to the column's hosts.
  SwitchId home(std::uint32_t column) const { return homes_[column]; }
  /// The output port of its switch that leads to the host.
  int delivery_port(NodeId host) const { return delivery_port_[host]; }

  /// Gives the host a column of its own (if it has none yet) with the entries of the one it had.
  std::uint32_t separate(NodeId host);

  /// Sets the next hops at a switch other than the column's home.
  void set(SwitchId at, std::uint32_t column, const PortSet& ports);
  /// Empty if there is no next hop, and at the column's home.
  const PortSet& next_hops(SwitchId at, std::uint32_t column) const;

  /// The reference of one entry; see kNoWay.
  std::uint32_t entry(SwitchId at, std::uint32_t column) const { return rows_[at].entry(column); }
  /// The distinct sets of a switch.
  const std::vector<PortSet>& sets(SwitchId at) const { return rows_[at].sets; }
  /// The entries of a switch, one byte each; nullptr if they are two bytes wide.
  const std::uint8_t* narrow_entries(SwitchId at) const {
    return rows_[at].wide.empty() ? rows_[at].narrow.data() : nullptr;
  }
  /// The entries of a switch, two bytes each; nullptr if they are one byte wide.
  const std::uint16_t* wide_entries(SwitchId at) const {
    return rows_[at].wide.empty() ? nullptr : rows_[at].wide.data();
  }

  /// No entry has more than one port.
  bool deterministic() const;

  /// "h7" or "s3": the destination of a column in messages and files.
  std::string column_name(const Netlist& netlist, std::uint32_t column) const;

 private:
  struct Row {
    std::vector<PortSet> sets;
    std::unordered_map<PortSet, std::uint32_t, PortSet::Hash> place;  ///< entry of a set
    std::vector<std::uint8_t> narrow;
    std::vector<std::uint16_t> wide;  ///< in use instead of `narrow` if not empty

    std::uint32_t entry(std::uint32_t column) const {
      return wide.empty() ? narrow[column] : wide[column];
    }
    void set_entry(std::uint32_t column, std::uint32_t value);
    void add_column(std::uint32_t value);
  };

  std::vector<Row> rows_;            ///< per switch
  std::vector<SwitchId> homes_;      ///< per column
  std::vector<std::int64_t> owner_;  ///< per column: the host it is for; -1: all others
  std::vector<std::int64_t> column_of_switch_;
  std::vector<std::uint32_t> column_of_host_;
  std::vector<std::uint8_t> delivery_port_;  ///< per host
};

/// Bytes of the entries of such tables on a network: what they take at least.
std::uint64_t next_hop_table_bytes(const Netlist& netlist);

/// Error, beginning with `where`, unless every host can reach every other: at each switch that a
/// packet can come to, there is a next hop, all of them lead to switches, and some sequence of next
/// hops ends at the destination. (That no other sequence goes in circles is for the connectivity
/// check to find out.)
/// Returns the switches on the longest way that the next hops lead a packet; to destinations where
/// some lead in circles, on the longest of the shortest ways by them.
std::uint32_t require_complete(const Netlist& netlist, const NextHopTables& tables,
                               const std::string& where);

}  // namespace routing
}  // namespace netloom
