#pragma once

#include <vector>

#include "hw/structural/base/part.h"
#include "hw/structural/base/part_registry.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// The crossbar: takes what crosses from each input to the output that its flit goes to
/// (docs/timing.md, rules 5 and 6).
class Crossbar : public Part, public ExchangeablePart<Crossbar> {
 public:
  static constexpr const char* kKind = "crossbar";

  sc_core::sc_vector<sc_core::sc_in<Crossing>> crossing_i;   ///< per input channel
  sc_core::sc_vector<sc_core::sc_out<Crossing>> crossing_o;  ///< per output channel

  /// The flits whose first phit is inside.
  virtual std::vector<Flit> heads() const = 0;
  /// Whether anything is inside.
  virtual bool busy() const = 0;

 protected:
  Crossbar(sc_core::sc_module_name name, SwitchParameters& of)
      : Part(name, of),
        crossing_i("crossing_i", of.channels()),
        crossing_o("crossing_o", of.channels()) {}

  void clear_outputs() override { clear(crossing_o); }
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
