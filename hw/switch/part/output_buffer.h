#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/kernel/arena.h"
#include "hw/kernel/calendar.h"
#include "hw/link/flit_ring.h"
#include "hw/switch/base/features.h"

namespace netloom {
inline namespace hw {

/// The output buffer of one output virtual channel.
struct OutputBuffer : FlitRing {
  std::uint32_t tail = 0;     ///< slot for the next flit
  std::int32_t space = 0;     ///< phits that are free
  std::int32_t capacity = 0;  ///< phits
};

/// The output buffers of a switch, of those output channels that have one, and the links behind
/// them (docs/timing.md, rules 6 and 7): a flit waits there for the link and for credits.
///
/// In: granted flits, and the cycles in which they are there and have left. Out: flits that start
/// on links, to a `Core`, with
///   channels(), calendar
///   flit_phits(flit)               its phits, if they are not the same of all flits
///   credits(output)                phits for the buffer behind the link
///   stalls(port, now)              the link starts nothing in this cycle
///   pick_link(port, outputs, now)  which of these sends, by the arbiter of the link
///   start_link(output, flit, now)  it starts, and its credits are taken
template <class Channels>
class OutputBuffers {
 public:
  using Mask = typename Channels::Mask;

  void build(Arena& arena, std::size_t channels) { buffers_ = arena.array<OutputBuffer>(channels); }
  /// The channel has a buffer of so many phits, with room for so many flits.
  void build_channel(Arena& arena, int channel, int phits, int flits) {
    OutputBuffer& buffer = buffers_[channel];
    buffer.ring_bits = ring_bits(flits);
    buffer.ring = arena.array<Flit>(buffer.slots());
    buffer.space = phits;
    buffer.capacity = phits;
    there_.set(channel);
  }

  /// Whether the switch has any; whether this channel has one; those that have.
  bool any() const { return Channels::has(kOutputBuffers) && buffers_ != nullptr; }
  bool has(int channel) const { return Channels::has(kOutputBuffers) && there_.test(channel); }
  const Mask& channels() const { return there_; }
  const OutputBuffer& operator[](int channel) const { return buffers_[channel]; }
  Flit& front(int channel) { return buffers_[channel].front(); }
  /// Phits of a buffer that are free, and that are taken.
  std::int32_t space(int channel) const { return buffers_[channel].space; }
  std::int32_t waiting(int channel) const {
    return buffers_[channel].capacity - buffers_[channel].space;
  }

  /// Channels with a flit at the front of the buffer, and those whose link sends from one: all of
  /// the port.
  const Mask& staged() const { return staged_; }
  const Mask& sending() const { return sending_; }

  /// Phits are free again, or, negative, taken.
  void add_space(int channel, std::int32_t phits) { buffers_[channel].space += phits; }
  /// Takes a granted flit, which is there from `arrival` on: then staged() has it.
  void store(const Flit& flit, int channel, Cycle arrival) {
    OutputBuffer& buffer = buffers_[channel];
    buffer.put(buffer.tail, flit, static_cast<std::uint32_t>(arrival));
  }
  void arrived(int channel) { staged_.set(channel); }
  /// The link of the channel's port has sent the last phit.
  void sent(const Channels& channels, int channel) {
    sending_ -= channels.of_port(channels.port(channel));
  }

  /// Rule 6: links that are free start a flit for which there are credits.
  template <class Core>
  void start_links(Core& core, Cycle now) {
    const Channels& channels = core.channels();
    Mask waiting = staged_ - sending_;
    while (waiting.any()) {
      const int port = channels.port(waiting.first());
      const Mask group = waiting & channels.of_port(port);
      waiting -= group;
      Mask able;
      for (Mask rest = group; rest.any(); rest.remove_first()) {
        const int output = rest.first();
        if (core.credits(output) >= core.flit_phits(front(output))) able.set(output);
      }
      if (able.none()) continue;  // a credit will make the switch active
      if (core.stalls(port, now)) {
        core.calendar.activate(now + 1);
        continue;
      }
      const int output = core.pick_link(port, able, now);
      const Flit& flit = front(output);
      core.start_link(output, flit, now);
      sending_ |= channels.of_port(port);
      core.calendar.post(now + flit.phits, Event(EventKind::kLinkDone, output, flit.phits));
      remove_front(output, now);
    }
  }

 private:
  void remove_front(int channel, Cycle now) {
    OutputBuffer& buffer = buffers_[channel];
    buffer.front().arrival = Flit::kEmpty;
    buffer.head = buffer.after(buffer.head);
    if (buffer.front().arrival > now) staged_.reset(channel);
  }

  Mask there_, staged_, sending_;
  OutputBuffer* buffers_ = nullptr;
};

}  // namespace hw
}  // namespace netloom
