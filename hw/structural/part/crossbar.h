#pragma once

#include <deque>
#include <vector>

#include "hw/structural/base/part.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// The crossbar: connects an input with the output that its flit goes to, through X pipeline stages
/// (docs/timing.md, rules 5 and 6).
class Crossbar : public Part {
 public:
  Crossbar(sc_core::sc_module_name name, SwitchParameters& of);

  sc_core::sc_vector<sc_core::sc_in<Crossing>> crossing_i;   ///< per input channel
  sc_core::sc_vector<sc_core::sc_out<Crossing>> crossing_o;  ///< per output channel

  /// Calls use(flit) for each flit whose head is between its stages.
  template <class Use>
  void for_each_head(Use use) const {
    for (const Stage& stage : stages_) {
      for (const Crossing& crossing : stage) {
        if (crossing.head) use(crossing.flit);
      }
    }
  }
  /// Whether anything crosses.
  bool busy() const;

 private:
  using Stage = std::vector<Crossing>;  ///< what crosses, in any order

  void drive();
  void shift();

  std::deque<Stage> stages_;  ///< the one that comes out next is first
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
