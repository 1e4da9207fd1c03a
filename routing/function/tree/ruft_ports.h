#pragma once

#include <cstdint>
#include <string>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/decision/port_matcher.h"
#include "routing/registers/register_file.h"
#include "routing/topology/ruft.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Routing in RUFT by arithmetic, without registers: the switches of stage s take digit s of the
/// destination as the number of the output port.
/// Source: [Fat-Trees 2010], section 5.2.
class RuftPorts final : public PortMatcher {
 public:
  RuftPorts(const Ruft& network, SwitchId switch_id)
      : k_(static_cast<std::uint32_t>(network.k())),
        stage_(network.stage(switch_id)),
        weight_(network.power(stage_)) {}

  void registers_written(const RegisterFile& /*file*/) override {}

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    const std::uint32_t port = query.destination / weight_ % k_;
    ports[port >> 6] |= std::uint64_t{1} << (port & 63);
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    const std::uint32_t port = query.destination / weight_ % k_;
    explanation.ports[static_cast<int>(port)] =
        "digit " + std::to_string(stage_) + " of destination " + std::to_string(query.destination) +
        " is " + std::to_string(port);
  }

  // What straps tell the hardware.
  int k() const { return static_cast<int>(k_); }
  int stage() const { return stage_; }

 private:
  std::uint32_t k_;
  int stage_;
  std::uint32_t weight_;  ///< k^s
};

}  // namespace routing
}  // namespace netloom
