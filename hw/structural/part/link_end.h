#pragma once

#include <cstdint>
#include <deque>

#include "hw/link/mailbox.h"
#include "hw/structural/base/part.h"
#include "hw/structural/base/phit_watch.h"
#include "hw/structural/part/credit_pipeline.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// The end of a link at an input port: shows the flits that come on the pins, phit by phit, and
/// takes the credits that leave.
class InputEnd : public Part {
 public:
  sc_core::sc_out<LinkPins> flit_o{"flit_o"};
  sc_core::sc_in<CreditPins> credit_i{"credit_i"};

  /// A flit, whose `arrival` says when its first phit comes.
  void add(const Flit& flit, int vc) { coming_.push_back({flit, vc}); }
  /// Calls use(flit, VC) for each flit whose first phit has not come yet.
  template <class Use>
  void for_each_flit(Use use) const {
    for (const Coming& coming : coming_) {
      if (coming.shown == 0) use(coming.flit, coming.vc);
    }
  }
  /// Whether anything will come or go by itself.
  virtual bool scheduled() const { return !coming_.empty(); }

 protected:
  InputEnd(sc_core::sc_module_name name, SwitchParameters& of);

  void reset() override { coming_.clear(); }
  void clear_outputs() override { clear(flit_o); }
  /// Before anything of a cycle is shown.
  virtual void begin_cycle() {}
  /// The last phit of a flit leaves its buffer in this cycle.
  virtual void credit_leaves(const Credit& credit) = 0;

 private:
  struct Coming {
    Flit flit;
    int vc;
    int shown = 0;  ///< phits
  };

  void drive();
  void sample();
  LinkPins pins();

  std::deque<Coming> coming_;
};

/// The end of a link at an output port: takes the flits that leave, and shows the credits that
/// come. BrokenInvariant: what leaves is no flits, phit by phit.
class OutputEnd : public Part {
 public:
  sc_core::sc_in<LinkPins> flit_i{"flit_i"};
  sc_core::sc_out<CreditPins> credit_o{"credit_o"};

  /// The credits that have not come yet.
  CreditPipeline& credits() { return credits_; }
  const CreditPipeline& credits() const { return credits_; }
  virtual bool scheduled() const { return !credits_.empty(); }

 protected:
  OutputEnd(sc_core::sc_module_name name, SwitchParameters& of);

  void reset() override {
    credits_.clear();
    watch_ = {};
  }
  void clear_outputs() override { clear(credit_o); }
  virtual void begin_cycle() {}
  /// The first phit of a flit leaves in this cycle.
  virtual void flit_leaves(const Flit& flit, int vc) = 0;
  /// The last phit of that flit leaves in this cycle.
  virtual void tail_leaves() {}

 private:
  void drive();
  void sample();

  CreditPipeline credits_;
  PhitWatch watch_;
};

/// The other end of a link between switches: the neighbour, whatever view of a switch it is.
struct Neighbour {
  MailReceiver* model = nullptr;
  int first_channel = 0;  ///< of its port
  Cycle latency = 1;
};

/// A link from another switch: joins the neighbour's mail to the pins, and is the pipeline of the
/// link's latency.
class InputBridge : public InputEnd {
 public:
  InputBridge(sc_core::sc_module_name name, SwitchParameters& of, const Neighbour& sender)
      : InputEnd(name, of), sender_(sender) {}

 private:
  void credit_leaves(const Credit& credit) override;

  Neighbour sender_;
};

/// A link to another switch.
class OutputBridge : public OutputEnd {
 public:
  OutputBridge(sc_core::sc_module_name name, SwitchParameters& of, const Neighbour& receiver)
      : OutputEnd(name, of), receiver_(receiver) {}

 private:
  void flit_leaves(const Flit& flit, int vc) override;

  Neighbour receiver_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
