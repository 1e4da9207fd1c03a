#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/kernel/arena.h"
#include "hw/kernel/prefetch.h"
#include "hw/link/flit_ring.h"
#include "hw/switch/base/features.h"
#include "hw/switch/base/port_line.h"
#include "hw/switch/part/misrouting.h"

namespace netloom {
inline namespace hw {

/// One output virtual channel: the credits for the buffer behind its link, and where in that buffer
/// the next flit goes. The ring is the receiver's FIFO, whose front it does not follow; of a host:
/// the flits on the link.
struct OutputChannel : FlitRing {
  std::uint32_t tail = 0;     ///< slot for the next flit
  std::int32_t credits = 0;   ///< phits
  std::int32_t capacity = 0;  ///< phits of the buffer; 0: the link leads to a host
  std::uint32_t sent = 0;     ///< phits started on the link, one a cycle; see Network::run

  /// Whether the next flit has a slot, and it is not free. Behind a link with a mailbox it has none
  /// here.
  bool overruns() const { return ring != nullptr && ring[tail].arrival != Flit::kEmpty; }
};

static_assert(sizeof(OutputChannel) == 32, "two to a cache line");

/// The output buffer of one output virtual channel.
struct OutputBuffer : FlitRing {
  std::uint32_t tail = 0;     ///< slot for the next flit
  std::int32_t space = 0;     ///< phits that are free
  std::int32_t capacity = 0;  ///< phits
};

/// The output ports of a switch: credits, output buffers and links (docs/timing.md, rules 4, 6 and
/// 7). What may be granted is what there is `room` for: credits, or space in the output buffer.
template <class Channels, Features kFeatures>
class OutputPorts {
 public:
  using Mask = typename Channels::Mask;

  /// Flits are of `largest_flit` phits, or shorter if they have `mixed_sizes`.
  void build(Arena& arena, const Channels& channels, PortLine<Mask>* lines,
             std::int32_t largest_flit, bool mixed_sizes, bool bubbles, bool any_buffer) {
    const auto count = static_cast<std::size_t>(channels.count());
    channels_ = arena.array<OutputChannel>(count);
    lines_ = lines;
    if (any_buffer) buffers_ = arena.array<OutputBuffer>(count);
    largest_flit_ = largest_flit;
    mixed_sizes_ = mixed_sizes;
    bubbles_ = bubbles;
  }
  /// `credits`: phits of the buffer behind the link; `buffer`: of the output buffer, 0: none.
  void build_channel(Arena& arena, int channel, int credits, int buffer, int buffer_flits) {
    channels_[channel].credits = credits;
    channels_[channel].capacity = credits;
    if (buffer > 0) {
      OutputBuffer& state = buffers_[channel];
      state.ring_bits = ring_bits(buffer_flits);
      state.ring = arena.array<Flit>(state.slots());
      state.space = buffer;
      state.capacity = buffer;
      buffered.set(channel);
    }
    set_room(channel, free(channel));
  }

  OutputChannel& operator[](int channel) { return channels_[channel]; }
  const OutputChannel& operator[](int channel) const { return channels_[channel]; }
  OutputBuffer& buffer(int channel) { return buffers_[channel]; }
  const OutputBuffer& buffer(int channel) const { return buffers_[channel]; }
  OutputLink<Mask>& link(int port) { return lines_[port].link; }
  const OutputLink<Mask>& link(int port) const { return lines_[port].link; }
  bool leads_to_host(int port) const { return link(port).host; }
  bool any_buffer() const { return buffers_ != nullptr; }
  bool has_buffer(int channel) const {
    return (kFeatures & kOutputBuffers) != 0 && buffered.test(channel);
  }

  /// Brings the state of all channels into the cache.
  void prefetch(const Channels& channels) const {
    prefetch_memory(channels_, static_cast<std::size_t>(channels.count()) * sizeof(OutputChannel));
  }

  // ---- Room.

  /// Phits that may be granted to a channel.
  std::int32_t free(int channel) const {
    return has_buffer(channel) ? buffers_[channel].space : channels_[channel].credits;
  }
  /// Notes that so many phits may be granted.
  void set_room(int channel, std::int32_t phits) {
    if (phits < largest_flit_) {
      room.reset(channel);
    } else {
      room.set(channel);
    }
    if (bubbles()) bubble.assign(channel, phits >= 2 * largest_flit_);
  }
  /// A credit has come. Whether heads may go on that could not.
  bool credit(int channel, int phits) {
    OutputChannel& state = channels_[channel];
    state.credits += phits;
    if (has_buffer(channel)) return false;  // it is the link that waits for it
    bool more = (kFeatures & kMixedSizes) != 0 && mixed_sizes_;
    if (bubbles() && state.credits >= 2 * largest_flit_ && !bubble.test(channel)) {
      bubble.set(channel);
      more = true;
    }
    if (state.credits >= largest_flit_ && !room.test(channel)) {
      room.set(channel);
      more = true;
    }
    return more;
  }
  /// A credit for one flit of the largest size has come to each of these; those on which heads may
  /// go on that could not. Without kMixedSizes and kBubble.
  Mask credit_each(const Mask& credited) {
    for (Mask rest = credited; rest.any(); rest.remove_first()) {
      channels_[rest.first()].credits += largest_flit_;
    }
    Mask opened = credited - room;
    if constexpr ((kFeatures & kOutputBuffers) != 0) opened -= buffered;
    room |= opened;
    return opened;
  }
  /// Phits have left the output buffer.
  void space(int channel, int phits) {
    buffers_[channel].space += phits;
    set_room(channel, buffers_[channel].space);
  }
  /// Reserves room for a head that has chosen this output, or, negative, lets go of it.
  void reserve(int channel, bool to_host, std::int32_t phits) {
    if (has_buffer(channel)) {
      space(channel, -phits);
    } else if (!to_host) {
      channels_[channel].credits -= phits;
      set_room(channel, channels_[channel].credits);
    }
  }

  // ---- How much waits behind an output.

  /// Phits in the output buffer and in the buffer behind the link.
  std::int32_t waiting(int channel) const {
    std::int32_t phits = channels_[channel].capacity - channels_[channel].credits;
    if (has_buffer(channel)) phits += buffers_[channel].capacity - buffers_[channel].space;
    return phits;
  }
  QueueFill fill(int channel) const {
    QueueFill result{waiting(channel), channels_[channel].capacity};
    if (has_buffer(channel)) result.size += buffers_[channel].capacity;
    return result;
  }

  // ---- Sending.

  /// Starts `flit` on the link so that its first phit leaves in `start`; takes the credits.
  void send(const Channels& channels, const Flit& flit, int channel, Cycle start,
            Outbox<Mask>& outbox) {
    OutputChannel& output = channels_[channel];
    const OutputLink<Mask>& to = link(channels.port(channel));
    const std::uint32_t phits = flit.phits;
    Flit* const slot = output.ring + output.tail;
    output.tail = output.after(output.tail);
    output.sent += phits;
    if (!to.host) output.credits -= static_cast<std::int32_t>(phits);
    to.send(flit, slot, channels.vc(channel), start, outbox);
  }
  /// After send() without an output buffer: notes what room is left.
  void sent(int channel) {
    const std::int32_t left = channels_[channel].credits;
    if (left < largest_flit_) room.reset(channel);
    if (bubbles() && left < 2 * largest_flit_) bubble.reset(channel);
  }
  /// Takes a granted flit into the output buffer, at the front of which it is seen from `arrival`.
  void store(const Flit& flit, int channel, Cycle arrival) {
    OutputBuffer& state = buffers_[channel];
    state.put(state.tail, flit, static_cast<std::uint32_t>(arrival));
    space(channel, -static_cast<int>(flit.phits));
  }
  /// The flit at the front of the output buffer has started on the link.
  void remove_front(int channel, Cycle now) {
    OutputBuffer& state = buffers_[channel];
    state.front().arrival = Flit::kEmpty;
    state.head = state.after(state.head);
    if (state.front().arrival > now) staged.reset(channel);
  }

 private:
  bool bubbles() const { return (kFeatures & kBubble) != 0 && bubbles_; }

  OutputChannel* channels_ = nullptr;
  PortLine<Mask>* lines_ = nullptr;

 public:
  Mask room;       ///< a flit of the largest size may be granted: credits, or buffer space
  Mask bubble;     ///< room for two such flits; only with bubble flow control
  Mask buffered;   ///< the channel has an output buffer
  Mask staged;     ///< a flit is at the front of the output buffer
  Mask link_busy;  ///< all channels of the port: the link is sending from a buffer

 private:
  OutputBuffer* buffers_ = nullptr;
  std::int32_t largest_flit_ = 1;
  bool mixed_sizes_ = false;
  bool bubbles_ = false;
};

}  // namespace hw
}  // namespace netloom
