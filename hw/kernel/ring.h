#pragma once

#include <cstddef>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// A queue in a ring of memory that doubles when it is full, so that a queue which has reached its
/// largest length allocates no more.
template <class T>
class GrowingRing {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() { return slots_[head_]; }
  const T& operator[](std::size_t i) const { return slots_[(head_ + i) & (room_ - 1)]; }

  void push(const T& value) {
    if (size_ == room_) grow();
    slots_[(head_ + size_++) & (room_ - 1)] = value;
  }
  void pop() {
    head_ = (head_ + 1) & (room_ - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(room_ == 0 ? 4 : 2 * room_);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = (*this)[i];
    slots_.swap(larger);
    room_ = slots_.size();
    head_ = 0;
  }

  std::vector<T> slots_;
  std::size_t room_ = 0;  ///< of slots_, a power of two
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace hw
}  // namespace netloom
