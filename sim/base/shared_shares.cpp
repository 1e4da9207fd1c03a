#include "sim/base/shared_shares.h"

#include <sys/mman.h>

namespace netloom {
inline namespace sim {

SharedShares::SharedShares(std::size_t tasks) : bytes_(tasks * sizeof(std::atomic<double>)) {
  static_assert(std::atomic<double>::is_always_lock_free, "processes share them");
  if (tasks == 0) return;
  void* const memory =
      mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  // Zero bytes are a share of 0.
  if (memory != MAP_FAILED) shares_ = static_cast<std::atomic<double>*>(memory);
}

SharedShares::~SharedShares() {
  if (shares_ != nullptr) munmap(shares_, bytes_);
}

void SharedShares::tell(std::size_t task, double share) {
  if (shares_ != nullptr) shares_[task].store(share, std::memory_order_relaxed);
}

double SharedShares::of(std::size_t task) const {
  return shares_ != nullptr ? shares_[task].load(std::memory_order_relaxed) : 0;
}

}  // namespace sim
}  // namespace netloom
