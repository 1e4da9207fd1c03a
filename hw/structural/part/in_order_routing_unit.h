#pragma once

#include <vector>

#include "hw/structural/kind/routing_unit.h"

namespace netloom {
inline namespace hw {
namespace structural {

/// A routing unit that takes the heads that come to the front one after the other, R cycles each,
/// and holds what each may take until it is granted.
class InOrderRoutingUnit : public RoutingUnit {
 public:
  InOrderRoutingUnit(sc_core::sc_module_name name, SwitchParameters& of, int first, int count);

 private:
  struct Entry {
    bool seen = false;   ///< the flit at the front has been noticed
    bool taken = false;  ///< the flit at the front has come to the unit
    Cycle counts = 0;    ///< from when its result does
    Request request;
    int held = -1;  ///< wormhole: the output VC that the packet's head has taken
  };
  struct Routed {
    int index;
    Cycle begin, ready;
  };

  void reset() override;
  void route();
  void follow();
  void decided();

  /// Takes the flits at the fronts that have not been taken and may be; `routes`: heads too, which
  /// need the unit.
  void look_at_heads(bool routes);
  void take(int index, const Flit& flit);
  void show(int index);
  /// Who looks is to be told, when the request shows.
  void note_routed(int index, Cycle begin, Cycle ready) {
    routed_.push_back({index, begin, ready});
  }
  void tell_routed();
  [[noreturn]] void fail_without_output(int index);
  Entry& entry(int index) { return entries_[static_cast<std::size_t>(index)]; }

  bool at_end_;     ///< the heads of a cycle are taken together, when all of them are known
  Cycle free_ = 0;  ///< from when the unit is free
  std::vector<Entry> entries_;
  std::vector<Routed> routed_;  ///< that nobody has been told of
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
