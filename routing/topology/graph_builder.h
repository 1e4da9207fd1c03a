#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace routing {

/// Latency of cables for which a file gives none: that of their kind, which is filled in later.
inline constexpr int kLatencyOfKind = 0;

/// Puts the network of a graph file together, and knows for every part at which line of the file it
/// stands, to name it when the network turns out to be invalid.
///
/// Hosts h0, h1, … are at the lowest ports of the switches, in the order of the switches; cables
/// take the ports after them, in their own order.
class GraphBuilder {
 public:
  explicit GraphBuilder(std::string file) : file_(std::move(file)) { netlist_.kind("host"); }

  /// Adds a switch with `hosts` hosts. `place`: "FILE:LINE". The name is new.
  SwitchId add_switch(const std::string& place, const std::string& name, int hosts);

  /// The switch of a name; nothing if there is none.
  std::optional<SwitchId> find_switch(const std::string& name) const;

  /// Adds a cable. Error: from a switch to itself, the kind "host", no port is left.
  void add_cable(const std::string& place, SwitchId a, SwitchId b, int latency,
                 const std::string& kind);

  /// The network; cables without latency have kLatencyOfKind. Error: it is not a valid one.
  Netlist finish();

 private:
  struct Cable {
    Endpoint a, b;
    int latency;
    int kind;
  };

  Endpoint next_port(const std::string& place, SwitchId id);

  std::string file_;
  Netlist netlist_;
  std::vector<int> hosts_;  ///< of each switch
  std::vector<Cable> cables_;
  std::unordered_map<std::string, SwitchId> switches_;
  std::vector<std::string> switch_places_, kind_places_;
};

/// A latency in cycles as it stands in a graph file. Error: not an integer from 1 to
/// kLongestLatency.
int parse_latency(const std::string& place, std::string_view text);

}  // namespace routing
}  // namespace netloom
