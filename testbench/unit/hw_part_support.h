#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <tuple>
#include <utility>
#include <vector>

#include "hw/kernel/arena.h"
#include "hw/kernel/calendar.h"
#include "hw/kernel/channel_mask.h"
#include "hw/link/flit.h"
#include "hw/link/flit_ring.h"
#include "hw/link/outbox.h"
#include "hw/switch/base/channels.h"
#include "hw/switch/base/features.h"
#include "hw/switch/base/port_line.h"
#include "hw/switch/base/switch_observer.h"
#include "routing/decision/switch_random.h"

namespace netloom::test {

/// What a part of a switch is built for: as many ports as there is room for.
template <int kBits, Features kSet, int kVcShift>
struct PartOf {
  static constexpr Features kFeatures = kSet;
  static constexpr int kShift = kVcShift;
  static constexpr int kPorts = kBits >> kVcShift;
  static constexpr int kVcs = 1 << kVcShift;
  using Numbers = Channels<kBits, kSet>;
  using Mask = ChannelMask<kBits>;

  static Numbers channels() { return Numbers(kPorts, kVcShift); }
};

/// One VC per port and several, in words of 32 and 64 bits and in two words; with no other feature
/// and with all of them. Not each with each: every type is compiled anew.
using PartTypes = testing::Types<PartOf<32, 0, 0>, PartOf<64, kManyVcs, 2>,
                                 PartOf<128, kManyVcs, 3>, PartOf<32, kAllFeatures, 1>>;

template <class Mask>
Mask set_of(std::initializer_list<int> channels) {
  Mask mask;
  for (const int channel : channels) mask.set(channel);
  return mask;
}

/// What the parts of a switch keep of its ports.
template <class Mask>
PortLine<Mask>* lines(Arena& arena, int ports) {
  return arena.array<PortLine<Mask>>(static_cast<std::size_t>(ports));
}

/// The bits that a part draws, given by the test, and what for it drew them.
struct DrawnBits {
  Draw draw(Cycle cycle, DrawPlace place, int index) {
    drawn.emplace_back(cycle, place, index);
    return Draw(bits);
  }
  std::uint32_t bits = 0;
  std::vector<std::tuple<Cycle, DrawPlace, int>> drawn;
};

/// In ascending order.
template <class Mask>
std::vector<int> members(Mask mask) {
  std::vector<int> result;
  for (; mask.any(); mask.remove_first()) result.push_back(mask.first());
  return result;
}

/// A packet of one flit.
inline Flit packet_of(int phits, Cycle arrival = Flit::kEmpty) {
  Flit flit;
  flit.phits = static_cast<std::uint16_t>(phits);
  flit.packet_phits = static_cast<std::uint16_t>(phits);
  flit.set_head(true);
  flit.set_tail(true);
  flit.arrival = static_cast<std::uint32_t>(arrival);
  return flit;
}

/// Tells an observer of everything, whatever the core can do.
template <class Observer>
struct Tells {
  bool observing() const { return true; }
  template <class... Parameters, class... Arguments>
  void tell(void (SwitchObserver::*event)(const ObservedSwitch&, Parameters...),
            const Arguments&... arguments) const {
    (told.*event)(ObservedSwitch(), arguments...);
  }

  mutable Observer told;
};

/// A buffer of four flits behind a link.
inline FlitRing ring_of_four(Arena& arena) {
  FlitRing result;
  result.ring_bits = 2;
  result.ring = arena.array<Flit>(4);
  return result;
}

/// An event, to be compared.
struct Posted {
  EventKind kind = EventKind::kCredit;
  int channel = 0;
  int phits = 0;

  friend bool operator==(const Posted& a, const Posted& b) {
    return a.kind == b.kind && a.channel == b.channel && a.phits == b.phits;
  }
  friend void PrintTo(const Posted& posted, std::ostream* out) {
    *out << "kind " << static_cast<int>(posted.kind) << " channel " << posted.channel << " phits "
         << posted.phits;
  }
};

/// The calendar of a switch.
template <class Mask>
class Timetable {
 public:
  static constexpr Cycle kLength = 128;

  Timetable() { calendar.build(arena_, active_.data(), kLength, kLength / 2); }

  bool active(Cycle cycle) const { return (calendar.active_block(cycle) >> (cycle & 63) & 1) != 0; }
  /// Of the 64 cycles from `from` on.
  std::vector<Cycle> active_cycles(Cycle from = 0) const {
    std::vector<Cycle> result;
    calendar.for_active(from, from + 64, [&](Cycle cycle) { result.push_back(cycle); });
    return result;
  }
  std::vector<Posted> events(Cycle cycle) const {
    std::vector<Posted> result;
    calendar.for_events(cycle, [&](Event event) {
      result.push_back({event.kind(), event.channel(), event.phits()});
    });
    return result;
  }
  std::vector<int> arrivals(Cycle cycle) const { return members(calendar.at(cycle).arrived); }
  std::vector<int> credits(Cycle cycle) const { return members(calendar.at(cycle).credited); }

  Calendar<Mask> calendar;

 private:
  Arena arena_{std::size_t{1} << 16};
  std::array<std::uint64_t, kLength / 64> active_{};
};

}  // namespace netloom::test
