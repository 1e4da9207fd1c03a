#pragma once

#include <cstddef>
#include <vector>

namespace netloom {
inline namespace hw {

/// A queue in a ring of memory that doubles when it is full, so that a queue which has reached its
/// largest length allocates no more.
template <class T>
class GrowingRing {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() { return slots_[head_]; }
  const T& operator[](std::size_t i) const { return slots_[(head_ + i) & (slots_.size() - 1)]; }

  void push(const T& value) {
    if (size_ == slots_.size()) grow();
    slots_[(head_ + size_++) & (slots_.size() - 1)] = value;
  }
  void pop() {
    head_ = (head_ + 1) & (slots_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 4 : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = (*this)[i];
    slots_.swap(larger);
    head_ = 0;
  }

  std::vector<T> slots_;
  std::size_t head_ = 0;
  std::size_t size_ = 0;
};

}  // namespace hw
}  // namespace netloom
