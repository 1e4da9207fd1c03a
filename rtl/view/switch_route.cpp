#include "rtl/view/switch_route.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/davc/davc_vcs.h"
#include "routing/decision/port_matcher.h"
#include "routing/decision/route_decision.h"
#include "routing/decision/vc_decision.h"
#include "routing/function/dragonfly/local_pair_ports.h"
#include "routing/function/dragonfly/olm.h"
#include "routing/function/grid/dor_route.h"
#include "routing/function/grid/iodet_vcs.h"
#include "routing/function/table/table_route.h"
#include "routing/function/tree/destro_ports.h"
#include "routing/function/tree/fir.h"
#include "routing/function/tree/ft2ei.h"
#include "routing/function/tree/interval.h"
#include "routing/function/tree/ruft_ports.h"
#include "routing/registers/register_table.h"
#include "routing/topology/dragonfly_of.h"
#include "rtl/adapter/power_of_two.h"

namespace netloom {
inline namespace rtl {

/// What the router that was made last decides by, as its hooks have seen it; null: not by that.
struct SwitchRoutes::Decisions {
  PortMatcher* ports = nullptr;
  RouteDecision* route = nullptr;
  VcDecision* vcs = nullptr;
};

namespace {

std::string setting(const char* name, long long value) {
  return fmt::format("{}={}", name, value);
}

/// Of a tree, log2 of its k. Error: it is no whole number.
std::string digit_bits(int k) {
  if (!is_power_of_two(static_cast<std::uint32_t>(k))) {
    throw Error(fmt::format(
        "a switch in RTL takes digits of node numbers apart by their bits, and k is {}; allowed: a "
        "power of two",
        k));
  }
  return setting("DigitBits", log2_exactly(static_cast<std::uint32_t>(k)));
}

/// Bits of the strap that says a stage, in tree_route.
constexpr int kStageBits = 5;

/// DESTRO and DET-Lin.
SwitchRoute destro_route(const DestroPorts& destro, std::size_t hosts) {
  const int node_bits = bits_for(hosts);
  SwitchRoute result;
  result.place_bits = kStageBits + 1 + node_bits;
  result.place = zero_bits(result.place_bits);
  set_bits(result.place, 0, kStageBits, static_cast<std::uint64_t>(destro.stage()));
  set_bits(result.place, kStageBits, 1, destro.stage() + 1 == destro.n() ? 1 : 0);
  set_bits(result.place, kStageBits + 1, node_bits, destro.position());
  result.parameters = {
      "Route=3", digit_bits(destro.k()),
      setting("BySource", destro.ascent() == DestroPorts::Ascent::kBySource ? 1 : 0),
      setting("Nonminimal", destro.turn() == DestroPorts::Turn::kLastStage ? 1 : 0)};
  return result;
}

/// RUFT.
SwitchRoute ruft_route(const RuftPorts& ruft) {
  SwitchRoute result;
  result.parameters = {"Route=4", digit_bits(ruft.k())};
  result.place_bits = kStageBits;
  set_bits(result.place, 0, kStageBits, static_cast<std::uint64_t>(ruft.stage()));
  return result;
}

/// FT2EI.
SwitchRoute ft2ei_route(const SwitchShape& shape) {
  SwitchRoute result;
  result.parameters = {"Route=6", setting("FirstUp", shape.up_ports > 0 ? shape.first_up_port : 0),
                       setting("UpPorts", shape.up_ports),
                       setting("Exclusions", shape.exclusion_intervals)};
  result.down_ports = shape.first_up_port;
  return result;
}

/// A forwarding table: of each entry the words with its ports, and behind them those with its VCs.
/// `vcs`: channels of a port.
SwitchRoute table_route(const TableRoute& table, int vcs) {
  const int port_words = (table.ports() + 31) / 32;
  const int vc_words = (vcs + 31) / 32;
  const int word_bits = bits_for(static_cast<std::uint64_t>(port_words + vc_words));
  SwitchRoute result;
  result.parameters = {"Route=7"};
  for (NodeId host = 0; host < table.hosts(); ++host) {
    const Routed entry = table.entry(host);
    std::uint64_t address = std::uint64_t{host} << word_bits;
    const auto add = [&](std::uint64_t bits, int half) {
      result.table.push_back({address++, static_cast<std::uint32_t>(bits >> half * 32)});
    };
    for (int i = 0; i < port_words; ++i) add(entry.ports[static_cast<std::size_t>(i / 2)], i % 2);
    for (int i = 0; i < vc_words; ++i) add(entry.vcs, i % 2);
  }
  return result;
}

/// As grid_route has it.
enum class VcRule { kAll, kLowest, kIodet };

/// Dimension order.
SwitchRoute dor_route(const DorRoute& dor, VcRule rule) {
  const Grid& grid = dor.grid();
  int bits = 1;
  for (int d = 0; d < grid.dimensions(); ++d) {
    bits = std::max(bits, bits_for(static_cast<std::uint64_t>(grid.size(d))));
  }
  SwitchRoute result;
  result.place_bits = grid.dimensions() * bits;
  result.place = zero_bits(result.place_bits);
  std::string sizes, rings;
  for (int d = grid.dimensions() - 1; d >= 0; --d) {
    sizes += fmt::format("{:08x}", grid.size(d));
    rings += grid.wraps(d) ? '1' : '0';
    set_bits(result.place, static_cast<std::size_t>(d * bits), bits,
             static_cast<std::uint64_t>(dor.hops().here(d)));
  }
  result.parameters = {"Route=1",
                       setting("VcRule", static_cast<int>(rule)),
                       setting("Dimensions", grid.dimensions()),
                       setting("CoordinateWidth", bits),
                       setting("Concentration", grid.concentration()),
                       fmt::format("Sizes=1024'h{}", sizes),
                       fmt::format("Rings=32'b{}", rings),
                       setting("HostVcs", dor.host_vcs()),
                       setting("ClassVcs", dor.class_vcs()),
                       setting("Dateline", dor.dateline() ? 1 : 0),
                       setting("TiesPlus", dor.ties() == RingTies::kPlus ? 1 : 0)};
  return result;
}

/// Where a switch of a dragonfly is, as dragonfly_min has it: its group, its position there, and
/// the ports to each group. `more`: bits for what lies above them.
SwitchRoute place_in_dragonfly(const Dragonfly& dragonfly, SwitchId switch_id, int more) {
  const int ports = dragonfly.ports();
  const int group_bits = bits_for(static_cast<std::uint64_t>(dragonfly.groups()));
  const int position_bits = bits_for(static_cast<std::uint64_t>(dragonfly.a()));
  SwitchRoute result;
  result.place_bits = group_bits + position_bits + dragonfly.groups() * ports + more;
  result.place = zero_bits(result.place_bits);
  const auto set = [&result](int first, int count, int value) {
    set_bits(result.place, static_cast<std::size_t>(first), count,
             static_cast<std::uint64_t>(value));
  };
  const int here = dragonfly.group(switch_id);
  const int position = dragonfly.position(switch_id);
  set(0, group_bits, here);
  set(group_bits, position_bits, position);
  for (int group = 0; group < dragonfly.groups(); ++group) {
    if (group == here) continue;
    // Its own links go before those of others.
    std::set<int> own, over_others;
    for (int link = 0; link < dragonfly.links_between_groups(); ++link) {
      const Dragonfly::GlobalPort near = dragonfly.port_between(here, group, link);
      if (near.position == position) {
        own.insert(dragonfly.global_port(near));
      } else {
        over_others.insert(dragonfly.local_port(position, near.position));
      }
    }
    for (const int port : own.empty() ? over_others : own) {
      set(group_bits + position_bits + group * ports + port, 1, 1);
    }
  }
  result.parameters = {setting("Concentration", dragonfly.p()), setting("GroupSize", dragonfly.a()),
                       setting("Groups", dragonfly.groups())};
  return result;
}

bool has_global_link(const Dragonfly& dragonfly, SwitchId switch_id) {
  for (int port = dragonfly.first_global_port(); port < dragonfly.ports(); ++port) {
    if (dragonfly.group_behind(switch_id, port) >= 0) return true;
  }
  return false;
}

/// As in_transit_route has it.
enum class InTransitVcRule { kRlm, kOlm, kPar62 };

}  // namespace

SwitchRoutes::SwitchRoutes(const RoutingMaker& make_routing, const Netlist& netlist,
                           const std::string& function, const std::string& vc_policy)
    : netlist_(netlist),
      function_(function),
      lowest_vc_(vc_policy == "single"),
      decisions_(std::make_unique<Decisions>()) {
  DecisionHooks hooks;
  hooks.port_matcher = [this](SwitchId, int, std::unique_ptr<PortMatcher> reference) {
    decisions_->ports = reference.get();
    return reference;
  };
  hooks.route = [this](SwitchId, int, std::unique_ptr<RouteDecision> reference) {
    decisions_->route = reference.get();
    return reference;
  };
  hooks.vc_decision = [this](SwitchId, int, std::unique_ptr<VcDecision> reference) {
    decisions_->vcs = reference.get();
    return reference;
  };
  routing_ = make_routing(std::move(hooks));
}

SwitchRoutes::~SwitchRoutes() = default;

SwitchRoute SwitchRoutes::minimal_in_dragonfly(SwitchId switch_id) const {
  const Dragonfly dragonfly = dragonfly_of(netlist_, "routing function 'min'");
  SwitchRoute result = place_in_dragonfly(dragonfly, switch_id, 0);
  result.parameters.emplace_back("Route=2");
  return result;
}

SwitchRoute SwitchRoutes::in_transit(SwitchId switch_id, const InTransitVcs& vcs) const {
  const Dragonfly& dragonfly = *vcs.topology();
  SwitchRoute result = place_in_dragonfly(dragonfly, switch_id, dragonfly.ports());
  // Above the others, ports to switches of this group with global links.
  const int position = dragonfly.position(switch_id);
  const int first = result.place_bits - dragonfly.ports();
  for (int other = 0; other < dragonfly.a(); ++other) {
    const SwitchId neighbour = dragonfly.switch_id(dragonfly.group(switch_id), other);
    if (other == position || !has_global_link(dragonfly, neighbour)) continue;
    set_bits(result.place, static_cast<std::size_t>(first + dragonfly.local_port(position, other)),
             1, 1);
  }
  InTransitVcRule rule = InTransitVcRule::kRlm;
  if (dynamic_cast<const OlmRule*>(&vcs.rule()) != nullptr) rule = InTransitVcRule::kOlm;
  if (function_ == "par62") rule = InTransitVcRule::kPar62;
  const bool restricted = vcs.rule().local_restriction() == LocalRestriction::kParitySign;
  result.parameters.insert(result.parameters.end(),
                           {"Route=8", setting("InTransitRule", static_cast<int>(rule)),
                            setting("Restricted", restricted ? 1 : 0)});
  if (routing_->register_set() == "restricted_misrouting") {
    result.parameters.emplace_back("CongestionRule=1");
  }
  return result;
}

SwitchRoute SwitchRoutes::by_ports(SwitchId switch_id) const {
  const PortMatcher* const ports = decisions_->ports;
  if (const auto* const destro = dynamic_cast<const DestroPorts*>(ports)) {
    return destro_route(*destro, netlist_.hosts.size());
  }
  if (const auto* const ruft = dynamic_cast<const RuftPorts*>(ports)) return ruft_route(*ruft);
  if (const auto* const fir = dynamic_cast<const FirPorts*>(ports)) {
    return {{"Route=5", setting("Operand", fir->has_operand() ? 1 : 0)}};
  }
  if (dynamic_cast<const Ft2eiPorts*>(ports) != nullptr) {
    SwitchShape shape;
    routing_->complete_shape(switch_id, shape);
    return ft2ei_route(shape);
  }
  if (dynamic_cast<const IntervalPorts*>(ports) != nullptr) return {{"Route=0"}};
  throw Error(
      "no module of a switch in RTL decides as this implementation of the routing function does; "
      "allowed: fir, arithmetic");
}

SwitchRoute SwitchRoutes::of(SwitchId switch_id, int vcs) {
  *decisions_ = {};
  const std::unique_ptr<SwitchRouter> router = routing_->make_router(switch_id);
  const Decisions& by = *decisions_;
  const auto* const davc = dynamic_cast<const DavcVcs*>(by.vcs);
  const auto* const dor = dynamic_cast<const DorRoute*>(by.route);
  const auto* const table = dynamic_cast<const TableRoute*>(by.route);
  const bool iodet = dynamic_cast<const IodetVcs*>(by.vcs) != nullptr;
  const auto* const in_transit_vcs = dynamic_cast<const InTransitVcs*>(by.vcs);
  SwitchRoute result;
  if (in_transit_vcs != nullptr) {
    result = in_transit(switch_id, *in_transit_vcs);
  } else if (by.ports != nullptr) {
    result = by_ports(switch_id);
  } else if (table != nullptr) {
    result = table_route(*table, vcs);
  } else if (dor != nullptr) {
    result = dor_route(*dor, iodet ? VcRule::kIodet : lowest_vc_ ? VcRule::kLowest : VcRule::kAll);
  } else if (function_ == "min") {
    result = minimal_in_dragonfly(switch_id);
  } else if (function_ == "up_down") {
    result.parameters = {"Route=9"};
  } else {
    throw Error(
        "no module of a switch in RTL decides as this routing function does; allowed: destro, "
        "destro_nonminimal, det_lin, dor, ecmp, ft2ei, interval, min, olm, par62, rlm, ruft, "
        "shortest_path, table, up_down");
  }
  if (davc != nullptr) {
    result.parameters.insert(
        result.parameters.end(),
        {"Davc=1", setting("DavcFunction", static_cast<int>(davc->rule().function())),
         setting("Switches", static_cast<long long>(netlist_.switches.size()))});
  }
  return result;
}

}  // namespace rtl
}  // namespace netloom
