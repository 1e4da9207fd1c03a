#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/switch/base/switch_observer.h"
#include "sim/config/config.h"

namespace netloom::test {

/// What can happen in the switches of a network, by its routing, and what of it does in a run.
/// Every view tells the same events: the fast one takes least time.
class SwitchCoverage final : public SwitchObserver {
 public:
  enum class Group : std::uint8_t {
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
  static constexpr std::size_t kGroups = static_cast<std::size_t>(Group::kSelectionPointer) + 1;
  static const char* name(Group group);

  /// The configuration outlives it.
  explicit SwitchCoverage(const Config& config);

  struct Count {
    std::uint64_t hit = 0, all = 0;
  };
  /// After the run, at whose end the network is empty.
  std::array<Count, kGroups> counts();
  std::uint64_t grants() const { return grants_; }
  /// What has not happened: "input buffer full: s1.p2.vc0".
  std::vector<std::string> missing() const;
  /// What has happened although it cannot: there is none unless a rule of this class is wrong.
  std::vector<std::string> impossible() const;

  void arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void granted(const ObservedSwitch& at, int input, int output, const Flit& flit, Cycle now,
               Cycle last) override;
  void released(const ObservedSwitch& at, int input, const Flit& flit, Cycle last) override;
  void sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) override;
  void allocating(const ObservedSwitch& at, Cycle now) override;
  void cycle_done(const ObservedSwitch& at, Cycle now) override;

 private:
  /// Group, switch, and channels or ports; -1: none.
  using Bin = std::tuple<Group, SwitchId, int, int>;
  using Place = std::pair<SwitchId, int>;  ///< switch and port

  /// Of one VC.
  struct Buffer {
    int places = 0;          ///< phits
    int stored = 0;          ///< phits
    std::uint64_t came = 0;  ///< phits
    /// Of flits that leave: in which cycle their last phit does, and phits.
    std::vector<std::pair<Cycle, int>> leaving;
    Cycle arrival = kNever;  ///< of the last flit
  };
  struct Switch {
    std::vector<Buffer> inputs, outputs;  ///< per channel
    /// Per port, as they were last.
    std::vector<int> input_pointers, output_pointers, link_pointers;
    int selection_pointer = 0;
  };

  void add(Group group, SwitchId id, int first, int second = -1) {
    bins_.emplace(Bin{group, id, first, second}, false);
  }
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
  /// Phits of flits without a gap between them that are somewhere for so long.
  int under_way(int held) const;
  /// Whether packets may have several flits, of which each VC of an output takes one's at a time.
  bool has_worms() const { return static_cast<Cycle>(largest_flit_) < packet_; }
  bool has_pointers() const;
  bool has_input_pointers() const;
  void add_pointers();

  void hit(Group group, SwitchId id, int first, int second = -1);
  /// A flit comes into a buffer. The groups: what then happens to it.
  void store(SwitchId id, int channel, Buffer& buffer, int phits, Group full, Group wrap);
  /// What has left a buffer before a cycle.
  void settle(SwitchId id, int channel, Buffer& buffer, Cycle now, Group empty);
  void settle(SwitchId id, Cycle now);
  void look_at_pointer(Group group, SwitchId id, int place, int& before, int now);
  const Link& link(int number) const {
    return config_.netlist.links[static_cast<std::size_t>(number)];
  }
  std::string text(const Bin& bin) const;

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
  std::map<Bin, bool> bins_;  ///< what can happen, and whether it has
  std::set<Bin> impossible_;
  std::vector<Switch> switches_;
  std::uint64_t grants_ = 0;
};

}  // namespace netloom::test
