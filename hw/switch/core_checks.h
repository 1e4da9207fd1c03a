#pragma once

#include "hw/switch/core.h"

namespace netloom {
inline namespace hw {

// What is checked of a grant and of credits, and what observers are told of arrivals.

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::check_grant(int input, int output,
                                                              const Flit& flit, Cycle now) const {
  if (flit.head()) {
    if (inputs[input].candidates.none()) fail("grant without a route", now);
    // A control packet has routed itself, see FaultUnit.
    if (!flit.for_switches()) {
      router->check_hop(query_of(input, flit, now), numbers.port(output), numbers.vc(output));
    }
  } else if (!flit.tail() && !ownership.owned.test(output)) {
    fail("flits of two packets mix in " + channel_name(output), now);
  }
  if (outputs.has_buffer(output)) {
    const OutputBuffer& buffer = outputs.buffer(output);
    if (buffer.ring[buffer.tail].arrival != Flit::kEmpty) {
      fail("overrun of " + channel_name(output), now);
    }
  } else if (outputs[output].overruns()) {
    fail("buffer overrun behind " + channel_name(output), now);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::check_credits(int output, Cycle now) const {
  const PortShape& shape = shapes[static_cast<std::size_t>(numbers.port(output))];
  if (outputs[output].credits > shape.credits) {
    fail("more credits than buffer behind " + channel_name(output), now);
  }
}

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::tell_arrival(int input, Cycle now) const {
  const InputChannel<Mask>& channel = inputs[input];
  std::uint32_t slot = channel.head;
  do {
    const Flit& flit = channel.ring[slot];
    if (flit.arrival == static_cast<std::uint32_t>(now)) {
      observer->arrived(observed, input, flit, now);
      return;
    }
    slot = channel.after(slot);
  } while (slot != channel.head);
}

}  // namespace hw
}  // namespace netloom
