#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "routing/decision/routing_function.h"
#include "routing/function/dragonfly/ascending_vcs.h"
#include "routing/topology/dragonfly.h"
#include "routing/topology/dragonfly_of.h"

namespace netloom {
inline namespace routing {
namespace {

/// The router of one switch: the candidates towards each group, and towards each switch of its own.
class MinRouter final : public SwitchRouter {
 public:
  MinRouter(std::shared_ptr<const Dragonfly> topology, const DragonflyVcs& vcs, SwitchId id)
      : topology_(std::move(topology)),
        id_(id),
        group_(topology_->group(id)),
        position_(topology_->position(id)),
        host_vcs_(vcs.host),
        output_(static_cast<std::size_t>(topology_->groups())) {
    for (int to = 0; to < topology_->groups(); ++to) {
      if (to == group_) continue;
      std::vector<int> outputs, over_others;
      for (int link = 0; link < topology_->links_between_groups(); ++link) {
        const Dragonfly::GlobalPort near = topology_->port_between(group_, to, link);
        if (near.position == position_) {
          outputs.push_back(topology_->global_port(near));
        } else {
          over_others.push_back(topology_->local_port(position_, near.position));
        }
      }
      if (outputs.empty()) outputs = std::move(over_others);
      std::uint16_t& output = output_[static_cast<std::size_t>(to)];
      if (outputs.size() == 1) {
        output = static_cast<std::uint16_t>(outputs[0]);
      } else {
        output = static_cast<std::uint16_t>(kMaxPorts + static_cast<int>(several_.size()));
        several_.push_back(std::move(outputs));
      }
    }
  }

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    const SwitchId end = topology_->switch_of(query.destination);
    if (end == id_) {
      const auto p = static_cast<NodeId>(topology_->p());
      candidates.add_vcs(static_cast<int>(query.destination % p), host_vcs_);
      return;
    }
    const int to = topology_->group(end);
    if (to == group_) {
      // VC 1 after a global hop. A packet that stays in its group may use it too, but has no need.
      const int vc = topology_->is_global_port(query.input_port) ? 1 : 0;
      candidates.add(topology_->local_port(position_, topology_->position(end)), vc);
      return;
    }
    const int output = output_[static_cast<std::size_t>(to)];
    if (output < kMaxPorts) {
      candidates.add(output, 0);
      return;
    }
    for (const int port : several_[static_cast<std::size_t>(output - kMaxPorts)]) {
      candidates.add(port, 0);
    }
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    const SwitchId end = topology_->switch_of(query.destination);
    explanation.decision.push_back(
        end == id_ ? "the destination is at this switch"
                   : "group " + std::to_string(group_) + ", minimally to switch " +
                         std::to_string(topology_->position(end)) + " of group " +
                         std::to_string(topology_->group(end)));
  }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  SwitchId id_;
  int group_;
  int position_;
  int host_vcs_;
  /// Per group: the port, or kMaxPorts + the place in several_.
  std::vector<std::uint16_t> output_;
  std::vector<std::vector<int>> several_;
};

/// Minimal routing in dragonflies, l-g-l: by a global link of the switch if it has one to the
/// destination's group, else over a switch that has. Free of deadlock with 2 local VCs and 1 global
/// one.
/// Source: [RLM-OLM 2013], section II.
class MinRouting final : public RoutingFunction {
 public:
  explicit MinRouting(const RoutingContext& context)
      : topology_(std::make_shared<const Dragonfly>(
            dragonfly_of(*context.netlist, "routing function 'min'"))),
        vcs_(ascending_vcs(context, "routing function 'min'", 2, 1)) {}

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return std::make_unique<MinRouter>(topology_, vcs_, switch_id);
  }

  std::optional<std::uint32_t> longest_way() const override { return 4; }

  /// One link between two groups is one way, and one VC on each hop.
  bool in_order() const override {
    return topology_->links_between_groups() == 1 && vcs_.host == 1;
  }
  bool depends_on_source() const override { return false; }
  bool tells_hosts_apart() const override { return false; }

 private:
  std::shared_ptr<const Dragonfly> topology_;
  DragonflyVcs vcs_;
};

const RoutingFunctionRegistry::Registration kMin("min",
                                                 {"minimal routing in dragonflies, l-g-l",
                                                  {},
                                                  "ff",
                                                  [](const RoutingContext& context) {
                                                    return std::make_unique<MinRouting>(context);
                                                  },
                                                  "ascending",
                                                  {{"local", 2}, {"global", 1}},
                                                  {},
                                                  true});

}  // namespace
}  // namespace routing
}  // namespace netloom
