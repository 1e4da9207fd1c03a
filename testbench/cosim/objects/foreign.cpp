// Shared objects that know nothing of Netloom, but have the name that it looks for: with one of the
// macros FOREIGN_..., what ends whoever loads or asks them.

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>

extern "C" {

#ifdef FOREIGN_DATA
extern const int netloom_block_interface;
const int netloom_block_interface = 3;
#else
const void* netloom_block_interface() {
#if defined(FOREIGN_ANSWER)
  return reinterpret_cast<const void*>(std::uintptr_t{3});
#elif defined(FOREIGN_ABORT)
  std::abort();
#elif defined(FOREIGN_EXCEPTION)
  throw std::runtime_error("from elsewhere");
#elif defined(FOREIGN_END)
  std::exit(0);
#else
  return nullptr;
#endif
}
#endif

}  // extern "C"

namespace {

struct Start {
  Start() {
#if defined(FOREIGN_START)
    std::raise(SIGSEGV);
#elif defined(FOREIGN_EXIT)
    std::exit(0);
#endif
  }
};
const Start kStart;

}  // namespace
