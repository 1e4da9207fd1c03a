#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/kernel/arena.h"
#include "hw/kernel/prefetch.h"
#include "hw/nic/host_place.h"
#include "hw/nic/nic.h"
#include "hw/switch/base/inlining.h"
#include "hw/switch/base/switch_observer.h"
#include "hw/switch/part/output_port.h"

namespace netloom {
inline namespace hw {

/// The NICs at the ports of a switch, which steps them (docs/timing.md, rule 9).
///
/// In: what hosts generate, credits and links that are free for them, and flits at the ends of
/// ejection links. Out: flits that start on injection links, and what is delivered. What it asks
/// and tells the switch is a `Core`, with
///   channels(), calendar, counters, output_vcs(port)
///   inputs, outputs
///   checking(), fail(what, now), channel_name(channel)
///   counting()       the router counts what is injected
///   tell(event, …)   what an observer is told
template <class Channels>
class HostPorts {
 public:
  using Mask = typename Channels::Mask;

  /// `hosts`: where each of the network injects.
  void build(Arena& arena, int ports, const std::vector<HostPlace>* hosts) {
    nics_ = arena.array<Nic>(static_cast<std::size_t>(ports));
    hosts_ = arena.array<Host>(static_cast<std::size_t>(ports));
    places_ = hosts;
  }
  /// The sides of NICs, which outlive this.
  void attach(int port, InjectionSide& side, int latency) {
    hosts_[count_] = {side.next_generation(), port};
    nics_[port].host = count_++;
    next_generation_ = std::min(next_generation_, side.next_generation());
    nics_[port].injection = &side;
    nics_[port].latency = static_cast<std::uint32_t>(latency);
  }
  void attach(int port, EjectionSide& side) { nics_[port].ejection = &side; }

  InjectionSide& injection(int port) { return *nics_[port].injection; }
  /// Earliest cycle in which a host generates, of those that are not in the calendar.
  Cycle next_generation() const { return next_generation_; }

  /// In three steps, of which each reads what the one before has brought into the cache.
  void prefetch_ports() const {
    prefetch_memory(nics_, static_cast<std::size_t>(count_) * sizeof(Nic));
    prefetch_memory(hosts_, static_cast<std::size_t>(count_) * sizeof(Host));
  }
  template <class Core>
  void prefetch_sides(const Core& core) const {
    for (int i = 0; i < count_; ++i) {
      const int port = hosts_[i].port;
      nics_[port].injection->prefetch();
      if (core.outputs.leads_to_host(port)) nics_[port].ejection->prefetch();
    }
  }
  /// What an event at a port needs; in two steps.
  void prefetch_event(int port, EventKind kind, bool second) const {
    const Nic& nic = nics_[port];
    if (!second) {
      prefetch_line(&nic);
    } else if (kind == EventKind::kDelivery) {
      nic.ejection->prefetch();
    } else if (nic.injection != nullptr) {
      nic.injection->prefetch();
    }
  }
  /// What the NICs need for their next packets and those on the ejection links.
  template <class Core>
  NETLOOM_NEVER_INLINE void prefetch_packets(const Core& core) const {
    for (int i = 0; i < count_; ++i) {
      const int port = hosts_[i].port;
      nics_[port].injection->prefetch_queues();
      if (!core.outputs.leads_to_host(port)) continue;
      for (int vc = 0; vc < core.output_vcs(port); ++vc) {
        const auto& output = core.outputs[core.channels().of(port, vc)];
        std::uint32_t slot = output.head;
        for (int ahead = 0; ahead < 2; ++ahead, slot = output.after(slot)) {
          const Flit& flit = output.ring[slot];
          if (flit.arrival != Flit::kEmpty) nics_[port].ejection->prefetch(flit.source());
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
    for (int i = 0; i < count_; ++i) generate_later(core, hosts_[i], to);
  }

  // ---- Events.

  template <class Core>
  void generate(Core& core, int channel, Cycle now, Cycle end) {
    const int port = core.channels().port(channel);
    InjectionSide& side = injection(port);
    side.generate(now);
    Host& host = hosts_[nics_[port].host];
    host.generates = side.next_generation();
    generate_later(core, host, end);
    to_inject_.set(channel);
  }
  void link_free(const Channels& channels, int channel) {
    injection(channels.port(channel)).inject_scheduled = false;
    to_inject_.set(channel);
  }
  void credit(const Channels& channels, int channel, int phits) {
    const int port = channels.port(channel);
    InjectionSide& side = injection(port);
    side.credit(channels.vc(channel), phits);
    if (side.waiting()) to_inject_.set(channels.first(port));
  }
  void take_acknowledgements(const Channels& channels, int channel, Cycle now) {
    injection(channels.port(channel)).take_acknowledgements(now);
    to_inject_.set(channel);
  }

  /// Another host, or this one, has made the host at `port` generate in `cycle` too.
  template <class Core>
  void wake(Core& core, int port, Cycle cycle, Cycle end) {
    InjectionSide& side = injection(port);
    side.wake(cycle);
    hosts_[nics_[port].host].generates = side.next_generation();
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
    Flit& flit = core.outputs.take_from_link(channel);
    core.tell(&SwitchObserver::delivered, channel, flit, now);
    const NodeId host_id = flit.destination;
    nics_[core.channels().port(channel)].ejection->take(flit, now, outcome_);
    flit.arrival = Flit::kEmpty;
    for (const Cycle wake_at : outcome_.wakes) {
      const HostPlace& place = (*places_)[host_id];
      place.stepped_by->wake_host(place.port, wake_at);
    }
    outcome_.wakes.clear();
    for (const NodeId source : outcome_.acknowledged) {
      const HostPlace& place = (*places_)[source];
      place.stepped_by->acknowledge_host(place.port, host_id, now + 1);
    }
    outcome_.acknowledged.clear();
  }

 private:
  struct Nic {
    InjectionSide* injection = nullptr;
    EjectionSide* ejection = nullptr;
    std::uint32_t latency = 0;  ///< of the injection link
    int host = -1;              ///< in hosts_
  };
  /// When a host generates next, for all hosts in a line or two: this is looked at often.
  struct Host {
    Cycle generates = kNever;
    int port = 0;
  };

  template <class Core>
  void generate_later(Core& core, const Host& host, Cycle end) {
    if (host.generates < end) {
      core.calendar.post(host.generates,
                         Event(EventKind::kGenerate, core.channels().first(host.port)));
    } else {
      next_generation_ = std::min(next_generation_, host.generates);
    }
  }

  template <class Core>
  void inject(Core& core, int port, Cycle now) {
    const Channels& channels = core.channels();
    InjectionSide& side = injection(port);
    const std::uint32_t latency = nics_[port].latency;
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
    flit.arrival = static_cast<std::uint32_t>(now) + latency;
    const bool fits = core.inputs[input].put(side.slot(vc), flit, flit.arrival);
    if (core.checking() && !fits) {
      core.fail("injection overruns " + core.channel_name(input), now);
    }
    core.tell(&SwitchObserver::injected, input, flit, now);
    if (core.counting()) {
      core.calendar.post(now + latency, Event(EventKind::kCountedInjection, input));
    } else {
      core.calendar.post_arrival(now + latency, input);
    }
    side.occupy_link(now + flit.phits);
    ++core.counters.link_flits;
    inject_at(now + flit.phits);
  }

  Nic* nics_ = nullptr;    ///< per port
  Host* hosts_ = nullptr;  ///< of those that inject
  int count_ = 0;          ///< of hosts_
  Cycle next_generation_ = kNever;
  Mask to_inject_;  ///< first channel of each port whose host looks for something to inject
  const std::vector<HostPlace>* places_ = nullptr;
  EjectionSide::Outcome outcome_;
};

}  // namespace hw
}  // namespace netloom
