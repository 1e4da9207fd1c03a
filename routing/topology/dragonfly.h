#pragma once

#include <cstdint>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/netlist/topology.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// How the global ports of the groups are connected to each other.
enum class GlobalArrangement : std::uint8_t { kPalmtree, kConsecutive, kRandom };

/// Sizes of a dragonfly.
struct DragonflySize {
  int p = 1;         ///< hosts per switch, >= 1
  int a = 2;         ///< switches per group, >= 1
  int h = 1;         ///< global ports per switch, >= 1
  int trunking = 1;  ///< t, links that each pair of groups has at the most groups; a is a multiple
  int g = 0;         ///< groups, 2 … a·h/t + 1; 0 = the most
};

/// Dragonfly: groups of switches, with a complete graph inside each group and one between the
/// groups.
///
/// Switch j of group i has number i·a + j; its hosts are p·number … p·number + p-1, at ports
/// 0 … p-1. Ports p … p+a-2 lead to the other switches of the group in the order of their numbers,
/// ports p+a-1 … p+a+h-2 are the global ones, m = 1 … h.
///
/// The global ports of a group are numbered h·j + m - 1 = 0 … a·h - 1 and divided into t equal
/// parts (trunks), of a/t switches each. Port e-1 of a part (e = 1 … g-1) leads to the group
/// - palmtree: i + e mod g, where the port back is e' = g - e. With the most groups that is port
///   h+1-m of switch a-1-j;
/// - consecutive: number e-1 of the others in increasing order;
/// - random: as consecutive, with the ports of every group drawn at random.
/// With fewer groups the ports left over go round again, as often as they are enough for all
/// groups: every pair has then t · floor((a·h/t) / (g-1)) links. The rest have no link.
///
/// Link kinds: "host", "local", "global".
/// Source: [RLM-OLM 2013], section II; the arrangement is Figure 1's.
class Dragonfly final : public Topology {
 public:
  /// A global port of a switch.
  struct GlobalPort {
    int position = 0;  ///< j, of the switch in its group
    int index = 0;     ///< m - 1
  };

  /// `seed`: of the random arrangement. Error: sizes that do not go together, or more hosts,
  /// switches or ports than a network may have.
  Dragonfly(const DragonflySize& size, GlobalArrangement arrangement, std::uint64_t seed);

  NetworkSize size() const override;
  Netlist netlist(const LatencyMap& latency) const override;

  int p() const { return p_; }
  int a() const { return a_; }
  int h() const { return h_; }
  int trunking() const { return trunking_; }
  int groups() const { return g_; }
  std::uint32_t switches() const { return static_cast<std::uint32_t>(g_) * width(); }
  std::uint32_t hosts() const { return switches() * static_cast<std::uint32_t>(p_); }
  int ports() const { return p_ + a_ - 1 + h_; }

  SwitchId switch_of(NodeId host) const { return host / static_cast<std::uint32_t>(p_); }
  int group(SwitchId id) const { return static_cast<int>(id / width()); }
  /// j: where in its group the switch is.
  int position(SwitchId id) const { return static_cast<int>(id % width()); }
  SwitchId switch_id(int group, int position) const {
    return static_cast<std::uint32_t>(group) * width() + static_cast<std::uint32_t>(position);
  }

  bool is_host_port(int port) const { return port < p_; }
  bool is_local_port(int port) const { return port >= p_ && port < first_global_port(); }
  bool is_global_port(int port) const { return port >= first_global_port(); }
  int first_global_port() const { return p_ + a_ - 1; }
  /// The port of the switch at `from` to the switch at `to` of the same group; from != to.
  int local_port(int from, int to) const { return p_ + (to < from ? to : to - 1); }
  /// Where a local port of the switch at `position` leads.
  int local_neighbour(int position, int port) const {
    return port - p_ < position ? port - p_ : port - p_ + 1;
  }
  int global_port(const GlobalPort& port) const { return first_global_port() + port.index; }

  /// The group to which a global port of a switch leads; -1 if it has no link.
  int group_behind(SwitchId id, int port) const;
  /// The switch to which it leads, which has one.
  SwitchId switch_behind(SwitchId id, int port) const;

  /// Links from one group to another: t for each round of the ports.
  int links_between_groups() const { return trunking_ * rounds_; }
  /// The ports in `from` of the links to `to`, `link` = 0 … links_between_groups()-1.
  GlobalPort port_between(int from, int to, int link) const;

 private:
  std::uint32_t width() const { return static_cast<std::uint32_t>(a_); }
  int slots() const { return a_ * h_; }
  /// e-1 of the port of a part that leads from a group to another, in every round.
  int place_of(int from, int to) const;
  /// The number among the global ports of a group of the port that the arrangement calls `slot`.
  int drawn(int group, int slot) const;

  int p_, a_, h_, trunking_, g_;
  GlobalArrangement arrangement_;
  std::uint64_t seed_;
  int rounds_ = 1;
  std::vector<int> port_of_slot_, slot_of_port_;  ///< random only: per group and slot, port
};

}  // namespace routing
}  // namespace netloom
