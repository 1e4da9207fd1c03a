#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <queue>
#include <tuple>
#include <vector>

#include "hw/config/config.h"
#include "hw/link/flit.h"
#include "routing/base/cyclic_interval.h"
#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "routing/ft2ei/exclusion_set.h"
#include "routing/ft2ei/lost_destinations.h"
#include "routing/registers/register_file.h"
#include "routing/topology/fat_tree.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What one switch has done about one fault.
struct FaultWork {
  Cycle detected = kNoCycle;  ///< when it knew that a link of its own had failed
  Cycle updated = kNoCycle;   ///< when it last stored an interval because of it, covered or not
  std::uint64_t updates = 0;  ///< intervals stored
  std::uint64_t control_packets = 0;  ///< sent, each copy counted
  std::uint64_t stranded = 0;         ///< control packets that found no way on, or were cut

  static constexpr Cycle kNoCycle = ~Cycle{0};
};

/// What a switch of a network whose links fail does about it: notices that one of its links has
/// failed; and, as FT2EI in a k-ary n-tree where no fabric manager does it, tells other switches by
/// control packets, and updates the exclusion registers.
///
/// A control packet carries FaultySwitch (Flit::source), ELIB (destination) and EUIB
/// (interval_end); the number of the fault, on which no decision depends, is in its tag. It is
/// stored and forwarded: up to the last stage, from there down by every down link to the stage
/// below the faulty switch, where the up port on which it came in excludes the interval. The switch
/// behind the failed link, which has these nodes below it, leaves its registers alone. A switch
/// that has lost nodes by an update tells those right below it.
///
/// This class decides; the switch core moves packets and asks it when something is due.
/// Source: [Fat-Trees 2010], sections 3.3.2 and 3.3.3.
class FaultUnit {
 public:
  /// Something that is due.
  struct Action {
    enum class Kind : std::uint8_t {
      kOutputFails,  ///< the link at output `port` moves nothing any more
      kInputFails,   ///< nor does the one at input `port`
      kDetect,       ///< the switch knows of it: output `port`
      kProcess,      ///< the control packet at the front of input channel `port` has been processed
      kUpdate,       ///< excludes `interval` at up port `port`
      kSend,         ///< hands over a control packet of its own: `up`, else down
    };
    Cycle cycle = 0;
    Kind kind = Kind::kDetect;
    int port = 0;
    int fault = 0;
    CyclicInterval interval;
    bool up = false;  ///< kSend

    /// The order within a cycle depends on nothing but what is done.
    auto key() const {
      return std::make_tuple(cycle, kind, port, fault, interval.lower, interval.upper);
    }
  };

  /// What to do with a control packet that has been processed.
  struct Forwarding {
    std::vector<int> ports;      ///< a copy leaves by each; empty: the packet ends here
    bool any_one = false;        ///< one copy, by any of them
    std::uint64_t stranded = 0;  ///< ways that it should have gone and could not
  };

  /// `tree`: needed only where switches send control packets or have emergency paths. The handling
  /// outlives the unit, as do the registers.
  FaultUnit(const std::optional<FatTree>& tree, SwitchId switch_id, const FaultHandling& handling,
            RegisterFile& registers, int control_phits);

  /// A link of this switch fails. To be called before the start. Where the fabric manager updates
  /// the registers, a switch needs not know of those that end at it.
  void output_will_fail(int port, const LinkFault& fault);
  void input_will_fail(int port, const LinkFault& fault);

  /// Cycle of the next action; kNoCycle if there is none.
  Cycle next() const { return agenda_.empty() ? FaultWork::kNoCycle : agenda_.top().cycle; }
  Action take() {
    const Action action = agenda_.top();
    agenda_.pop();
    return action;
  }

  /// Nothing comes any more by input `port`.
  void input_failed(int port) { silent_[static_cast<std::size_t>(port)] = 1; }
  /// The switch knows that output `port` has failed: plans what follows, unless the fabric manager
  /// does what is to be done.
  void detected(int port, int fault, Cycle now);
  /// A control packet has come to the front of an input channel, its tail too.
  void arrived(int channel, Cycle now);
  /// Where a control packet that came in by `input_port` goes; plans the update if it ends here.
  Forwarding process(const Flit& flit, int input_port, Cycle now);
  /// Where one of this switch's own goes.
  Forwarding departure(const Action& send) const;
  /// Excludes an interval at an up port, and plans to tell the switches below what has been lost.
  void update(const Action& action, Cycle now);

  /// A control packet of this switch's own.
  Flit control_packet(const Action& send, Cycle now) const;

  bool failed(int port) const { return failed_[static_cast<std::size_t>(port)] != 0; }
  /// Down links to switches that have not failed; the one that the packet came by only if there is
  /// no other. None without emergency paths.
  std::vector<int> emergency_ports(int input_port) const;
  FaultWork& work(int fault) { return work_[fault]; }
  /// Of the fault that a control packet is about.
  FaultWork& work(const Flit& flit) { return work(static_cast<int>(flit.tag.number)); }
  /// By the numbers of the faults that it has had to do with.
  const std::map<int, FaultWork>& work() const { return work_; }

 private:
  struct Later {
    bool operator()(const Action& a, const Action& b) const { return b.key() < a.key(); }
  };

  bool at_last_stage() const { return !has_up_; }
  ExclusionSet read(int up) const;
  void write(int up, const ExclusionSet& exclusions);
  /// `interval` is excluded at the stage below `stage_of_fault`.
  Forwarding downwards(int stage_of_fault, const CyclicInterval& interval) const;
  Forwarding upwards() const;
  void plan(Cycle cycle, Action::Kind kind, int port, int fault, const CyclicInterval& interval,
            bool up);

  std::optional<FatTree> tree_;
  SwitchId id_;
  const FaultHandling& handling_;
  RegisterFile& registers_;
  int control_phits_;
  bool has_up_;                       ///< links up, in a tree
  std::vector<std::uint8_t> failed_;  ///< [output port] this switch knows that its link has failed
  std::vector<std::uint8_t> silent_;  ///< [input port] its link has failed
  std::vector<CyclicInterval> told_;  ///< lost nodes that the switches below have been told of
  std::map<int, FaultWork> work_;
  std::optional<LostDestinations> lost_;
  std::priority_queue<Action, std::vector<Action>, Later> agenda_;
};

}  // namespace hw
}  // namespace netloom
