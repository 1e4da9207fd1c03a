#include "routing/decision/routing_delay.h"

#include <cmath>

namespace netloom {
inline namespace routing {

double routing_delay(const ChienDelay& model) {
  const double share = model.selection * std::log2(model.options) / model.constant;
  return std::round(model.base * (1 + share));
}

}  // namespace routing
}  // namespace netloom
