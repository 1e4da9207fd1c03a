#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/network/network.h"
#include "hw/nic/traffic_source.h"
#include "hw/switch/base/switch_observer.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "sim/config/config.h"
#include "sim/statistics/measurement.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// A packet as messages name it: the NIC of its source counts its packets from 0 on; with a reorder
/// buffer it counts those to each destination, and the destination belongs to the name.
struct PacketName {
  NodeId source = 0;
  std::optional<NodeId> destination;
  std::uint32_t number = 0;

  /// "h3:12", "h3:h7:12".
  std::string text(const Netlist& netlist) const;
};

/// Which packet of a run is asked for: by name, or one that is found by simulating.
struct PacketChoice {
  enum class Kind : std::uint8_t {
    kNamed,
    kSlowest,    ///< "slowest": largest network latency of the measured interval, the first such
    kPathClass,  ///< "minimal", …: the first delivered there on a path of this class
    kDeviated,   ///< "deviated": the first that took an emergency path and was delivered there
    kLost,       ///< "lost": the first of the run that failed links have cut or left no way
  };

  Kind kind = Kind::kNamed;
  PacketName name;         ///< kNamed
  std::string path_class;  ///< kPathClass
};

/// Reads "SOURCE:NUMBER" (with a reorder buffer "SOURCE:DESTINATION:NUMBER"; hosts by name or
/// number), "slowest", "deviated", "lost", or the name of a path class. Error: anything else, with
/// what is allowed.
PacketChoice parse_packet_choice(const std::string& text, const Config& config);

/// Finds the packet of a choice that is not kNamed: of ranks that run the network together, each in
/// what happens at its switches.
class PacketFinder final : public DeliveryWatcher, public SwitchObserver {
 public:
  /// All outlive it. Packets count that are delivered in begin <= cycle < end. Error: the function
  /// has no such path class.
  PacketFinder(const PacketChoice& choice, const RoutingFunction& routing, Cycle begin, Cycle end,
               bool name_has_destination);

  /// Watches a network that is not running yet, whose hosts report to this.
  void observe(Network& network);

  void delivered(const DeliveredPacket& packet) override;

  // For kLost it observes all switches.
  void delivered(const ObservedSwitch& at, int output, const Flit& flit, Cycle now) override;
  void lost(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;

  /// The packet that was found, in any rank.
  std::optional<PacketName> found(Ranks& ranks) const;

 private:
  bool fits(const DeliveredPacket& packet) const;
  bool better(const DeliveredPacket& packet, const DeliveredPacket& other) const;
  void keep_better(std::optional<DeliveredPacket>& best, const DeliveredPacket& packet) const;
  void consider(const DeliveredPacket& packet);
  /// Where a switch has failed, others may have run further: what they did then does not count.
  void end_window(Cycle known_until);

  const PacketChoice& choice_;
  const RoutingFunction& routing_;
  Cycle begin_, end_;
  bool name_has_destination_;
  std::size_t path_class_ = 0;
  std::optional<DeliveredPacket> best_;  ///< of the cycles of end_window()
  std::vector<DeliveredPacket> coming_;  ///< later ones that may be better
};

}  // namespace sim
}  // namespace netloom
