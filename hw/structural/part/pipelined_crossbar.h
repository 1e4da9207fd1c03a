#pragma once

#include <vector>

#include "hw/structural/kind/crossbar.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// A crossbar of X pipeline stages.
class PipelinedCrossbar : public Crossbar {
 public:
  PipelinedCrossbar(sc_core::sc_module_name name, SwitchParameters& of);

  std::vector<Flit> heads() const override;
  bool busy() const override;

 private:
  using Stage = std::vector<Crossing>;  ///< what crosses, in any order

  void reset() override;
  void drive();
  void shift();
  /// BrokenInvariant: it goes nowhere, or where something else goes.
  void show(const Crossing& crossing);

  std::vector<Stage> stages_;          ///< a ring
  std::vector<Stage>::iterator last_;  ///< the one that comes out next
  std::vector<Crossing> shown_;        ///< per output channel
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
