#pragma once

#include <type_traits>
#include <typeindex>
#include <unordered_map>

#include "hw/kernel/arena.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// What all switches that one thread runs share, so that it stays in the cache: memory for what
/// each of them notes while it works on a cycle.
class Scratch {
 public:
  /// The arena outlives it.
  explicit Scratch(Arena& arena) : arena_(arena) {}

  /// The object of a type.
  template <class T>
  T& of() {
    void*& object = objects_[typeid(T)];
    if (object == nullptr) object = arena_.array<T>(1);
    return *static_cast<T*>(object);
  }

 private:
  Arena& arena_;
  std::unordered_map<std::type_index, void*> objects_;
};

}  // namespace hw
}  // namespace netloom
