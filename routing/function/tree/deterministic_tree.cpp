#include "routing/function/tree/deterministic_tree.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/vc_policy.h"
#include "routing/function/tree/fir.h"
#include "routing/function/tree/forwarding_ports.h"
#include "routing/function/tree/port_match_router.h"
#include "routing/topology/kary_tree_of.h"

namespace netloom {
inline namespace routing {
namespace {

using Ascent = DestroPorts::Ascent;
using Turn = DestroPorts::Turn;

/// What the deterministic functions of fat-trees have in common: one way for each pair.
class FatTreeRouting : public RoutingFunction {
 public:
  FatTreeRouting(const RoutingContext& context, const std::string& name)
      : context_(context),
        tree_(fat_tree_of(*context.netlist, "routing function '" + name + "'")),
        ports_(*context.netlist),
        policy_(find_open_vc_policy(context.vc_policy, name)) {}

  bool in_order() const override { return offers_one_vc(policy_, context_.vcs); }

 protected:
  template <class Model>
  std::unique_ptr<SwitchRouter> router(SwitchId switch_id, Model model) const {
    return make_port_match_router(
        context_, switch_id, OutputVcs(context_, ports_, policy_, switch_id), std::move(model));
  }

  const FatTree& tree() const { return tree_; }
  int ports(SwitchId switch_id) const { return ports_.ports(switch_id); }

 private:
  RoutingContext context_;
  FatTree tree_;
  PortMap ports_;
  const VcPolicyEntry& policy_;
};

/// Flexible Interval Routing programmed for DESTRO or DET-Lin. Down links have the intervals of
/// adaptive routing and compare all bits; an up link compares the digit of its stage with its own
/// number, and yields to the down links.
/// Source: [Fat-Trees 2010], section 4.2.1, Figures 4.10 and 4.11.
class FirRouting final : public FatTreeRouting {
 public:
  /// Error: k is not a power of two, so that digits are no bits of node numbers.
  FirRouting(const RoutingContext& context, const std::string& name, Ascent ascent)
      : FatTreeRouting(context, name), ascent_(ascent) {
    if ((tree().k() & (tree().k() - 1)) != 0) {
      throw Error(fmt::format(
          "routing function '{}': FIR masks select the digits of node numbers only where k is a "
          "power of two, and k is {}; allowed: implementation: arithmetic or table",
          name, tree().k()));
    }
  }

  std::string register_set() const override {
    return ascent_ == Ascent::kBySource ? "fir_source" : "fir";
  }

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return router(switch_id, FirPorts(ports(switch_id), register_set()));
  }

  std::vector<RegisterWrite> register_program(SwitchId switch_id) const override {
    const auto k = static_cast<std::uint32_t>(tree().k());
    const int stage = tree().stage(switch_id);
    const std::uint32_t per_port = tree().power(stage);
    const NodeId first = tree().first_below(switch_id);
    const int rrr_words = (ports(switch_id) + 31) / 32;

    std::vector<RegisterWrite> program;
    const auto add = [&](std::uint32_t link, std::uint32_t lib, std::uint32_t uib,
                         std::uint32_t mask, std::uint32_t operand, std::uint32_t yields_to) {
      const auto port = static_cast<int>(link);
      program.push_back({"LIB", port, lib});
      program.push_back({"UIB", port, uib});
      program.push_back({"MR", port, mask});
      if (ascent_ == Ascent::kBySource) program.push_back({"OPERAND", port, operand});
      // The lowest `yields_to` ports go first.
      for (int word = 0; word < rrr_words; ++word) {
        const auto below = static_cast<std::uint32_t>(32 * word);
        const std::uint32_t bits = yields_to <= below ? 0 : yields_to - below;
        program.push_back(
            {"RRR", port, bits >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << bits) - 1, word});
      }
    };
    const std::uint32_t all = tree().hosts() - 1;  // a power of two less one
    for (std::uint32_t j = 0; j < k; ++j) {
      add(j, first + j * per_port, first + (j + 1) * per_port - 1, all, 0, 0);
    }
    if (stage + 1 < tree().n()) {
      for (std::uint32_t j = 0; j < k; ++j) {
        add(k + j, j * per_port, j * per_port, (k - 1) * per_port,
            ascent_ == Ascent::kBySource ? 1 : 0, k);
      }
    }
    return program;
  }

  bool depends_on_source() const override { return ascent_ == Ascent::kBySource; }

 private:
  Ascent ascent_;
};

/// The digits of node numbers themselves decide.
class ArithmeticRouting final : public FatTreeRouting {
 public:
  ArithmeticRouting(const RoutingContext& context, const std::string& name, Ascent ascent,
                    Turn turn)
      : FatTreeRouting(context, name), ascent_(ascent), turn_(turn) {}

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    return router(switch_id, DestroPorts(tree(), switch_id, ascent_, turn_));
  }

