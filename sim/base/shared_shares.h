#pragma once

#include <atomic>
#include <cstddef>

namespace netloom {
inline namespace sim {

/// How far tasks are that run in processes of their own, from 0 to 1 each: in memory that a process
/// shares with those that it forks. Where there is no such memory, nobody is told.
class SharedShares {
 public:
  explicit SharedShares(std::size_t tasks);
  ~SharedShares();
  SharedShares(const SharedShares&) = delete;
  SharedShares& operator=(const SharedShares&) = delete;

  void tell(std::size_t task, double share);
  double of(std::size_t task) const;

 private:
  std::size_t bytes_;
  std::atomic<double>* shares_ = nullptr;
};

}  // namespace sim
}  // namespace netloom
