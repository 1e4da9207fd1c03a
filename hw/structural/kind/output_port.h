#pragma once

#include <cstdint>
#include <vector>

#include "hw/structural/base/part.h"
#include "hw/structural/base/part_registry.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// An output port: what knows the room behind a link, and starts flits on it (docs/timing.md, rules
/// 6 to 8).
class OutputPort : public Part, public ExchangeablePart<OutputPort, int /*port*/> {
 public:
  static constexpr const char* kKind = "output port";

  sc_core::sc_in<CreditPins> credit_i{"credit_i"};
  sc_core::sc_out<LinkPins> flit_o{"flit_o"};
  // Per VC.
  sc_core::sc_vector<sc_core::sc_in<Taking>> taking_i;
  sc_core::sc_vector<sc_core::sc_in<Crossing>> crossing_i;
  sc_core::sc_vector<sc_core::sc_out<OutputState>> state_o;

  /// Phits of room that it knows of in the buffer behind the link.
  virtual int credits(int vc) const = 0;
  /// Phits sent since cycle 0.
  virtual std::uint64_t sent(int vc) const = 0;
  /// Phits of flits whose head has not come to the link yet, without an output buffer.
  virtual int crossing(int vc) const = 0;
  /// The flits in the output buffer whose link has not started, in their order.
  virtual std::vector<const Flit*> buffered_flits(int vc) const = 0;
  /// Whether the link sends a flit from the buffer in this cycle.
  virtual bool link_busy() const = 0;

 protected:
  OutputPort(sc_core::sc_module_name name, SwitchParameters& of)
      : Part(name, of),
        taking_i("taking_i", of.vcs()),
        crossing_i("crossing_i", of.vcs()),
        state_o("state_o", of.vcs()) {}

  void clear_outputs() override {
    clear(flit_o);
    clear(state_o);
  }
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
