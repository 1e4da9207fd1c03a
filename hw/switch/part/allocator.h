#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw/config/config.h"
#include "hw/switch/base/features.h"
#include "hw/switch/base/inlining.h"
#include "hw/switch/base/port_line.h"
#include "hw/switch/part/arbiter.h"
#include "hw/switch/part/requests.h"
#include "routing/decision/switch_arbiters.h"
#include "routing/decision/switch_random.h"

namespace netloom {
inline namespace hw {

/// The allocator and its arbiters: matches the heads that may go to the crossbar outputs that are
/// free (docs/timing.md, "Who goes first"). Without kAnyAllocator it is the separable input-first
/// one with round-robin arbiters, in one iteration, at a multiplexed crossbar.
///
/// What it asks and tells the switch is a `Core`, with
///   available(input, free, taken)  those outputs that a head may take now: of `free` ones, which
///                                  have room, and of others that are not `taken`
///   select(input, outputs, now)    the one that its selection picks
///   cannot_go(input)               none is available: the head looks again when that changes
///   loses(input, port)             another goes to the port for which it has asked
///   grant(input, output, now)
///   pending()                      heads that look for an output, in this iteration
///   input_group(input)             the input channels that share its crossbar input
///   output_of(output)              the crossbar output of an output channel: its first channel
///   older(a, b)                    whether the packet at input a is older than that at b
template <class Channels>
class Allocator {
 public:
  using Mask = typename Channels::Mask;
  static constexpr bool kAny = Channels::has(kAnyAllocator);

  /// `arbiters`: of the plan; null: the model's. `step`: channels by which a pointer of an output
  /// moves on: those of an input of the crossbar. `requests` is of the thread that runs it.
  void build(PortLine<Mask>* lines, const Channels& channels, const SwitchConfig& config, int step,
             SwitchArbiters* arbiters, Requests<Mask>& requests) {
    lines_ = lines;
    requests_ = &requests;
    kind_ = config.allocator;
    iterations_ = config.iterations;
    control_priority_ = config.control_priority;
    arbiters_ = arbiters;
    transit_priority_ = config.transit_priority;
    for (int port = 0; port < channels.ports(); ++port) transit_ |= channels.of_port(port);
    if constexpr (kAny) {
      bank(ArbiterPlace::kInput) =
          ArbiterBank(config.arbiter, channels.ports(), channels.count(), 1);
      bank(ArbiterPlace::kOutput) =
          ArbiterBank(config.arbiter, channels.count(), channels.count(), step);
      bank(ArbiterPlace::kLink) =
          ArbiterBank(config.arbiter, channels.ports(), channels.count(), 1);
    }
  }

  /// Where the arbiter of an input port looks first: a VC; that of an output port: an input port.
  int input_pointer(const Channels& channels, int port) const {
    if constexpr (kAny) return channels.vc(bank(ArbiterPlace::kInput).pointer(port));
    return pointers(port).in;
  }
  int output_pointer(const Channels& channels, int port) const {
    if constexpr (kAny) {
      return channels.port(bank(ArbiterPlace::kOutput).pointer(channels.first(port)));
    }
    return channels.port(pointers(port).out);
  }

  bool input_first() const { return !kAny || kind_ == AllocatorKind::kSeparableInputFirst; }
  int iterations() const { return kAny ? iterations_ : 1; }
  /// A host injects at this port.
  void injects(const Channels& channels, int port) { transit_ -= channels.of_port(port); }
  bool prioritises_control() const { return Channels::has(kControl) && control_priority_; }

  /// One iteration, input first. `free`: outputs with room that are not `taken`. Returns how many
  /// requests were not granted.
  template <class Core>
  NETLOOM_ALWAYS_INLINE int match_input_first(Core& core, Mask pending, const Mask& free,
                                              const Mask& taken, Cycle now) {
    const Channels& channels = core.channels();
    Mask outputs;  // crossbar outputs that someone requests
    Mask blocked;
    int lost = 0;
    const auto request = [&](int input, const Mask& available) {
      const int output = core.select(input, available, now);
      requests_->add(input, output, core.output_of(output), outputs);
      ++lost;
    };
    if constexpr (kAny) {
      while (pending.any()) {
        const Mask group = pending & core.input_group(pending.first());
        pending -= group;
        Mask able;
        for (Mask rest = group; rest.any(); rest.remove_first()) {
          const int input = rest.first();
          if (core.available(input, free, taken).any()) {
            able.set(input);
          } else {
            blocked.set(input);
          }
        }
        if (able.none()) continue;
        const int input = pick_input(core, channels.port(able.first()), able, now);
        request(input, core.available(input, free, taken));
      }
    } else if constexpr (Channels::kOneVc) {
      for (; pending.any(); pending.remove_first()) {
        const int input = pending.first();
        const Mask available = core.available(input, free, taken);
        if (available.any()) {
          request(input, available);
        } else {
          core.cannot_go(input);
        }
      }
    } else {
      while (pending.any()) {
        const int port = channels.port(pending.first());
        const int base = channels.first(port);
        std::uint64_t vcs = pending.extract(base, channels.vcs());
        pending -= channels.of_port(port);
        while (vcs != 0) {
          int vc = __builtin_ctzll(vcs);
          if ((vcs & (vcs - 1)) != 0) {
            const int start = pointers(port).in;
            const std::uint64_t high = vcs >> start << start;
            if (high != 0) vc = __builtin_ctzll(high);
          }
          const Mask available = core.available(base | vc, free, taken);
          if (available.any()) {
            request(base | vc, available);
            break;
          }
          core.cannot_go(base | vc);
          vcs &= ~(std::uint64_t{1} << vc);
        }
      }
    }
    for (; outputs.any(); outputs.remove_first()) {
      const int crossbar_output = outputs.first();
      const Mask requesters = requests_->requesters(crossbar_output);
      const int winner = pick_output(core, crossbar_output, requesters, now);
      used(channels, crossbar_output, winner);
      core.grant(winner, requests_->choice(winner), now);
      --lost;
      if constexpr (!kAny) {
        Mask losers = requesters;
        losers.reset(winner);
        for (; losers.any(); losers.remove_first()) {
          core.loses(losers.first(), channels.port(crossbar_output));
        }
      }
    }
    for (; blocked.any(); blocked.remove_first()) core.cannot_go(blocked.first());
    return lost;
  }

  /// One iteration, output first; `first`: of the cycle.
  template <class Core>
  void match_output_first(Core& core, Mask pending, const Mask& free, const Mask& taken, bool first,
                          Cycle now) {
    const Channels& channels = core.channels();
    Mask outputs;
    for (; pending.any(); pending.remove_first()) {
      const int input = pending.first();
      const Mask available = core.available(input, free, taken);
      if (available.none()) {
        core.cannot_go(input);
        continue;
      }
      const int output = core.select(input, available, now);
      requests_->add(input, output, core.output_of(output), outputs);
    }
    Mask offered;  // input channels that an output has granted
    for (; outputs.any(); outputs.remove_first()) {
      const int crossbar_output = outputs.first();
      offered.set(pick_output(core, crossbar_output, requests_->requesters(crossbar_output), now));
    }
    while (offered.any()) {
      const Mask group = offered & core.input_group(offered.first());
      offered -= group;
      const int winner = pick_input(core, channels.port(group.first()), group, now);
      const int output = requests_->choice(winner);
      if (kind_ != AllocatorKind::kIslip || first) used(channels, core.output_of(output), winner);
      core.grant(winner, output, now);
    }
  }

  /// Of the output channels of a port that are `able` to send from their buffers, the one whose
  /// flit goes on the link; the arbiter's state moves. `older`: as ArbiterBank::pick().
  template <class Core, class Older>
  int pick_link(Core& core, int port, const Mask& able, Cycle now, Older&& older) {
    const Channels& channels = core.channels();
    if constexpr (kAny) {
      const int output = arbitrate(core, ArbiterPlace::kLink, port, able, now, older);
      used_at(ArbiterPlace::kLink, port, output);
      return output;
    } else {
      std::uint16_t& first = pointers(port).link;
      const int output = able.first_from(first);
      first = static_cast<std::uint16_t>(output + 1 == channels.count() ? 0 : output + 1);
      return output;
    }
  }

 private:
  /// Without kAnyAllocator.
  PortPointers& pointers(int port) { return lines_[port].pointers; }
  const PortPointers& pointers(int port) const { return lines_[port].pointers; }

  ArbiterBank& bank(ArbiterPlace place) { return banks_[static_cast<std::size_t>(place)]; }
  const ArbiterBank& bank(ArbiterPlace place) const {
    return banks_[static_cast<std::size_t>(place)];
  }

  /// Leaves out those who are injected, if there are others.
  NETLOOM_NEVER_INLINE void prefer_transit(Mask& requests) const {
    if (const Mask transit = requests & transit_; transit.any()) requests = transit;
  }

  template <class Core>
  int pick_output(Core& core, int output, Mask requests, Cycle now) {
    if constexpr (kAny) {
      core.prefer_control(requests);
      if (transit_priority_) prefer_transit(requests);
      return arbitrate(core, ArbiterPlace::kOutput, output, requests, now,
                       [&core](int a, int b) { return core.older(a, b); });
    } else {
      return requests.first_from(pointers(core.channels().port(output)).out);
    }
  }
  template <class Core>
  int pick_input(Core& core, int port, Mask candidates, Cycle now) {
    core.prefer_control(candidates);
    return arbitrate(core, ArbiterPlace::kInput, port, candidates, now,
                     [&core](int a, int b) { return core.older(a, b); });
  }
  /// Whom an arbiter grants, the plan's if it has them.
  template <class Core, class Older>
  int arbitrate(Core& core, ArbiterPlace place, int arbiter, const Mask& requests, Cycle now,
                Older&& older) {
    const auto draw = [&] {
      return core.random().draw(now, static_cast<DrawPlace>(place), arbiter);
    };
    const int winner = bank(place).pick(arbiter, requests, draw, older);
    if (__builtin_expect(arbiters_ == nullptr, 1)) return winner;
    return grant_of_arbiters(place, arbiter, requests, winner, now);
  }
  /// What the plan's arbiters grant where the model grants `winner`.
  NETLOOM_NEVER_INLINE int grant_of_arbiters(ArbiterPlace place, int arbiter, const Mask& requests,
                                             int winner, Cycle now) {
    std::uint64_t words[Mask::kCandidateWords];
    for (int i = 0; i < Mask::kCandidateWords; ++i) words[i] = requests.extract(64 * i, 64);
    ArbitrationQuery query;
    query.place = place;
    query.arbiter = arbiter;
    query.requests = words;
    query.words = Mask::kCandidateWords;
    query.granted = winner;
    query.cycle = now;
    return arbiters_->grant(query);
  }

  /// The grant of an output to `winner` is used: the arbiters of both move on.
  void used(const Channels& channels, int crossbar_output, int winner) {
    const int port = channels.port(winner);
    if constexpr (kAny) {
      used_at(ArbiterPlace::kInput, port, winner);
      used_at(ArbiterPlace::kOutput, crossbar_output, winner);
    } else {
      if constexpr (!Channels::kOneVc) {
        pointers(port).in = static_cast<std::uint16_t>(channels.vc(channels.vc(winner) + 1));
      }
      const int next = channels.first(port + 1);
      pointers(channels.port(crossbar_output)).out =
          static_cast<std::uint16_t>(next >= channels.count() ? 0 : next);
    }
  }
  void used_at(ArbiterPlace place, int arbiter, int winner) {
    bank(place).used(arbiter, winner);
    if (__builtin_expect(arbiters_ != nullptr, 0)) arbiters_->used(place, arbiter, winner);
  }

  PortLine<Mask>* lines_ = nullptr;
  Requests<Mask>* requests_ = nullptr;
  bool control_priority_ = false;
  int iterations_ = 1;
  AllocatorKind kind_ = AllocatorKind::kSeparableInputFirst;
  SwitchArbiters* arbiters_ = nullptr;
  bool transit_priority_ = false;                ///< of kAny
  Mask transit_;                                 ///< input channels to which switches send
  std::array<ArbiterBank, kAny ? 3 : 0> banks_;  ///< by ArbiterPlace
};

}  // namespace hw
}  // namespace netloom
