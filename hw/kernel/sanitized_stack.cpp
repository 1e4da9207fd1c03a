#include "hw/kernel/sanitized_stack.h"

#if defined(__SANITIZE_ADDRESS__)
#define NETLOOM_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NETLOOM_ADDRESS_SANITIZER
#endif
#endif

#ifdef NETLOOM_ADDRESS_SANITIZER
#include <pthread.h>
#include <sanitizer/common_interface_defs.h>

#include <cstddef>
#endif

namespace netloom {
inline namespace hw {

#ifdef NETLOOM_ADDRESS_SANITIZER
void tell_sanitizer_of_stack() {
  struct Stack {
    char* bottom = nullptr;
    std::size_t size = 0;
    Stack() {
      pthread_attr_t attributes;
      if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
      void* lowest = nullptr;
      if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
        bottom = static_cast<char*>(lowest);
      }
      pthread_attr_destroy(&attributes);
    }
  };
  thread_local const Stack stack;
  const char here = 0;
  if (&here < stack.bottom || &here >= stack.bottom + stack.size) return;
  // As if it were switched to.
  void* fake_stack = nullptr;
  __sanitizer_start_switch_fiber(&fake_stack, stack.bottom, stack.size);
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
}
#else
void tell_sanitizer_of_stack() {}
#endif

}  // namespace hw
}  // namespace netloom
