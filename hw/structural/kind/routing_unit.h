#pragma once

#include <cstddef>

#include "hw/structural/base/part.h"
#include "hw/structural/base/part_registry.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// A routing unit: finds out what the flits at the fronts of input channels may take
/// (docs/timing.md, rules 2 and 3). An input port has one, or the switch.
class RoutingUnit : public Part, public ExchangeablePart<RoutingUnit, int /*first*/, int> {
 public:
  static constexpr const char* kKind = "routing unit";

  // Per channel.
  sc_core::sc_vector<sc_core::sc_in<Head>> head_i;
  sc_core::sc_vector<sc_core::sc_in<Grant>> grant_i;
  sc_core::sc_vector<sc_core::sc_in<Decision>> decision_i;
  sc_core::sc_vector<sc_core::sc_out<Request>> request_o;

 protected:
  /// It serves the channels first … first + count-1.
  RoutingUnit(sc_core::sc_module_name name, SwitchParameters& of, int first, int count)
      : Part(name, of),
        head_i("head_i", static_cast<std::size_t>(count)),
        grant_i("grant_i", static_cast<std::size_t>(count)),
        decision_i("decision_i", static_cast<std::size_t>(count)),
        request_o("request_o", static_cast<std::size_t>(count)),
        first_(first),
        count_(count) {}

  void clear_outputs() override { clear(request_o); }

  /// Asks the router what the flit of a request may take from an input channel, in its header
  /// state: candidates, and those that are minimal or enter a ring. No candidates: the router has
  /// not decided yet, or there is no way.
  void find_candidates(Request& request, int input) const;
  /// Takes failed links that the switch knows of from what the flit of a request may take, and if
  /// nothing is left offers an emergency path. find_candidates() has done it; to be called for
  /// heads that wait, as other links may have failed.
  void keep_off_failed_links(Request& request, int input) const;

  int first_;
  int count_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