  bool depends_on_source() const override { return ascent_ == Ascent::kBySource; }
  std::vector<std::string> path_classes() const override {
    return {turn_ == Turn::kLastStage ? "last_stage" : "minimal"};
  }

 private:
  Ascent ascent_;
  Turn turn_;
};

/// A forwarding table in every switch, by destination; for DET-Lin a second one by source.
class ForwardingRouting final : public FatTreeRouting {
 public:
  ForwardingRouting(const RoutingContext& context, const std::string& name, Ascent ascent)
      : FatTreeRouting(context, name), ascent_(ascent) {}

  std::unique_ptr<SwitchRouter> make_router(SwitchId switch_id) override {
    const int k = tree().k();
    const int stage = tree().stage(switch_id);
    std::vector<std::uint8_t> up;
    up.reserve(tree().hosts());
    for (NodeId node = 0; node < tree().hosts(); ++node) {
      up.push_back(static_cast<std::uint8_t>(k + tree().digit(node, stage)));
    }
    // Up for all nodes but those behind the down links, block by block.
    std::vector<std::uint8_t> by_destination = up;
    NodeId node = tree().first_below(switch_id);
    for (int j = 0; j < k; ++j) {
      for (std::uint32_t i = 0; i < tree().power(stage); ++i, ++node) {
        by_destination[node] = static_cast<std::uint8_t>(j);
      }
    }
    if (ascent_ == Ascent::kByDestination) {
      return router(switch_id, ForwardingPorts(std::move(by_destination)));
    }
    return router(switch_id, ForwardingPorts(std::move(by_destination), std::move(up), k));
  }

  bool depends_on_source() const override { return ascent_ == Ascent::kBySource; }

 private:
  Ascent ascent_;
};

std::unique_ptr<RoutingFunction> make_minimal(const RoutingContext& context,
                                              const std::string& name, Ascent ascent) {
  const std::string& implementation = string_parameter(context.parameters, "implementation");
  if (implementation == "arithmetic") {
    return std::make_unique<ArithmeticRouting>(context, name, ascent, Turn::kNearestCommonAncestor);
  }
  if (implementation == "table") return std::make_unique<ForwardingRouting>(context, name, ascent);
  return std::make_unique<FirRouting>(context, name, ascent);
}

std::vector<Parameter> implementation_parameter() {
  return {named_choice(
      "implementation",
      "what decides: fir (masked intervals in registers; k a power of two), arithmetic (digits of "
      "node and switch numbers, no registers), or table (forwarding tables, which are not "
      "programmed over TLM)",
      {"fir", "arithmetic", "table"})};
}

}  // namespace

RoutingFunctionEntry deterministic_entry(const std::string& name, Ascent ascent,
                                         const std::string& summary) {
  RoutingFunctionEntry entry;
  entry.summary = summary;
  entry.parameters = implementation_parameter();
  entry.default_selection = "ff";
  entry.make = [name, ascent](const RoutingContext& context) {
    return make_minimal(context, name, ascent);
  };
  // A byte for each node, twice where the source counts too.
  entry.table_bytes = [ascent](const RoutingContext& context) {
    if (string_parameter(context.parameters, "implementation") != "table") return std::uint64_t{0};
    return std::uint64_t{context.netlist->switches.size()} * context.netlist->hosts.size() *
           (ascent == Ascent::kBySource ? 2 : 1);
  };
  return entry;
}

std::unique_ptr<RoutingFunction> make_arithmetic_routing(const RoutingContext& context,
                                                         const std::string& name, Ascent ascent,
                                                         Turn turn) {
  return std::make_unique<ArithmeticRouting>(context, name, ascent, turn);
}

}  // namespace routing
}  // namespace netloom
