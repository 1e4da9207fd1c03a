#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace netloom {

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

}  // namespace netloom
