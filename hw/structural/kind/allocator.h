#pragma once

#include <map>
#include <vector>

#include "hw/structural/base/part.h"
#include "hw/structural/base/part_registry.h"
#include "hw/structural/kind/output_choice.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
namespace structural {

/// The allocator: matches the flits that may go to the outputs that are free (docs/timing.md, rule
/// 4 and "Who goes first"). How it does that is up to the class that is derived from it, by
/// match().
class Allocator : public Part, public ExchangeablePart<Allocator> {
 public:
  static constexpr const char* kKind = "allocator";

  // Per input channel.
  sc_core::sc_vector<sc_core::sc_in<Request>> request_i;
  sc_core::sc_vector<sc_core::sc_in<Crossing>> crossing_i;  ///< what crosses since the cycle before
  sc_core::sc_vector<sc_core::sc_out<Grant>> grant_o;
  // Per output channel.
  sc_core::sc_vector<sc_core::sc_in<OutputState>> state_i;
  sc_core::sc_vector<sc_core::sc_out<Taking>> taking_o;

  /// Where round-robin searches start: a VC of an input port, an input port, a port; for registers.
  virtual int input_pointer(int /*port*/) const { return 0; }
  virtual int output_pointer(int /*port*/) const { return 0; }
  int cyclic_port() const { return choice_.cyclic_port(); }
  /// As the grants of the last cycle have left it.
  const OutputChoice& choice() const { return choice_; }
  /// Whether it is at work, and choice() stands as its grants so far have left it.
  bool working() const { return working_; }

 protected:
  Allocator(sc_core::sc_module_name name, SwitchParameters& of);

  void reset() override;
  void clear_outputs() override {
    clear(grant_o);
    clear(taking_o);
  }
  /// One cycle: calls grant() for each flit that goes.
  virtual void match() = 0;

  /// Input channels with a flit that waits, whose crossbar input is free, in ascending order.
  ChannelList waiting() const;
  /// Outputs that the flit at the front of an input channel may take, that are free and have room
  /// for it, after the grants of this cycle so far. The misrouting trigger compares queues as they
  /// were when able() was called.
  ChannelList available(int input) const { return choice_.available(input); }
  /// The one of some such outputs that its selection function picks.
  int selected(int input, const ChannelList& outputs);
  /// Per input channel with a flit that could go, the outputs that it may take: available().
  std::map<int, ChannelList> able();
  /// … and the one that its selection function picks.
  std::map<int, int> choices();
  /// The flit goes to the output: both are taken from now on. BrokenInvariant: the output is not
  /// among available(input), or nothing waits there that could go.
  void grant(int input, int output);

  const Flit& flit(int input) const { return choice_.request(input).flit; }
  bool older(int a, int b) const { return flit(a).older_than(flit(b)); }

 private:
  void allocate();
  void commit();
  /// Heads that failed links have left no way leave their buffers; each takes its crossbar input.
  void drop();
  bool is_channel(int number) const { return number >= 0 && number < switch_.channels(); }
  /// What forbids to grant them, or null.
  const char* wrong_with(int input, int output) const;

  OutputChoice choice_;
  bool working_ = false;
  std::vector<Grant> grants_;
  std::vector<Taking> takings_;
};

}  // namespace structural
}  // namespace hw
}  // namespace netloom
