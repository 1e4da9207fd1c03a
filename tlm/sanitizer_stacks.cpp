// AddressSanitizer has to be told of every change of stack. SystemC 2.3.4 does so when a thread
// waits, but gives no bounds for the stack of the program itself when it returns there.
// AddressSanitizer then takes the last thread's stack for the present one, and reports errors that
// are none at the next exception (github.com/google/sanitizers/issues/189). This function stands
// before the sanitizer's own and adds the bounds. Other builds do not have it.
#if defined(__SANITIZE_ADDRESS__)

#include <dlfcn.h>
#include <pthread.h>

#include <cstddef>

// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is the sanitizer's interface
extern "C" void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom,
                                               std::size_t size) {
  if (bottom == nullptr || size == 0) {
    pthread_attr_t attributes;
    void* start = nullptr;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
      if (pthread_attr_getstack(&attributes, &start, &size) == 0) bottom = start;
      pthread_attr_destroy(&attributes);
    }
  }
  using Function = void (*)(void**, const void*, std::size_t);
  static const auto next =
      reinterpret_cast<Function>(dlsym(RTLD_NEXT, "__sanitizer_start_switch_fiber"));
  if (next != nullptr) next(fake_stack, bottom, size);
}

#endif
