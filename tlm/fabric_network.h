#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "hw/config/config.h"
#include "hw/network/external_hosts.h"
#include "routing/base/visible.h"
#include "routing/decision/routing_function.h"
#include "routing/netlist/netlist.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// The network of a TlmFabric, whose hosts are played outside of it.
class FabricNetwork {
 public:
  virtual ~FabricNetwork() = default;

  /// The network is made with their source, and joined.
  virtual ExternalHosts& hosts() = 0;
  /// Whether the registers of its switches have their values.
  virtual bool programmed() const = 0;
};

/// Makes it, inside of the module that is being made. `smallest_packet`: phits, of those that the
/// fabric sends (NetworkConfig::smallest_packet).
using FabricNetworkMaker =
    std::function<std::unique_ptr<FabricNetwork>(std::uint32_t smallest_packet)>;

/// Of a netlist, its registers programmed over TLM-2.0. Without a smallest_packet in the
/// configuration it is the fabric's. Netlist and routing function outlive the network. Error: as
/// Network.
FabricNetworkMaker network_from(const Netlist& netlist, RoutingFunction& routing,
                                const NetworkConfig& config);

}  // namespace tlm
}  // namespace netloom
