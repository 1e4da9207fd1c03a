#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/base/registry.h"
#include "routing/base/visible.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Latencies of links by kind name, or by a further key of the topology, in cycles.
using LatencyMap = std::map<std::string, int>;

/// How many parts a network has.
struct NetworkSize {
  std::uint64_t hosts = 0;
  std::uint64_t switches = 0;
  std::uint64_t links = 0;  ///< directed
};

/// A digit of the numbers of hosts.
struct HostDigit {
  std::uint32_t base = 1;
  bool is_coordinate = false;  ///< of the host's switch, in a grid
};

/// A regular network: knows its shape, names its parts, and writes itself down as a netlist.
class Topology {
 public:
  virtual ~Topology() = default;

  /// Of the network, without making it: what it will take is known before.
  virtual NetworkSize size() const = 0;

  /// The network with the given latencies; a kind that is not in the map gets 1 cycle, and a
  /// further key the latency of the kind that it is like.
  virtual Netlist netlist(const LatencyMap& latency) const = 0;

  /// What the numbers of the hosts are made of, from the lowest digit: what traffic patterns go by.
  /// None: they have no digits but their bits, and no coordinates.
  virtual std::vector<HostDigit> host_digits() const { return {}; }
};

/// A latency of its own for some links of a kind.
struct LatencyKey {
  std::string name;
  std::string meaning;  ///< a sentence without the full stop
  std::string like;     ///< the kind whose latency it has by default
};

/// A registered topology. The configuration's keys below `network` are `topology`, `latency` and
/// the parameters declared here.
struct TopologyEntry {
  static constexpr const char* kKind = "topology";

  std::string summary;  ///< one line for `netloom list`
  std::vector<Parameter> parameters;
  std::vector<std::string> link_kinds;  ///< kinds that the netlist uses, "host" first
  /// Makes one from resolved parameters. Error: values that do not go together.
  std::function<std::unique_ptr<Topology>(const ParameterMap&)> make;
  /// Keys of `network.latency` beside the link kinds.
  std::vector<LatencyKey> further_latencies = {};
  /// Default of `routing.function`; that of a netlist without a topology is the same as here.
  std::string default_function = "shortest_path";
};

using TopologyRegistry = Registry<TopologyEntry>;

/// The topology a netlist says it came from, or nullptr for a hand-written netlist.
std::unique_ptr<Topology> topology_of(const Netlist& netlist);

/// Error: `user` ("routing function 'dor'") is defined on `words` ("meshes and tori") only, and
/// this is none.
[[noreturn]] void fail_topology(const Netlist& netlist, const std::string& user,
                                const std::string& words);

/// The topology a netlist says it came from, which has to be a `Kind`. Error: as fail_topology().
template <class Kind>
std::shared_ptr<const Kind> topology_as(const Netlist& netlist, const std::string& user,
                                        const std::string& words) {
  const std::shared_ptr<const Topology> topology = topology_of(netlist);
  auto result = std::dynamic_pointer_cast<const Kind>(topology);
  if (result == nullptr) fail_topology(netlist, user, words);
  return result;
}

}  // namespace routing
}  // namespace netloom
