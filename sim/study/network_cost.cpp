#include "sim/study/network_cost.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

void check(const NetworkCostParameters& p) {
  const std::pair<const char*, double> values[] = {{"buffer", p.buffer},
                                                   {"crossbar", p.crossbar},
                                                   {"port_other", p.port_other},
                                                   {"routing", p.routing},
                                                   {"ruft_routing", p.ruft_routing},
                                                   {"selection", p.selection},
                                                   {"control_other", p.control_other},
                                                   {"connector", p.connector},
                                                   {"cable", p.cable},
                                                   {"ruft_ideal_length", p.ruft_ideal_length},
                                                   {"ruft_worst_length", p.ruft_worst_length},
                                                   {"link_weight", p.link_weight}};
  for (const auto& [name, value] : values) {
    if (std::isfinite(value) && value >= 0) continue;
    throw Error(fmt::format("network cost: {} is {}; allowed: 0 or more", name, value));
  }
}

NetworkCost cost_of(CostedNetwork network, int k, int n, const NetworkCostParameters& p) {
  const bool ruft = network == CostedNetwork::kRuftIdeal || network == CostedNetwork::kRuftWorst;
  // Ports count by direction: two of a fat-tree's for one of a RUFT's.
  const double ports = ruft ? k : 2.0 * k;
  const double links = ruft ? (n + 1) / (2.0 * n) : 1;
  double length = 1;
  if (network == CostedNetwork::kRuftIdeal) length = p.ruft_ideal_length;
  if (network == CostedNetwork::kRuftWorst) length = p.ruft_worst_length;

  NetworkCost cost;
  cost.switch_cost = ports * (p.buffer + p.crossbar + p.port_other) +
                     (ruft ? p.ruft_routing : p.routing) +
                     (network == CostedNetwork::kAdaptive ? p.selection : 0) + p.control_other;
  cost.link_cost = links * p.connector + length * p.cable;
  cost.total = cost.switch_cost + p.link_weight * cost.link_cost;
  return cost;
}

}  // namespace

const char* costed_network_name(CostedNetwork network) {
  switch (network) {
    case CostedNetwork::kAdaptive:
      return "adaptive";
    case CostedNetwork::kDeterministic:
      return "deterministic";
    case CostedNetwork::kRuftIdeal:
      return "ruft_ideal";
    case CostedNetwork::kRuftWorst:
      return "ruft_worst";
  }
  return "";
}

const char* costed_network_title(CostedNetwork network) {
  switch (network) {
    case CostedNetwork::kAdaptive:
      return "fat-tree, adaptive routing";
    case CostedNetwork::kDeterministic:
      return "fat-tree, deterministic routing";
    case CostedNetwork::kRuftIdeal:
      return "RUFT, ideal last links";
    case CostedNetwork::kRuftWorst:
      return "RUFT, worst last links";
  }
  return "";
}

NetworkCosts::NetworkCosts(int k, int n, const NetworkCostParameters& parameters) : costs_{} {
  if (k < 2) throw Error(fmt::format("network cost: k is {}; allowed: 2 or more", k));
  if (n < 1) throw Error(fmt::format("network cost: n is {}; allowed: 1 or more", n));
  check(parameters);
  for (const CostedNetwork network : kCostedNetworks) {
    costs_[static_cast<std::size_t>(network)] = cost_of(network, k, n, parameters);
  }
  const double reference = of(CostedNetwork::kDeterministic).total;
  if (!(reference > 0)) {
    throw Error(
        "network cost: the fat-tree with deterministic routing, to which costs are normalised, "
        "costs nothing; allowed: parameters that give it a cost above 0");
  }
  for (NetworkCost& each : costs_) each.relative = each.total / reference;
}

}  // namespace sim
}  // namespace netloom
