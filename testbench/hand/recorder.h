#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "hw/switch/base/switch_observer.h"
#include "routing/netlist/netlist.h"
#include "sim/config/config.h"
#include "testbench/hand/schedule.h"

namespace netloom::test {

/// Writes down what the switches of a network tell, as the table that a schedule is. The rows are
/// those of docs/schedules.md.
class Recorder final : public SwitchObserver {
 public:
  /// The configuration and the letters outlive it.
  Recorder(const Config& config, const std::map<std::string, std::string>& letters);

  /// The table of the cycles before `end`; the run is over.
  const Timetable& finish(Cycle end);

  void injected(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void at_front(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void routed(const ObservedSwitch& at, int input, const Flit& flit, const RouteQuery& query,
              Cycle begin, Cycle ready) override;
  void allocating(const ObservedSwitch& at, Cycle now) override;
  void granted(const ObservedSwitch& at, int input, int output, const Flit& flit, Cycle now,
               Cycle last) override;
  void sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) override;
  void delivered(const ObservedSwitch& at, int output, const Flit& flit, Cycle now) override;
  void cycle_done(const ObservedSwitch& at, Cycle now) override;

 private:
  /// The flit at the front of an input channel.
  struct Front {
    std::string letter;
    bool routes = false;                             ///< it is a head
    bool stored = false;                             ///< it waits for its tail
    bool control = false;                            ///< of a control packet of switches
    Cycle tail = 0;                                  ///< when its tail is there
    std::optional<std::pair<Cycle, Cycle>> routing;  ///< begin, ready
    HeadStatus status;                               ///< at the end of the last cycle told of
  };
  /// The buffers behind an output channel.
  struct Output {
    std::string credits, space;  ///< places; empty: none
    int credits_now = 0, space_now = 0;
  };
  struct Observed {
    std::map<int, Front> fronts;    ///< by input channel
    std::map<int, Output> outputs;  ///< by channel
    Cycle next = 0;                 ///< the first cycle that has not been told of
  };

  const std::string& letter(const Flit& flit) const;
  std::string input_place(const ObservedSwitch& at, int input, const char* event) const;
  std::string output_place(SwitchId id, int port, int vc, const char* event) const;
  std::string port_name(SwitchId id, int port) const;
  void write_phits(const std::string& place, const Flit& flit, Cycle first);
  /// What happens until `now` in the cycles in which the switch has nothing to do.
  void pass(SwitchId id, Cycle now);
  static std::string state(const Front& front, Cycle cycle);
  static char obstacle(const HeadStatus& status);

  const Config& config_;
  const std::map<std::string, std::string>& letters_;
  PortMap ports_;
  int vc_shift_;
  Timetable table_;
  std::map<SwitchId, Observed> switches_;
  std::map<std::pair<std::string, std::string>, int> phits_;  ///< written: by place and packet
};

}  // namespace netloom::test
