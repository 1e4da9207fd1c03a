#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/switch/base/switch_observer.h"
#include "sim/config/config.h"
#include "testbench/rtl_switch/possible_events.h"

namespace netloom::test {

/// What of PossibleEvents happens in a run. Every view tells the same: the fast one takes least
/// time.
class SwitchCoverage final : public SwitchObserver {
 public:
  /// The configuration outlives it.
  explicit SwitchCoverage(const Config& config);

  struct Count {
    std::uint64_t hit = 0, all = 0;
  };
  /// Per event, after the run, at whose end the network is empty.
  std::array<Count, kSwitchEvents> counts();
  std::uint64_t grants() const { return grants_; }
  /// What has not happened.
  std::vector<std::string> missing() const;
  /// What has happened although it cannot: there is none unless a rule of PossibleEvents is wrong.
  std::vector<std::string> impossible() const;

  void arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void granted(const ObservedSwitch& at, int input, int output, const Flit& flit, Cycle now,
               Cycle last) override;
  void released(const ObservedSwitch& at, int input, const Flit& flit, Cycle last) override;
  void sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) override;
  void allocating(const ObservedSwitch& at, Cycle now) override;
  void cycle_done(const ObservedSwitch& at, Cycle now) override;

 private:
  using Bin = PossibleEvents::Bin;

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

  void hit(SwitchEvent event, SwitchId id, int first, int second = -1);
  /// A flit comes into a buffer. The events: what then happens to it.
  void store(SwitchId id, int channel, Buffer& buffer, int phits, SwitchEvent full,
             SwitchEvent wrap);
  /// What has left a buffer before a cycle.
  void settle(SwitchId id, int channel, Buffer& buffer, Cycle now, SwitchEvent empty);
  void settle(SwitchId id, Cycle now);
  void look_at_pointer(SwitchEvent event, SwitchId id, int place, int& before, int now);
  const Link& link(int number) const {
    return config_.netlist.links[static_cast<std::size_t>(number)];
  }

  const Config& config_;
  const PossibleEvents possible_;
  PortMap ports_;
  int vc_shift_;
  int smallest_flit_;         ///< phits
  std::map<Bin, bool> bins_;  ///< what can happen, and whether it has
  std::set<Bin> impossible_;
  std::vector<Switch> switches_;
  std::uint64_t grants_ = 0;
};

}  // namespace netloom::test
