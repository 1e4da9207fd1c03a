#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/network/network.h"
#include "hw/switch/base/switch_observer.h"
#include "routing/decision/explanation.h"
#include "routing/netlist/netlist.h"
#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/explain/packet_choice.h"

namespace netloom {
inline namespace sim {

/// Watches one packet on its way through a network: what it could take in each switch and why, what
/// was selected and why, and where its time went. Only its head is explained; with wormhole the end
/// of the packet is followed to its destination. Of ranks that run the network together, each sees
/// what happens in its switches.
class PacketExplainer final : public SwitchObserver {
 public:
  /// Both outlive it. `faults`: links that fail in this run.
  PacketExplainer(const Config& config, const PacketName& packet, std::vector<LinkFault> faults);

  /// Watches the switches of a network that is not running yet, which this rank has.
  void observe(Network& network);

  void injected(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void at_front(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void decided(const ObservedSwitch& at, int input, const Flit& flit, const RouteQuery& query,
               const CongestionView& view, const Draw& draw, std::uint32_t state) override;
  void routed(const ObservedSwitch& at, int input, const Flit& flit, const RouteQuery& query,
              Cycle begin, Cycle ready) override;
  void allocating(const ObservedSwitch& at, Cycle now) override;
  void selected(const ObservedSwitch& at, int input, int output, Cycle now) override;
  void granted(const ObservedSwitch& at, int input, int output, const Flit& flit, Cycle now,
               Cycle last) override;
  void sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) override;
  void delivered(const ObservedSwitch& at, int output, const Flit& flit, Cycle now) override;
  void lost(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void cycle_done(const ObservedSwitch& at, Cycle now) override;

  /// What it has seen in all ranks, at the end of the run: `explanation` of a point, as
  /// docs/reference/explanations.md has it.
  Json report(const Network& network) const;

 private:
  /// Cycles of waiting for one reason.
  struct Wait {
    std::string cause;
    Cycle cycles = 0;
  };
  /// Waiting whose end is not known yet.
  struct OpenWait {
    std::string cause;
    Cycle from = 0;
  };
  struct Selection {
    int output = 0;
    HeadStatus head;  ///< when it was selected
  };
  /// One switch on the way.
  struct Hop {
    SwitchId id = 0;
    int vc_shift = 0;
    int input = 0;
    int phits = 0;               ///< of the head flit
    bool came_deviated = false;  ///< another switch has sent it by an emergency path
    Cycle arrived = 0;
    std::optional<Cycle> front, asked, begin, ready, granted, start;
    std::uint32_t state_before = 0, state = 0;
    Explanation decision, explanation;
    std::optional<Cycle> allocated;  ///< cycle of the last allocation here
    bool considered = false;         ///< it was ready when that began
    const MisroutingTrigger* trigger = nullptr;
    std::vector<OutputStatus> candidates;
    bool deviates = false;  ///< the candidates are those of an emergency path
    bool deviated = false;  ///< it was granted one, here or before
    std::optional<Selection> selection;
    int output = -1;
    std::vector<Wait> allocation_waits, output_waits;
    std::optional<OpenWait> open;
  };
  struct Injection {
    Flit flit;
    int vc = 0;
    Cycle start = 0;
    Cycle link_free = 0;  ///< from when the link could have taken it
  };
  /// What else has become of the packet.
  struct Fate {
    std::optional<Injection> injection;
    std::optional<Cycle> head_at_host, delivered, lost;
    bool cut = false;
  };
  /// What was known before a cycle. Of the hops only the last changes.
  struct Before {
    Cycle cycle = 0;
    Fate fate;
    std::size_t hops = 0;
    std::optional<Hop> last;
  };
  /// What happened to others in the cycle that is running.
  struct Grant {
    int input, output;
    std::string packet;
  };

  bool is_packet(const Flit& flit) const;
  std::string flit_text(const Flit& flit) const;
  bool is_head(const Flit& flit) const { return is_packet(flit) && flit.head(); }
  /// The hop of the head, if it is in this switch.
  Hop* hop_at(const ObservedSwitch& at);
  /// Before anything of this cycle is noted.
  void keep_before(Cycle now);
  /// All switches have come to `now`; if one has failed, they may be beyond the cycle in which it
  /// did, and what they have told of since then is forgotten.
  void end_window(Cycle now, std::optional<Cycle> failed_in);
  void close(Hop& hop, std::vector<Wait>& waits, Cycle now);
  std::string allocation_cause(const ObservedSwitch& at, const Hop& hop) const;
  std::string channel_name(const ObservedSwitch& at, int channel) const;
  /// The output channel by which a crossbar output is named.
  int crossbar_output(const ObservedSwitch& at, int channel) const;

  /// What this rank has seen, without what it does not know.
  Json part() const;
  /// What all ranks have seen, and of that which none has, null.
  Json of_all_ranks(Ranks& ranks) const;
  /// Of a packet whose head has not come into the network.
  Json absence_report(const Network& network) const;
  /// But for the link that follows, which the next hop knows.
  Json hop_report(const Hop& hop) const;
  /// What the head could take when it selected, or, before that, after the routing.
  static const std::vector<OutputStatus>& offered(const Hop& hop);
  Json candidates_report(const Hop& hop) const;
  Json excluded_report(const Hop& hop) const;
  Json selection_report(const Hop& hop) const;
  std::string misrouting_text(const Hop& hop) const;
  std::string obstacle_text(const OutputStatus& output) const;
  std::string vc_rule(const Hop& hop, int port) const;
  std::string place_behind(SwitchId id, int port) const;
  std::string place_before(SwitchId id, int port) const;
  /// "; the link has failed in cycle 400", if it has by then.
  std::string failure_text(SwitchId id, int port, Cycle cycle) const;

  const Config& config_;
  PacketName packet_;
  std::vector<LinkFault> faults_;
  PortMap ports_;

  Cycle link_free_ = 0;  ///< of the source
  Fate fate_;
  std::vector<Hop> hops_;
  std::vector<Before> before_cycles_;  ///< of the window that runs, in their order
  Cycle kept_until_ = 0;               ///< keep_before() has been called for earlier cycles

  // Of the switch that the head is in, in the running cycle.
  HeadStatus before_;
  std::map<int, int> requests_;  ///< output per input
  std::vector<Grant> grants_;
};

}  // namespace sim
}  // namespace netloom
