#include "sim/run/tlm_platform.h"

#include "routing/base/error.h"
#include "sim/run/fabric.h"

namespace netloom {
inline namespace sim {
namespace {

class ConfiguredNetwork final : public FabricNetwork {
 public:
  ConfiguredNetwork(const Config& config, std::uint32_t smallest_packet)
      : hosts_("hosts", static_cast<NodeId>(config.netlist.hosts.size())),
        fabric_(config, hosts_.source(), config.run.seeds.front(), bounds(smallest_packet)) {
    hosts_.join(fabric_.network());
  }

  ExternalHosts& hosts() override { return hosts_; }
  bool programmed() const override { return fabric_.manager().programmed(); }

 private:
  static TrafficBounds bounds(std::uint32_t smallest_packet) {
    TrafficBounds result;
    result.smallest_packet = static_cast<int>(smallest_packet);
    return result;
  }

  ExternalHosts hosts_;
  Fabric fabric_;
};

}  // namespace

TlmPlatform::TlmPlatform(const std::string& path, const std::vector<Override>& overrides)
    : loaded_(std::make_unique<LoadedConfig>(
          load_with_routing(path, overrides, TrafficSection::kOptional))) {
  const Config& config = loaded_->config();
  if (!config.resolved.contains("tlm")) {
    throw Error(path + ": says nothing of TLM-2.0 hosts; allowed: with the section tlm");
  }
  if (config.traffic.kind != TrafficConfig::Kind::kNone) {
    throw Error(path +
                ": traffic: the hosts of a TLM fabric send what their initiators issue; allowed: "
                "packet_phits alone");
  }
}

FabricNetworkMaker TlmPlatform::network() const {
  return [&config = loaded_->config()](std::uint32_t smallest_packet) {
    return std::make_unique<ConfiguredNetwork>(config, smallest_packet);
  };
}

}  // namespace sim
}  // namespace netloom
