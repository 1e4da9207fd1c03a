#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hw/network/network.h"
#include "hw/switch/base/switch_observer.h"
#include "routing/netlist/netlist.h"
#include "rtl/decision/decision_probe.h"
#include "sim/config/config.h"
#include "sim/wave/part_tracer.h"
#include "sim/wave/shadow_tracer.h"
#include "sim/wave/wave_file.h"
#include "sim/wave/wave_request.h"

namespace netloom {
inline namespace sim {

/// Writes down what happens at the ports and virtual channels of some switches, and what RTL blocks
/// there and the models beside them answer. docs/guides/waveforms.md lists the signals.
class SwitchTracer final : public SwitchObserver, public DecisionProbe {
 public:
  /// All outlive it. `ranks`: that run the network together; the first of them writes the files.
  /// Error: a file cannot be written.
  SwitchTracer(const Config& config, const WaveRequest& request, Ranks& ranks);

  /// Watches the switches of a network that is not running yet, which this rank has.
  void observe(Network& network);
  /// First cycle that is written; with WaveRequest::last as of finish().
  Cycle first() const { return first_; }
  /// Writes the rest, and the save file. Error: a file cannot be written; the run has ended before
  /// the first cycle that was asked for.
  void finish(Cycle end);

  // ---- SwitchObserver.
  void arrived(const ObservedSwitch& at, int input, const Flit& flit, Cycle now) override;
  void routed(const ObservedSwitch& at, int input, const Flit& flit, const RouteQuery& query,
              Cycle begin, Cycle ready) override;
  void selected(const ObservedSwitch& at, int input, int output, Cycle now) override;
  void granted(const ObservedSwitch& at, int input, int output, const Flit& flit, Cycle now,
               Cycle last) override;
  void released(const ObservedSwitch& at, int input, const Flit& flit, Cycle last) override;
  void sent(const ObservedSwitch& at, int output, const Flit& flit, Cycle start) override;
  void cycle_done(const ObservedSwitch& at, Cycle now) override;

  // ---- DecisionProbe.
  bool wants(SwitchId switch_id) const override { return traced_.count(switch_id) > 0; }
  void matched(SwitchId switch_id, Side side, const RouteQuery& query,
               const std::uint64_t* ports) override;
  void decided_vcs(SwitchId switch_id, Side side, const RouteQuery& head, const VcHop& hop,
                   std::uint64_t vcs) override;
  void decided_route(SwitchId switch_id, Side side, const RouteQuery& head,
                     const Routed& routed) override;
  void selected(SwitchId switch_id, Side side, const SelectionQuery& query, int channel) override;

 private:
  /// A flit on a link.
  struct FlitSignals {
    int valid = 0, source = 0, destination = 0, packet = 0, head = 0, tail = 0;
  };
  struct InputSignals {
    FlitSignals flit;
    int occupancy = 0, route_valid = 0, route_ports = 0, request = 0, request_port = 0,
        request_vc = 0, grant = 0;
  };
  struct OutputSignals {
    FlitSignals flit;
    int credits = -1, buffer_space = -1, grant = 0, grant_port = 0, grant_vc = 0;
  };
  /// What one side, model or RTL, is asked by an input channel, and answers.
  struct PortDecisionSignals {
    int valid = 0, source = 0, destination = 0, allowed_ports = 0;
  };
  struct VcDecisionSignals {
    int valid = 0, destination = 0, state = 0, candidates = 0;
    Cycle cycle = kNever;      ///< of what has been gathered
    WaveFile::Value gathered;  ///< VCs of the output ports asked for in that cycle
  };
  struct RouteDecisionSignals {
    int valid = 0, destination = 0, ports = 0, vcs = 0, entering_vcs = 0;
  };
  struct SelectionSignals {
    int valid = 0, qualifying = 0, preferred_port = 0, port = 0, vc = 0;
  };
  template <class Signals>
  struct Sides {
    Signals model, rtl;
    Signals& of(Side side) { return side == Side::kModel ? model : rtl; }
  };
  struct Traced {
    std::string name, scope;
    int ports = 0, channels = 0;
    std::map<int, InputSignals> inputs;
    std::map<int, OutputSignals> outputs;
    std::map<int, Sides<PortDecisionSignals>> port_decisions;
    std::map<int, Sides<VcDecisionSignals>> vc_decisions;
    std::map<int, Sides<RouteDecisionSignals>> route_decisions;
    std::map<int, Sides<SelectionSignals>> selections;
    std::optional<PartTracer> parts;     ///< of the structural view, from its first cycle on
    std::optional<ShadowTracer> shadow;  ///< with RTL beside it, too
  };
  /// Signals that belong together in the save file.
  struct Group {
    std::string title;
    int first = 0, last = 0;
  };

  /// Nothing more will be told of what happens before this cycle.
  void pass(Cycle cycle);
  void show_parts(const ObservedSwitch& at, Traced& traced, Cycle now);
  void show_shadow(const ObservedSwitch& at, Traced& traced, Cycle now);
  void add_switch(SwitchId id, const std::string& scope);
  void add_input(Traced& traced, int port, int vc);
  /// Phits of the buffer behind the link and of the output buffer; 0: none.
  void add_output(Traced& traced, int port, int vc, int credits, int buffer);
  void add_decisions(Traced& traced, int channel, const std::string& scope);
  /// A signal with a bit for each port or channel.
  int add_mask(const std::string& scope, const std::string& name, int width);
  FlitSignals add_flit(const std::string& scope);
  void show(const FlitSignals& signals, const Flit& flit, Cycle begin);
  void pulse(int signal, Cycle cycle);
  void write_save_file() const;
  Traced* traced(SwitchId id) {
    const auto found = traced_.find(id);
    return found == traced_.end() ? nullptr : &found->second;
  }
  int channel(int port, int vc) const { return port << vc_shift_ | vc; }
  int width(std::uint64_t largest) const;

  const Config& config_;
  const WaveRequest& request_;
  Ranks& ranks_;
  PortMap ports_;
  WaveFile file_;
  int vc_shift_ = 0;
  bool matches_ports_ = false, decides_vcs_ = false, decides_routes_ = false, selects_ = false;
  std::map<SwitchId, Traced> traced_;
  std::vector<Group> groups_;
  std::set<int> masks_;
  Cycle first_;
  Cycle flushed_ = 0;  ///< what was told of before has been handed over
};

}  // namespace sim
}  // namespace netloom
