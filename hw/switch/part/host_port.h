#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "hw/nic/nic.h"
#include "hw/switch/base/switch_model.h"
#include "hw/switch/part/output_port.h"

namespace netloom {
inline namespace hw {

/// The NICs at the ports of a switch, which steps them (docs/timing.md, rule 9).
///
/// What it asks and tells the switch is a `Core`; see core.h.
template <class Channels>
class HostPorts {
 public:
  using Mask = typename Channels::Mask;

  void build(int ports, const std::vector<HostPlace>* hosts) {
    injections_.resize(static_cast<std::size_t>(ports));
    ejections_.resize(static_cast<std::size_t>(ports));
    hosts_ = hosts;
  }
  void attach(int port, std::unique_ptr<InjectionSide> side, int latency) {
    next_generation_ = std::min(next_generation_, side->next_generation());
    InjectionPort& host = at(injections_, port);
    host.side = std::move(side);
    host.latency = static_cast<std::uint32_t>(latency);
    ports_.push_back(port);
  }
  void attach(int port, std::unique_ptr<EjectionSide> side) {
    at(ejections_, port) = std::move(side);
  }

  InjectionSide* injection(int port) { return at(injections_, port).side.get(); }
  const InjectionSide* injection(int port) const { return at(injections_, port).side.get(); }
  EjectionSide* ejection(int port) { return at(ejections_, port).get(); }
  /// The input ports with a host.
  const std::vector<int>& ports() const { return ports_; }
  /// Earliest cycle in which a host generates, of those that are not in the calendar.
  Cycle next_generation() const { return next_generation_; }

  /// In three steps, of which each reads what the one before has brought into the cache.
  void prefetch_ports() const {
    prefetch_memory(injections_.data(), ports_.size() * sizeof(InjectionPort));
    prefetch_memory(ejections_.data(), ports_.size() * sizeof(ejections_.front()));
  }
  template <class Core>
  void prefetch_sides(const Core& core) const {
    for (const int port : ports_) {
      at(injections_, port).side->prefetch();
      if (core.outputs.leads_to_host(port)) at(ejections_, port)->prefetch();
    }
  }
  /// What the NICs need for their next packets and those on the ejection links.
  template <class Core>
  void prefetch_packets(const Core& core) const {
    for (const int port : ports_) {
      at(injections_, port).side->prefetch_queues();
      if (!core.outputs.leads_to_host(port)) continue;
      for (int vc = 0; vc < core.output_vcs(port); ++vc) {
        const auto& output = core.outputs[core.channels().of(port, vc)];
        std::uint32_t slot = output.head;
        for (int i = 0; i < 2; ++i, slot = output.after(slot)) {
          const Flit& flit = output.ring[slot];
          if (flit.arrival != Flit::kEmpty) at(ejections_, port)->prefetch(flit.source());
        }
      }
    }
  }

  /// At the beginning of a quantum that ends before `to`: what the hosts generate in it becomes
  /// events.
  template <class Core>
  void schedule(Core& core, Cycle to) {
    if (next_generation_ >= to) return;
    next_generation_ = kNever;
    for (const int port : ports_) generate_later(core, port, to);
  }

  // ---- Events.

  template <class Core>
  void generate(Core& core, int channel, Cycle now, Cycle end) {
    const int port = core.channels().port(channel);
    at(injections_, port).side->generate(now);
    generate_later(core, port, end);
    to_inject_.set(channel);
  }
  void link_free(const Channels& channels, int channel) {
    at(injections_, channels.port(channel)).side->inject_scheduled = false;
    to_inject_.set(channel);
  }
  void credit(const Channels& channels, int channel, int phits) {
    const int port = channels.port(channel);
    InjectionSide& side = *at(injections_, port).side;
    side.credit(channels.vc(channel), phits);
    if (side.waiting()) to_inject_.set(channels.first(port));
  }
  void take_acknowledgements(const Channels& channels, int channel, Cycle now) {
    at(injections_, channels.port(channel)).side->take_acknowledgements(now);
    to_inject_.set(channel);
  }

  /// Another host, or this one, has made the host at `port` generate in `cycle` too.
  template <class Core>
  void wake(Core& core, int port, Cycle cycle, Cycle end) {
    at(injections_, port).side->wake(cycle);
    if (cycle < end) {
      core.calendar.post(cycle, Event(EventKind::kGenerate, core.channels().first(port)));
    } else {
      next_generation_ = std::min(next_generation_, cycle);
    }
  }

  // ---- In each cycle.

  /// Those hosts inject for which something has changed.
  template <class Core>
  void step(Core& core, Cycle now) {
    for (; to_inject_.any(); to_inject_.remove_first()) {
      inject(core, core.channels().port(to_inject_.first()), now);
    }
  }
  /// The tail of a flit is at the NIC behind an output.
  template <class Core>
  void deliver(Core& core, int channel, Cycle now) {
    OutputChannel& output = core.outputs[channel];
    Flit& flit = output.ring[output.head];
    output.head = output.after(output.head);
    core.tell_delivered(channel, flit, now);
    const NodeId host_id = flit.destination;
    at(ejections_, core.channels().port(channel))->take(flit, now, outcome_);
    flit.arrival = Flit::kEmpty;
    for (const Cycle wake_at : outcome_.wakes) {
      const HostPlace& place = (*hosts_)[host_id];
      place.model->wake_host(place.port, wake_at);
    }
    outcome_.wakes.clear();
    for (const NodeId source : outcome_.acknowledged) {
      const HostPlace& place = (*hosts_)[source];
      place.model->acknowledge_host(place.port, host_id, now + 1);
    }
    outcome_.acknowledged.clear();
  }

 private:
  struct InjectionPort {
    std::unique_ptr<InjectionSide> side;
    std::uint32_t latency = 0;
  };

  template <class T>
  static T& at(std::vector<T>& items, int index) {
    return items[static_cast<std::size_t>(index)];
  }
  template <class T>
  static const T& at(const std::vector<T>& items, int index) {
    return items[static_cast<std::size_t>(index)];
  }

  template <class Core>
  void generate_later(Core& core, int port, Cycle end) {
    const Cycle next = at(injections_, port).side->next_generation();
    if (next < end) {
      core.calendar.post(next, Event(EventKind::kGenerate, core.channels().first(port)));
    } else {
      next_generation_ = std::min(next_generation_, next);
    }
  }

  template <class Core>
  void inject(Core& core, int port, Cycle now) {
    const Channels& channels = core.channels();
    InjectionPort& host = at(injections_, port);
    InjectionSide& side = *host.side;
    const auto inject_at = [&](Cycle cycle) {
      if (side.inject_scheduled || !side.waiting()) return;
      side.inject_scheduled = true;
      core.calendar.post(cycle, Event(EventKind::kInject, channels.first(port)));
    };
    if (side.link_free() > now) {
      inject_at(side.link_free());
      return;
    }
    Flit flit;
    int vc = 0;
    // A message, a credit or an acknowledgement will wake it.
    if (!side.start_flit(now, flit, vc)) return;
    const int input = channels.of(port, vc);
    std::uint32_t& slot_index = side.slot(vc);
    Flit& slot = core.inputs[input].ring[slot_index];
    if (core.checking() && slot.arrival != Flit::kEmpty) {
      core.fail("injection overruns " + core.channel_name(input), now);
    }
    slot_index = core.inputs[input].after(slot_index);
    flit.arrival = static_cast<std::uint32_t>(now) + host.latency;
    slot = flit;
    core.tell_injected(input, slot, now);
    if (core.counting()) {
      core.calendar.post(now + host.latency, Event(EventKind::kCountedInjection, input));
    } else {
      core.calendar.post_arrival(now + host.latency, input);
    }
    side.occupy_link(now + flit.phits);
    ++core.counters.link_flits;
    inject_at(now + flit.phits);
  }

  Mask to_inject_;  ///< first channel of each port whose host looks for something to inject
  Cycle next_generation_ = kNever;
  std::vector<int> ports_;
  std::vector<InjectionPort> injections_;
  std::vector<std::unique_ptr<EjectionSide>> ejections_;
  const std::vector<HostPlace>* hosts_ = nullptr;
  EjectionSide::Outcome outcome_;
};

}  // namespace hw
}  // namespace netloom
