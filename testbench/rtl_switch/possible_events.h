#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "routing/netlist/netlist.h"
#include "sim/config/config.h"

namespace netloom::test {

/// What happens in a switch, as functional coverage counts it.
enum class SwitchEvent : std::uint8_t {
  kVcs,              ///< VC of an input: a flit comes
  kPortPairs,        ///< input and output: a flit goes from one to the other
  kFull,             ///< VC of an input: its buffer has no place for another flit
  kEmpty,            ///< …: is empty again
  kPressure,         ///< VC of an output: what is behind it keeps a head that may take it
  kTogether,         ///< VC of an input: a flit comes and one is granted in the same cycle
  kWrap,             ///< …: more phits have come than its buffer has places
  kOutputFull,       ///< VC of an output with a buffer: that has no place for another flit
  kOutputEmpty,      ///< …: is empty again
  kOutputWrap,       ///< …: more phits have come than it has places
  kInputPointer,     ///< input with several VCs: the pointer of its arbiter goes back
  kOutputPointer,    ///< output with several inputs: …
  kLinkPointer,      ///< output with buffers of several VCs: … of its link's arbiter
  kSelectionPointer  ///< switch with a cyclic selection: its pointer goes back
};
inline constexpr std::size_t kSwitchEvents =
    static_cast<std::size_t>(SwitchEvent::kSelectionPointer) + 1;
const char* switch_event_name(SwitchEvent event);

/// What can happen in the switches of a network, by its configuration. docs/functional_coverage.md
/// says the rules.
class PossibleEvents {
 public:
  /// Event, switch, and channels or ports; -1: none.
  using Bin = std::tuple<SwitchEvent, SwitchId, int, int>;

  /// The configuration outlives it.
  explicit PossibleEvents(const Config& config);

  const std::set<Bin>& bins() const { return bins_; }
  /// "input buffer full: s1.p2.vc0".
  std::string text(const Bin& bin) const;

 private:
  using Place = std::pair<SwitchId, int>;  ///< switch and port

  void add(SwitchEvent event, SwitchId id, int first, int second = -1) {
    bins_.insert(Bin{event, id, first, second});
  }
  /// The routing is followed from every host to every other.
  void follow_routing();
  void add_way(SwitchId id, int input, int output);
  /// waits_. Whoever goes on waits at most for all others that can go to the same output, each of
  /// which has a packet and waits as long behind that; for the other VCs of its input; and for the
  /// routing of all.
  void find_waits();
  /// Of the input behind an output.
  Cycle wait_behind(const Place& output);
  /// kFull, where a packet may wait for another, and for so long that the buffer fills: what is
  /// sent when the credit of one that has left comes is there a round trip later, two latencies of
  /// the link and the crossbar's delay, and with several flits a packet as much later as those
  /// take. And, with bubble flow control, where packets come that are in the ring already: others
  /// leave a place.
  void add_full();
  /// kPressure, where an output can wait, or may be another packet's. kOutputFull, where it can
  /// wait, or flits under way in the crossbar alone fill its buffer.
  void add_pressure();
  /// For credits: where a packet behind it may wait for another, or its credits do not last until
  /// they come back. A NIC takes whatever comes, at the rate of the link.
  bool link_can_wait(const Place& output);
  /// For credits, or for places in its buffer, if its link can, if the crossbar is faster than
  /// that, or if the places do not last while flits are under way in the crossbar.
  bool output_can_wait(const Place& output);
  /// The most phits of flits, without a gap between them, that are somewhere at a time where each
  /// is for `held` cycles: the last one may have come as a whole, and of flits of several sizes a
  /// shorter one may lie between.
  int under_way(int held) const;
  /// Whether packets may have several flits, of which each VC of an output takes one's at a time.
  bool has_worms() const { return static_cast<Cycle>(largest_flit_) < packet_; }
  void add_pointers();

  const Link& link(int number) const {
    return config_.netlist.links[static_cast<std::size_t>(number)];
  }
  std::size_t kind(int link_number) const {
    return static_cast<std::size_t>(link(link_number).kind);
  }

  const Config& config_;
  PortMap ports_;
  int vc_shift_;
  int smallest_flit_, largest_flit_;  ///< phits
  Cycle packet_;                      ///< phits of the largest
  /// Per switch: the ports of which some head may take one of several channels.
  std::map<SwitchId, std::set<int>> chosen_ports_;
  std::map<Place, std::set<int>> inputs_of_;  ///< of an output port: channels from which flits come
  std::map<Place, std::set<int>> vcs_of_;     ///< of an input port
  std::set<Place> outputs_;                   ///< switch and channel
  /// Switch and channel of inputs to which not only what enters a ring comes.
  std::set<Place> filled_;
  /// Per input port: the most cycles from one packet of a VC to its next.
  std::map<Place, Cycle> waits_;
  std::set<Bin> bins_;
};

/// Whether arbiters have pointers: others do not go round.
bool has_pointers(const SwitchConfig& switches);
/// Whether those of inputs have: with a full crossbar each VC has an input of its own.
bool has_input_pointers(const SwitchConfig& switches);

}  // namespace netloom::test
