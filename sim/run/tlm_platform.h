#pragma once

#include <memory>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "sim/config/loaded_config.h"
#include "sim/config/override.h"
#include "tlm/fabric_config.h"
#include "tlm/fabric_network.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// What a TlmFabric is made from, of a configuration file: its section `tlm`, and the network, with
/// its faults, views and RTL blocks, and the first of its seeds.
///
///     TlmPlatform platform("network.yaml");
///     TlmFabric<64> fabric("fabric", platform.network(), platform.fabric());
class TlmPlatform {
 public:
  /// Error: as load_config(); and the file says what is sent, or has no section `tlm`.
  explicit TlmPlatform(const std::string& path, const std::vector<Override>& overrides = {});

  const TlmFabricConfig& fabric() const { return loaded_->config().tlm; }
  const Config& config() const { return loaded_->config(); }
  /// What it makes does not outlive this. Error: as Fabric.
  FabricNetworkMaker network() const;

 private:
  std::unique_ptr<LoadedConfig> loaded_;
};

}  // namespace sim
}  // namespace netloom
