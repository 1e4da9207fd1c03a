#pragma once

namespace netloom {
inline namespace hw {

/// Tells AddressSanitizer where this thread's own stack is, if it runs on that; in other builds
/// nothing. SystemC's kernel tells it of the stacks of thread processes (SC_THREAD), but comes back
/// from them to one without bounds: marks that exceptions leave there would be taken for errors
/// later.
void tell_sanitizer_of_stack();

}  // namespace hw
}  // namespace netloom
