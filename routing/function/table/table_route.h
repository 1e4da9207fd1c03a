#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "routing/base/visible.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/vc_policy.h"
#include "routing/function/table/next_hops.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The forwarding table of a switch as a decision of it: for each host the ports that the table
/// lists, or the one that delivers to the host, and the VCs that any of them offers. A port takes
/// those of them that it offers itself.
class TableRoute final : public RouteDecision {
 public:
  /// `hosts`: of the network. `outputs`: of the switch.
  TableRoute(std::shared_ptr<const NextHopTables> tables, std::uint32_t hosts, SwitchId id,
             OutputVcs outputs)
      : tables_(std::move(tables)), hosts_(hosts), id_(id), outputs_(std::move(outputs)) {}

  std::uint32_t hosts() const { return hosts_; }
  int ports() const { return outputs_.ports(); }

  /// What the table has for a host. Without a way to it, no ports and no VCs.
  Routed entry(NodeId host) const {
    Routed result;
    const auto add = [&](int port) {
      result.add_port(port);
      result.vcs |= outputs_.mask(port);
    };
    const std::uint32_t column = tables_->column_of(host);
    if (tables_->entry(id_, column) == NextHopTables::kDeliver) {
      add(tables_->delivery_port(host));
    } else {
      tables_->next_hops(id_, column).for_each(add);
    }
    return result;
  }

  Routed route(const RouteQuery& head) override { return entry(head.destination); }
  std::uint64_t vcs_of(int port) const override { return outputs_.mask(port); }

 private:
  std::shared_ptr<const NextHopTables> tables_;
  std::uint32_t hosts_;
  SwitchId id_;
  OutputVcs outputs_;
};

}  // namespace routing
}  // namespace netloom
