#pragma once

#include <cstdint>
#include <vector>

#include "hw/structural/base/part.h"
#include "hw/structural/base/part_registry.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// An input port: what stores the flits of a link for each VC, and gives them to the crossbar
/// (docs/timing.md, rules 1, 5 and 8).
class InputPort : public Part, public ExchangeablePart<InputPort, int /*port*/> {
 public:
  static constexpr const char* kKind = "input port";

  sc_core::sc_in<LinkPins> flit_i{"flit_i"};
  sc_core::sc_out<CreditPins> credit_o{"credit_o"};
  // Per VC.
  sc_core::sc_vector<sc_core::sc_out<Head>> head_o;
  sc_core::sc_vector<sc_core::sc_in<Request>> request_i;
  sc_core::sc_vector<sc_core::sc_in<Grant>> grant_i;
  sc_core::sc_vector<sc_core::sc_out<Crossing>> crossing_o;  ///< what of the VC crosses

  struct HeldFlit {
    const Flit* flit;
    bool leaves;  ///< it has begun to: it crosses, or is dropped
  };
  /// The flits whose last phit has not left, in their order.
  virtual std::vector<HeldFlit> flits(int vc) const = 0;
  /// Phits times cycles of the flits that have been granted.
  virtual std::uint64_t occupancy(int vc) const = 0;

 protected:
  InputPort(sc_core::sc_module_name name, SwitchParameters& of)
      : Part(name, of),
        head_o("head_o", of.vcs()),
        request_i("request_i", of.vcs()),
        grant_i("grant_i", of.vcs()),
        crossing_o("crossing_o", of.vcs()) {}

  void clear_outputs() override {
    clear(credit_o);
    clear(head_o);
    clear(crossing_o);
  }
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
