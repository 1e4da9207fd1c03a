#pragma once

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// The costs of the parts in Equations 5.1 and 5.2, in any unit; the defaults are those of Table
/// 5.1. All >= 0. Source: [Fat-Trees 2010], section 5.4.1.
struct NetworkCostParameters {
  // Of each port of a switch.
  double buffer = 1;      ///< c_b
  double crossbar = 1;    ///< c_cr: the port's share of the crossbar
  double port_other = 1;  ///< c_po: connectors and the like
  // Of the control logic of a switch.
  double routing = 1;         ///< c_r in a fat-tree
  double ruft_routing = 0.6;  ///< c_r in a RUFT, whose crossbar is smaller
  double selection = 1;       ///< c_sf where the routing is adaptive
  double control_other = 1;   ///< c_clo
  // Of the links.
  double connector = 1;  ///< c_cn, of all links of the fat-tree
  double cable = 1;      ///< c_ml, of all cable of the fat-tree
  /// l_l of a RUFT, as a share of the fat-tree's: the way up is 0.5. Ideal: the links from the last
  /// stage to the hosts have no length. Worst: they are half as long again as the way down.
  double ruft_ideal_length = 0.5;
  double ruft_worst_length = 1.25;
  /// How much c_L counts beside c_S. [Fat-Trees 2010], section 5.4.1, leaves that open; 1 gives
  /// Table 5.3.
  double link_weight = 1;
};

}  // namespace sim
}  // namespace netloom
