#pragma once

#include "hw/switch/core.h"

namespace netloom {
inline namespace hw {

// What is checked of a grant and of credits.

template <int kBits, Features kFeatures>
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::check_grant(int input, int output,
                                                              const Flit& flit, Cycle now) const {
  if (flit.head()) {
    if (inputs.candidates(input).none()) fail("grant without a route", now);
    // A control packet has routed itself, see FaultUnit.
    if (!flit.for_switches()) {
      router->check_hop(query_of(input, flit, now), numbers.port(output), numbers.vc(output));
    }
  } else if (!flit.tail() && !ownership.is_owned(output)) {
    fail("flits of two packets mix in " + channel_name(output), now);
  }
  if (outputs.buffers().has(output)) {
    const OutputBuffer& buffer = outputs.buffers()[output];
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
NETLOOM_NEVER_INLINE void Core<kBits, kFeatures>::check_room(int output, bool to_buffer,
                                                             Cycle now) const {
  if (outputs.free(output) >= 0) return;
  fail((to_buffer ? "negative space in " : "negative credits behind ") + channel_name(output), now);
}

}  // namespace hw
}  // namespace netloom
