#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/parameters.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Most hosts and switches of a network.
inline constexpr std::uint64_t kMaxHosts = std::uint64_t{1} << 24;
inline constexpr std::uint64_t kMaxSwitches = std::uint64_t{1} << 16;

/// One end of a directed link: a port of a switch, or the one port (0) of a host.
struct Endpoint {
  enum class Type : std::uint8_t { kSwitch, kHost };

  Type type = Type::kSwitch;
  std::uint32_t index = 0;  ///< number of the switch or host
  int port = 0;

  friend bool operator==(const Endpoint& a, const Endpoint& b) {
    return a.type == b.type && a.index == b.index && a.port == b.port;
  }
  friend bool operator!=(const Endpoint& a, const Endpoint& b) { return !(a == b); }
};

/// A directed channel. A cable is two of them. Output port and input port of the same number are
/// independent: unidirectional networks connect them to different neighbours.
struct Link {
  Endpoint from;
  Endpoint to;
  int latency = 1;  ///< cycles, 1 … kLongestLatency (routing/netlist/latency.h)
  int kind = 0;     ///< index into Netlist::kinds
};

struct SwitchInfo {
  std::string name;
  int ports = 0;  ///< 1 … kMaxPorts; a port without links is allowed
};

struct HostInfo {
  std::string name;
};

/// A network as parts and links: what is elaborated, written to files and read back.
struct Netlist {
  /// The topology that generated it and its resolved parameters; an empty name for a netlist that
  /// was written by hand.
  std::string topology;
  ParameterMap parameters;

  std::vector<std::string> kinds;  ///< link kinds; kinds[0] is always "host"
  std::vector<SwitchInfo> switches;
  std::vector<HostInfo> hosts;
  std::vector<Link> links;

  /// Index of the kind `name`, added if it is new.
  int kind(const std::string& name);

  /// Adds the two directed links of a cable.
  void add_cable(Endpoint a, Endpoint b, int latency, int kind);
};

/// Error, naming the link or part, unless: there is a switch and a host; indices and ports exist,
/// latencies are 1 … kLongestLatency, no output or input port is used twice, links with a host end
/// have the kind "host" and all others do not, each host has exactly one link in and one link out,
/// each to a switch; names are unique over switches and hosts, have no white space, control
/// character or '#', are not '*' and do not end like a port (".p1"); there are no more than
/// kMaxHosts hosts, kMaxSwitches switches, kMaxPorts ports.
void validate(const Netlist& netlist);

/// What is wrong with a netlist, and with which of its parts.
struct NetlistProblem {
  enum class Part : std::uint8_t { kNetwork, kKind, kSwitch, kHost, kLink };

  Part part = Part::kNetwork;
  std::size_t index = 0;  ///< of the kind, switch, host or link
  std::string message;    ///< names the part
};

/// The first problem that validate() would throw; nothing if the netlist is valid.
std::optional<NetlistProblem> find_problem(const Netlist& netlist);

/// "s3.p1" or "h7": how an end is named in messages and files.
std::string endpoint_name(const Netlist& netlist, const Endpoint& endpoint);

/// Look-up of links by port, built once from a valid netlist.
class PortMap {
 public:
  explicit PortMap(const Netlist& netlist);

  /// Index of the link that leaves (enters) the switch by this port; -1 if none.
  int link_out(SwitchId switch_id, int port) const { return out_[base_[switch_id] + port]; }
  int link_in(SwitchId switch_id, int port) const { return in_[base_[switch_id] + port]; }
  /// The host's injection link (host to switch) and ejection link (switch to host).
  int injection(NodeId host) const { return injection_[host]; }
  int ejection(NodeId host) const { return ejection_[host]; }
  int ports(SwitchId switch_id) const {
    return static_cast<int>(base_[switch_id + 1] - base_[switch_id]);
  }

 private:
  std::vector<std::size_t> base_;
  std::vector<int> out_, in_, injection_, ejection_;
};

}  // namespace routing
}  // namespace netloom
