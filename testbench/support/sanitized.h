#pragma once

namespace netloom::test {

/// Whether this program and netloom are built with AddressSanitizer or ThreadSanitizer, which take
/// memory of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace netloom::test
