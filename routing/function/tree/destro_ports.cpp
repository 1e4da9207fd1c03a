#include "routing/function/tree/destro_ports.h"

#include <fmt/format.h>

#include <string>

namespace netloom {
inline namespace routing {

DestroPorts::DestroPorts(const FatTree& tree, SwitchId switch_id, Ascent ascent, Turn turn)
    : k_(static_cast<std::uint32_t>(tree.k())),
      n_(tree.n()),
      stage_(tree.stage(switch_id)),
      position_(tree.position(switch_id)),
      ascent_(ascent),
      turn_(turn),
      per_port_(tree.power(stage_)),
      first_(tree.first_below(switch_id)),
      below_(per_port_ * k_) {}

void DestroPorts::explain(const RouteQuery& query, const RegisterFile& /*registers*/,
                          Explanation& explanation) const {
  const std::string here = fmt::format("switch <{}, {}>", stage_, position_);
  std::string why;
  if (turn_ == Turn::kLastStage) {
    why = stage_ + 1 == n_   ? "the last stage"
          : goes_down(query) ? "the packet came in from above"
                             : "the packet came in from below";
  } else {
    why =
        fmt::format("destination {} is {}nodes {} to {} below it", query.destination,
                    goes_down(query) ? "one of the " : "none of the ", first_, first_ + below_ - 1);
  }
  const bool by_source = !goes_down(query) && ascent_ == Ascent::kBySource;
  const NodeId node = by_source ? query.source : query.destination;
  const std::uint32_t link = digit(node);
  explanation.decision.push_back(fmt::format("{}: {}; {} by link {}, digit {} of {} {}", here, why,
                                             goes_down(query) ? "down" : "up", link, stage_,
                                             by_source ? "source" : "destination", node));
  explanation.ports[static_cast<int>(goes_down(query) ? link : k_ + link)] =
      fmt::format("{} link {}", goes_down(query) ? "down" : "up", link);
}

}  // namespace routing
}  // namespace netloom
