#pragma once

#include <cstdint>

#include "hw/kernel/arena.h"
#include "hw/kernel/calendar.h"
#include "hw/link/flit_ring.h"
#include "hw/link/outbox.h"

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
};

static_assert(sizeof(OutputChannel) == 32, "two to a cache line");

/// The output buffer of one output virtual channel.
struct OutputBuffer : FlitRing {
  std::uint32_t tail = 0;  ///< slot for the next flit
  std::int32_t space = 0;  ///< phits that are free
};

/// How full the buffers behind an output channel are: its own, and the one behind its link.
struct QueueFill {
  std::int64_t phits = 0;
  std::int64_t size = 0;  ///< phits that they hold

  /// A percentage of the share that a queue is filled, to compare others with.
  struct Bound {
    std::int64_t phits = 0;
    std::int64_t size = 0;

    bool nothing_below() const { return phits <= 0; }
    /// The fewest phits with which a queue of that size is not below; not if nothing is.
    std::int64_t least(std::int64_t queue_size) const {
      return (phits * queue_size + size - 1) / size;
    }
  };

  Bound bound(int percent) const { return {phits * percent, size * 100}; }
  /// Whether the filled share is less than that.
  bool below(const Bound& bound) const { return phits * bound.size < bound.phits * size; }
};

/// The output ports of a switch: credits, output buffers and links.
template <class Mask>
class OutputUnit {
 public:
  /// The far end of an output port's link.
  struct LinkTarget {
    Calendar<Mask>* calendar = nullptr;
    std::uint32_t latency = 0;
    std::uint16_t channel = 0;  ///< of VC 0: the input of a switch, or the output to a host
    /// A NIC, which sees a flit when its tail is there and takes everything; else a switch, with
    /// credits.
    bool host = false;
    bool by_outbox = false;  ///< another switch's, which is written at the end of the quantum
  };

  void build(Arena& arena, int ports, int vc_shift) {
    const auto count = static_cast<std::size_t>(ports) << vc_shift;
    channels_ = arena.array<OutputChannel>(count);
    targets_ = arena.array<LinkTarget>(static_cast<std::size_t>(ports));
    sleepers_ = arena.array<Mask>(static_cast<std::size_t>(ports));
  }
  /// Room for the output buffers of so many channels.
  void build_buffers(Arena& arena, std::size_t channels) {
    buffers_ = arena.array<OutputBuffer>(channels);
  }
  void build_buffer(Arena& arena, int channel, int flits, int phits) {
    OutputBuffer& buffer = buffers_[channel];
    buffer.ring_bits = ring_bits(flits);
    buffer.ring = arena.array<Flit>(buffer.slots());
    buffer.space = phits;
    buffered.set(channel);
  }

  OutputChannel& operator[](int channel) { return channels_[channel]; }
  const OutputChannel& operator[](int channel) const { return channels_[channel]; }
  OutputBuffer& buffer(int channel) { return buffers_[channel]; }
  const OutputBuffer& buffer(int channel) const { return buffers_[channel]; }
  LinkTarget& target(int port) { return targets_[port]; }
  const LinkTarget& target(int port) const { return targets_[port]; }
  bool leads_to_host(int port) const { return targets_[port].host; }
  /// Input channels that can only go on through this port and sleep until it changes.
  Mask& sleepers(int port) { return sleepers_[port]; }

  /// Starts `flit` on the link so that its first phit leaves in `start`; takes the credits.
  void send(const Flit& flit, int channel, int vc_shift, Cycle start, Outbox<Mask>& outbox) {
    OutputChannel& output = channels_[channel];
    const LinkTarget& target = targets_[channel >> vc_shift];
    const std::uint32_t phits = flit.phits;
    const Cycle arrival = start + target.latency;
    const int far_channel = target.channel + (channel & ((1 << vc_shift) - 1));
    Flit& slot = output.ring[output.tail];
    output.tail = output.after(output.tail);
    output.sent += phits;
    if (target.by_outbox) {
      output.credits -= static_cast<std::int32_t>(phits);
      outbox.add_flit(flit, slot, target.calendar, arrival, far_channel);
      return;
    }
    slot = flit;
    slot.arrival = static_cast<std::uint32_t>(arrival);
    if (target.host) {
      target.calendar->post(arrival + phits - 1, Event(EventKind::kDelivery, far_channel));
    } else {
      output.credits -= static_cast<std::int32_t>(phits);
      target.calendar->post_arrival(arrival, far_channel);
    }
  }
  /// Brings the state of all ports into the cache.
  void prefetch(int ports, int vc_shift) const {
    const auto count = static_cast<std::size_t>(ports);
    prefetch_memory(channels_, (count << vc_shift) * sizeof(OutputChannel));
    prefetch_memory(targets_, count * sizeof(LinkTarget));
    prefetch_memory(sleepers_, count * sizeof(Mask));
  }

  Mask room;       ///< a flit of the largest size may be granted: credits, or buffer space
  Mask bubble;     ///< room for two such flits; only with bubble flow control
  Mask busy;       ///< the crossbar output is taken
  Mask owned;      ///< wormhole: a packet holds the VC
  Mask buffered;   ///< the channel has an output buffer
  Mask staged;     ///< a flit is at the front of the output buffer
  Mask link_busy;  ///< all channels of the port: the link is sending from a buffer
  Mask sleeping;   ///< bit of the port's VC 0: its set of sleepers is not empty
  Mask sleep_any;  ///< input channels with several ways that sleep until any output changes
  // What has changed since the heads looked that the misrouting trigger has held back.
  Mask relieved;  ///< outputs that are free again, or behind which phits have left
  Mask filled;    ///< outputs that phits wait behind now

 private:
  OutputChannel* channels_ = nullptr;
  OutputBuffer* buffers_ = nullptr;
  LinkTarget* targets_ = nullptr;
  Mask* sleepers_ = nullptr;
};

}  // namespace hw
}  // namespace netloom
