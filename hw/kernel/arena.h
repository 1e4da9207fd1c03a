#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace netloom {
inline namespace hw {

/// The memory of all switches of a network: handed out piece after piece, so that what one switch
/// uses lies together, zeroed, and freed as a whole. Large networks get huge pages where the system
/// has them.
class Arena {
 public:
  /// `chunk_bytes`: how much to take from the system at a time.
  explicit Arena(std::size_t chunk_bytes) : chunk_bytes_(chunk_bytes) {}
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Zeroed memory, aligned to 64 bytes.
  void* allocate(std::size_t bytes);

  /// `count` default-constructed objects, never destroyed: trivially destructible types only.
  template <class T>
  T* array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    T* first = static_cast<T*>(allocate(count * sizeof(T)));
    for (std::size_t i = 0; i < count; ++i) new (first + i) T();
    return first;
  }

  /// Bytes handed out.
  std::size_t used() const { return used_; }

 private:
  struct Chunk {
    std::byte* memory;
    std::size_t size;
  };

  std::size_t chunk_bytes_;
  std::size_t used_ = 0;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  std::vector<Chunk> chunks_;
};

/// Brings `bytes` from `first` on into the cache.
inline void prefetch_memory(const void* first, std::size_t bytes) {
  constexpr std::size_t kLine = 64;
  const char* at = static_cast<const char*>(first);
  const char* const end = at + bytes;
  for (; at + 4 * kLine <= end; at += 4 * kLine) {
    __builtin_prefetch(at, 1);
    __builtin_prefetch(at + kLine, 1);
    __builtin_prefetch(at + 2 * kLine, 1);
    __builtin_prefetch(at + 3 * kLine, 1);
  }
  for (; at < end; at += kLine) __builtin_prefetch(at, 1);
}

}  // namespace hw
}  // namespace netloom
