#include "tlm/fabric_network.h"

#include <optional>

#include "tlm/managed_network.h"

namespace netloom {
inline namespace tlm {
namespace {

class NetlistNetwork final : public FabricNetwork {
 public:
  NetlistNetwork(const Netlist& netlist, RoutingFunction& routing, const NetworkConfig& config)
      : hosts_("hosts", static_cast<NodeId>(netlist.hosts.size())),
        managed_(netlist, routing, config, hosts_.source()) {
    hosts_.join(managed_.network());
  }

  ExternalHosts& hosts() override { return hosts_; }
  bool programmed() const override { return managed_.manager().programmed(); }

 private:
  ExternalHosts hosts_;
  ManagedNetwork managed_;
};

}  // namespace

FabricNetworkMaker network_from(const Netlist& netlist, RoutingFunction& routing,
                                const NetworkConfig& config) {
  return [&netlist, &routing, config](std::uint32_t smallest_packet) {
    NetworkConfig own = config;
    if (own.smallest_packet == 0) own.smallest_packet = static_cast<int>(smallest_packet);
    return std::make_unique<NetlistNetwork>(netlist, routing, own);
  };
}

}  // namespace tlm
}  // namespace netloom
