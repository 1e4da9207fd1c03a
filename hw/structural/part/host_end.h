#pragma once

#include <deque>
#include <vector>

#include "hw/nic/arrival.h"
#include "hw/nic/host_place.h"
#include "hw/nic/nic.h"
#include "hw/structural/part/link_end.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// The injection side of a host's NIC and its link to an input port, stepped in every cycle
/// (docs/timing.md, rule 9).
class InjectionEnd : public InputEnd {
 public:
  InjectionEnd(sc_core::sc_module_name name, SwitchParameters& of, int port, InjectionSide& nic,
               int latency)
      : InputEnd(name, of), port_(port), nic_(nic), latency_(static_cast<Cycle>(latency)) {}

  /// The credits on their way to the NIC.
  const CreditPipeline& credits() const { return credits_; }
  bool scheduled() const override;

 private:
  void reset() override;
  void begin_cycle() override;
  void credit_leaves(const Credit& credit) override;
  void take_credit(const Credit& credit);

  int port_;
  InjectionSide& nic_;
  Cycle latency_;
  CreditPipeline credits_;
};

/// The link from an output port to a host, and the ejection side of its NIC.
class EjectionEnd : public OutputEnd {
 public:
  EjectionEnd(sc_core::sc_module_name name, SwitchParameters& of, int port, EjectionSide& nic,
              int latency)
      : OutputEnd(name, of), port_(port), nic_(nic), latency_(static_cast<Cycle>(latency)) {}

  /// Calls use(flit) for each flit on the link.
  template <class Use>
  void for_each_flit(Use use) const {
    for (const Leaving& leaving : leaving_) use(leaving.flit);
  }
  /// Adds the packets whose tails are on the link.
  void coming(std::vector<Arrival>& arrivals) const;
  bool scheduled() const override { return !leaving_.empty() || OutputEnd::scheduled(); }

 private:
  struct Leaving {
    Flit flit;
    int vc;
    Cycle tail;  ///< when its tail is at the NIC; kNever: it is not on the link yet
  };

  void reset() override;
  void begin_cycle() override;
  void flit_leaves(const Flit& flit, int vc) override;
  void tail_leaves() override;
  void deliver(const Leaving& leaving);

  int port_;
  EjectionSide& nic_;
  Cycle latency_;
  std::deque<Leaving> leaving_;
  EjectionSide::Outcome outcome_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
