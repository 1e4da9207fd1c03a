#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// Destroys an object whose memory is an arena's.
struct DestroyInArena {
  template <class T>
  void operator()(T* object) const {
    object->~T();
  }
};
template <class T>
using ArenaPtr = std::unique_ptr<T, DestroyInArena>;

/// The memory of all switches of a network and their NICs: handed out piece after piece, so that
/// what one switch uses lies together, zeroed, and freed as a whole. Large networks get huge pages
/// where the system has them.
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

  /// An object, whose owner destroys it before the arena.
  template <class T, class... Arguments>
  ArenaPtr<T> make(Arguments&&... arguments) {
    static_assert(alignof(T) <= 64);
    return ArenaPtr<T>(new (allocate(sizeof(T))) T(std::forward<Arguments>(arguments)...));
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

/// So many objects in the memory of an arena, which outlives them.
template <class T>
class ArenaArray {
 public:
  ArenaArray(Arena& arena, std::size_t count)
      : first_(static_cast<T*>(arena.allocate(count * sizeof(T)))), count_(count) {
    std::uninitialized_value_construct_n(first_, count);
  }
  ~ArenaArray() { std::destroy_n(first_, count_); }
  ArenaArray(const ArenaArray&) = delete;
  ArenaArray& operator=(const ArenaArray&) = delete;

  std::size_t size() const { return count_; }
  const T* data() const { return first_; }
  T& operator[](std::size_t i) { return first_[i]; }
  const T& operator[](std::size_t i) const { return first_[i]; }
  T* begin() { return first_; }
  T* end() { return first_ + count_; }
  const T* begin() const { return first_; }
  const T* end() const { return first_ + count_; }

 private:
  T* first_;
  std::size_t count_;
};

}  // namespace hw
}  // namespace netloom
