#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/davc/rule.h"
#include "routing/decision/vc_decision.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The comparators of DAVC in one switch, with their registers: which VC a head takes on an output
/// port, from the VC and the input port where it is. Ports to and from hosts are not asked for.
/// Source: [DAVC 2018], section 5.4.
class DavcVcs final : public VcDecision {
 public:
  DavcVcs(DavcRule rule, int ports) : rule_(rule), sides_(static_cast<std::size_t>(ports)) {}

  const DavcRule& rule() const { return rule_; }

  void registers_written(const RegisterFile& file) override {
    node_ = file.value("NODE_ID", 0);
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      const int port = static_cast<int>(i);
      sides_[i].port = file.value("PORT_ID", port);
      sides_[i].neighbour = file.value("NEIGHBOUR_ID", port);
      sides_[i].neighbour_port = file.value("NEIGHBOUR_PORT", port);
    }
  }

  /// One VC, whether the link has it or not; none beyond the last that a switch can choose.
  std::uint64_t vcs(const RouteQuery& head, const VcHop& hop) override {
    const Side& in = sides_[static_cast<std::size_t>(head.input_port)];
    const Side& out = sides_[static_cast<std::size_t>(hop.output_port)];
    const int vc = rule_.next_vc(head.input_vc, in.neighbour_port, out.port, node_, out.neighbour);
    return vc < kMaxVcChoices ? std::uint64_t{1} << vc : 0;
  }

  std::string explain(const RouteQuery& head, const VcHop& hop,
                      const RegisterFile& registers) const override;

 private:
  /// What the switch knows of one port, as input and as output.
  struct Side {
    std::uint32_t port = 0;            ///< PORT_ID
    std::uint32_t neighbour = 0;       ///< NEIGHBOUR_ID
    std::uint32_t neighbour_port = 0;  ///< NEIGHBOUR_PORT
  };

  DavcRule rule_;
  std::uint32_t node_ = 0;
  std::vector<Side> sides_;
};

}  // namespace routing
}  // namespace netloom
