#include "hw/kernel/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>

#include "routing/base/error.h"

namespace netloom {
inline namespace hw {

namespace {
constexpr std::size_t kHugePage = std::size_t{2} << 20;
}

Arena::~Arena() {
  for (const Chunk& chunk : chunks_) munmap(chunk.memory, chunk.size);
}

void* Arena::allocate(std::size_t bytes) {
  bytes = (bytes + 63) / 64 * 64;
  if (bytes > static_cast<std::size_t>(end_ - next_)) {
    const std::size_t size =
        (std::max(bytes, chunk_bytes_) + kHugePage - 1) / kHugePage * kHugePage + kHugePage;
    void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw Error("not enough memory for the network");
    // Only where a chunk is large: in a small network a huge page would mostly be empty.
    if (size >= 4 * kHugePage) madvise(memory, size, MADV_HUGEPAGE);
    chunks_.push_back({static_cast<std::byte*>(memory), size});
    // From the first huge page on.
    const auto past = reinterpret_cast<std::uintptr_t>(memory) % kHugePage;
    next_ = chunks_.back().memory + (past == 0 ? 0 : kHugePage - past);
    end_ = chunks_.back().memory + size;
  }
  void* piece = next_;
  next_ += bytes;
  used_ += bytes;
  return piece;
}

}  // namespace hw
}  // namespace netloom
