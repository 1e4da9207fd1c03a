#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "routing/base/visible.h"
#include "sim/config/network_cost_parameters.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// The networks that the model compares, all with the same k and n.
enum class CostedNetwork : std::uint8_t { kAdaptive, kDeterministic, kRuftIdeal, kRuftWorst };
inline constexpr std::array kCostedNetworks = {
    CostedNetwork::kAdaptive, CostedNetwork::kDeterministic, CostedNetwork::kRuftIdeal,
    CostedNetwork::kRuftWorst};

/// "adaptive", "deterministic", "ruft_ideal", "ruft_worst".
const char* costed_network_name(CostedNetwork network);
/// For people: "fat-tree, adaptive routing".
const char* costed_network_title(CostedNetwork network);

struct NetworkCost {
  double switch_cost = 0;  ///< c_S, [Fat-Trees 2010], Equation 5.1
  double link_cost = 0;    ///< c_L, Equation 5.2, relative to the fat-tree with as many stages
  double total = 0;        ///< c_S + link_weight · c_L
  double relative = 0;     ///< total, divided by that of the deterministic fat-tree
};

/// The relative network cost of [Fat-Trees 2010]. The switch costs n_p (c_b + c_cr + c_po) + c_r +
/// c_sf + c_clo, with n_p = 2k ports in a fat-tree and k in a RUFT; the links n_l c_cn + l_l c_ml,
/// with n_l = 1 and 0.5 + 1/(2n). The networks have equally many switches, so one switch stands for
/// all; its cost and that of the links, which is normalised to 1 + 1 for the fat-tree, are added.
/// Of the readings that the text allows, this one gives every digit of Table 5.3.
/// k >= 2, n >= 1. Error: out of range, a negative cost, or a deterministic fat-tree that costs
/// nothing. Source: [Fat-Trees 2010], section 5.4.1, Equations 5.1 and 5.2.
class NetworkCosts {
 public:
  NetworkCosts(int k, int n, const NetworkCostParameters& parameters = {});

  const NetworkCost& of(CostedNetwork network) const {
    return costs_[static_cast<std::size_t>(network)];
  }

 private:
  std::array<NetworkCost, kCostedNetworks.size()> costs_;
};

}  // namespace sim
}  // namespace netloom
