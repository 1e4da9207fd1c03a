#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "hw/kernel/arena.h"
#include "hw/kernel/prefetch.h"
#include "hw/link/flit_ring.h"
#include "hw/switch/base/features.h"
#include "hw/switch/base/port_line.h"
#include "hw/switch/base/switch_observer.h"
#include "hw/switch/part/misrouting.h"
#include "hw/switch/part/output_buffer.h"

namespace netloom {
inline namespace hw {

/// One output virtual channel: the credits for the buffer behind its link, and where in that buffer
/// the next flit goes. The ring is the receiver's FIFO, whose front it does not follow; of a host:
/// the flits on the link.
struct OutputChannel : FlitRing {
  std::uint32_t tail = 0;     ///< slot for the next flit
  std::int32_t credits = 0;   ///< phits
  std::int32_t capacity = 0;  ///< phits of the buffer; 0: of a host that takes everything
  std::uint32_t sent = 0;     ///< phits started on the link, one a cycle; see Network::run

  /// Whether the next flit has a slot, and it is not free. Behind a link with a mailbox it has none
  /// here.
  bool overruns() const { return ring != nullptr && ring[tail].arrival != Flit::kEmpty; }
};

static_assert(sizeof(OutputChannel) == 32, "two to a cache line");

/// The output ports of a switch: credits, output buffers and links (docs/timing.md, rules 4, 6, 7
/// and 8).
///
/// In: grants, credits that come, buffers that become empty, reservations. Out: what may be granted
/// (what there is `room` for: credits, or space in the output buffer), flits on links, and what has
/// changed, to a `Core`, with
///   channels()
///   observing(), tell(event, …)   what an observer is told
///   relieved(outputs)   phits have left what is behind these
///   has_room(output)    heads that could not go there may go now
template <class Channels>
class OutputPorts {
 public:
  using Mask = typename Channels::Mask;

  /// Flits are of `largest_flit` phits, or shorter if they have `mixed_sizes`.
  void build(Arena& arena, const Channels& channels, PortLine<Mask>* lines,
             std::int32_t largest_flit, bool mixed_sizes, bool bubbles, bool any_buffer) {
    const auto count = static_cast<std::size_t>(channels.count());
    channels_ = arena.array<OutputChannel>(count);
    lines_ = lines;
    if (any_buffer) buffers_.build(arena, count);
    largest_flit_ = largest_flit;
    mixed_sizes_ = mixed_sizes;
    bubbles_ = bubbles;
  }
  /// `credits`: phits of the buffer behind the link; `buffer`: of the output buffer, 0: none.
  void build_channel(Arena& arena, int channel, int credits, int buffer, int buffer_flits) {
    channels_[channel].credits = credits;
    channels_[channel].capacity = credits;
    if (buffer > 0) buffers_.build_channel(arena, channel, buffer, buffer_flits);
    set_room(channel, free(channel));
  }
  OutputLink<Mask>& link(int port) { return lines_[port].link; }
  const OutputLink<Mask>& link(int port) const { return lines_[port].link; }
  /// The flits of a channel go into this ring: the receiver's.
  void send_into(int channel, const FlitRing& ring) {
    channels_[channel].ring = ring.ring;
    channels_[channel].ring_bits = ring.ring_bits;
  }
  /// The channel leads to a host, with room for so many flits on the link. Its NIC takes everything
  /// unless a buffer bounds that.
  void send_to_host(Arena& arena, int channel, int flits) {
    OutputChannel& output = channels_[channel];
    output.ring_bits = ring_bits(flits);
    output.ring = arena.array<Flit>(output.slots());
    if (output.capacity > 0) return;
    output.credits = std::numeric_limits<std::int32_t>::max();
    if (!buffers_.has(channel)) set_room(channel, output.credits);
  }

  void prefetch_channel(int channel) const { prefetch_line(channels_ + channel); }

  const OutputChannel& operator[](int channel) const { return channels_[channel]; }
  OutputBuffers<Channels>& buffers() { return buffers_; }
  const OutputBuffers<Channels>& buffers() const { return buffers_; }
  bool leads_to_host(int port) const { return link(port).host; }
  bool is_endless(int port) const { return link(port).endless; }

  /// Brings the state of all channels into the cache.
  void prefetch(const Channels& channels) const {
    prefetch_memory(channels_, static_cast<std::size_t>(channels.count()) * sizeof(OutputChannel));
  }

  // ---- What may be granted (rule 4).

  /// Channels to which a flit of the largest size may be granted, and, with bubble flow control,
  /// two.
  const Mask& room() const { return room_; }
  const Mask& bubble() const { return bubble_; }
  /// Phits that may be granted to a channel.
  std::int32_t free(int channel) const {
    return buffers_.has(channel) ? buffers_.space(channel) : channels_[channel].credits;
  }
  /// Those of some channels to which so many phits may be granted.
  Mask with_room(Mask channels, std::int32_t phits) const {
    Mask result;
    for (; channels.any(); channels.remove_first()) {
      if (free(channels.first()) >= phits) result.set(channels.first());
    }
    return result;
  }
  /// Reserves room for a head that has chosen this output, or, negative, lets go of it.
  void reserve(const Channels& channels, int channel, std::int32_t phits) {
    if (buffers_.has(channel)) {
      add_space(channel, -phits);
    } else if (!is_endless(channels.port(channel))) {
      channels_[channel].credits -= phits;
      set_room(channel, channels_[channel].credits);
    }
  }

  // ---- Credits (rule 8).

  /// A credit for one flit of the largest size has come to each of these.
  template <class Core>
  void take_credits(Core& core, const Mask& credited, Cycle now) {
    if (core.observing()) {
      for (Mask rest = credited; rest.any(); rest.remove_first()) {
        core.tell(&SwitchObserver::credited, rest.first(), largest_flit_, now);
      }
    }
    core.relieved(credited);
    if constexpr (!Channels::has(kMixedSizes | kBubble)) {
      for (Mask rest = credited; rest.any(); rest.remove_first()) {
        channels_[rest.first()].credits += largest_flit_;
      }
      Mask opened = credited - room_;
      if constexpr (Channels::has(kOutputBuffers)) opened -= buffers_.channels();
      room_ |= opened;
      for (; opened.any(); opened.remove_first()) core.has_room(opened.first());
    } else {
      for (Mask rest = credited; rest.any(); rest.remove_first()) {
        if (opens(rest.first(), largest_flit_)) core.has_room(rest.first());
      }
    }
  }
  /// A credit for so many phits has come.
  template <class Core>
  void take_credit(Core& core, int channel, int phits, Cycle now) {
    core.tell(&SwitchObserver::credited, channel, phits, now);
    core.relieved(Mask::bit(channel));
    if (opens(channel, phits)) core.has_room(channel);
  }

  // ---- Flits leave (rules 6 and 7).

  /// Starts `flit` on the link so that its first phit leaves in `start`; takes the credits.
  void send(const Channels& channels, const Flit& flit, int channel, Cycle start,
            Outbox<Mask>& outbox) {
    OutputChannel& output = channels_[channel];
    const OutputLink<Mask>& to = link(channels.port(channel));
    const std::uint32_t phits = flit.phits;
    Flit* const slot = output.ring + output.tail;
    output.tail = output.after(output.tail);
    output.sent += phits;
    // As one condition it takes two to six instructions a hop more (mesh_8x8).
    if (!to.host) {
      output.credits -= static_cast<std::int32_t>(phits);
    } else if (__builtin_expect(!to.endless, 0)) {
      output.credits -= static_cast<std::int32_t>(phits);
    }
    to.send(flit, slot, channels.vc(channel), start, outbox);
  }
  /// After send() without an output buffer: notes what room is left.
  void sent(int channel) {
    const std::int32_t left = channels_[channel].credits;
    if (left < largest_flit_) room_.reset(channel);
    if (bubbles() && left < 2 * largest_flit_) bubble_.reset(channel);
  }
  /// Takes a granted flit into the output buffer, where it is from `arrival` on.
  void store(const Flit& flit, int channel, Cycle arrival) {
    buffers_.store(flit, channel, arrival);
    add_space(channel, -static_cast<int>(flit.phits));
  }
  /// So many phits have left the output buffer on the link, the last of a flit now.
  template <class Core>
  void link_done(Core& core, int channel, int phits) {
    buffers_.sent(core.channels(), channel);
    core.relieved(Mask::bit(channel));
    add_space(channel, phits);
    core.has_room(channel);
  }

  /// Takes the flit that is next at the end of the link to a host. Its slot is to be emptied.
  Flit& take_from_link(int channel) {
    OutputChannel& output = channels_[channel];
    Flit& flit = output.front();
    output.head = output.after(output.head);
    return flit;
  }

  // ---- How much waits behind an output.

  /// Phits in the output buffer and in the buffer behind the link.
  std::int32_t waiting(int channel) const {
    std::int32_t phits = channels_[channel].capacity - channels_[channel].credits;
    if (buffers_.has(channel)) phits += buffers_.waiting(channel);
    return phits;
  }
  QueueFill fill(int channel) const {
    QueueFill result{waiting(channel), channels_[channel].capacity};
    if (buffers_.has(channel)) result.size += buffers_[channel].capacity;
    return result;
  }

 private:
  bool bubbles() const { return Channels::has(kBubble) && bubbles_; }
  /// Notes that so many phits may be granted.
  void set_room(int channel, std::int32_t phits) {
    if (phits < largest_flit_) {
      room_.reset(channel);
    } else {
      room_.set(channel);
    }
    if (bubbles()) bubble_.assign(channel, phits >= 2 * largest_flit_);
  }
  void add_space(int channel, std::int32_t phits) {
    buffers_.add_space(channel, phits);
    set_room(channel, buffers_.space(channel));
  }
  /// Takes a credit. Whether heads may go on that could not.
  bool opens(int channel, int phits) {
    OutputChannel& output = channels_[channel];
    output.credits += phits;
    if (buffers_.has(channel)) return false;  // it is the link that waits for it
    bool more = Channels::has(kMixedSizes) && mixed_sizes_;
    if (bubbles() && output.credits >= 2 * largest_flit_ && !bubble_.test(channel)) {
      bubble_.set(channel);
      more = true;
    }
    if (output.credits >= largest_flit_ && !room_.test(channel)) {
      room_.set(channel);
      more = true;
    }
    return more;
  }

  OutputChannel* channels_ = nullptr;
  PortLine<Mask>* lines_ = nullptr;
  Mask room_, bubble_;
  OutputBuffers<Channels> buffers_;
  std::int32_t largest_flit_ = 1;
  bool mixed_sizes_ = false;
  bool bubbles_ = false;
};

}  // namespace hw
}  // namespace netloom
