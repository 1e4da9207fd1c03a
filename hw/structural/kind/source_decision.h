#pragma once

#include "hw/structural/base/part.h"
#include "hw/structural/base/part_registry.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// Lets the router decide on heads by the switch's queues (docs/timing.md, rule 2).
class SourceDecision : public Part, public ExchangeablePart<SourceDecision> {
 public:
  static constexpr const char* kKind = "source decision";

  // Per channel.
  sc_core::sc_vector<sc_core::sc_in<Request>> request_i;
  sc_core::sc_vector<sc_core::sc_in<Grant>> grant_i;
  sc_core::sc_vector<sc_core::sc_in<OutputState>> output_i;
  sc_core::sc_vector<sc_core::sc_out<Decision>> decision_o;
  // Per port.
  sc_core::sc_vector<sc_core::sc_in<LinkPins>> flit_i;

  /// Whether the router decides on the head of an input channel again in each cycle.
  virtual bool may_change(int input) const = 0;

 protected:
  SourceDecision(sc_core::sc_module_name name, SwitchParameters& of)
      : Part(name, of),
        request_i("request_i", of.channels()),
        grant_i("grant_i", of.channels()),
        output_i("output_i", of.channels()),
        decision_o("decision_o", of.channels()),
        flit_i("flit_i", of.ports()) {}

  void clear_outputs() override { clear(decision_o); }
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
