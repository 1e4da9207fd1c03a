#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace netloom {
inline namespace hw {

/// Threads that do a piece of work each, at the same time, again and again. The caller is the
/// first of them, and the others wait between the rounds: what it has written before a round they
/// see in it, and what they write in it it sees afterwards.
class ThreadTeam {
 public:
  /// `work(thread)` is a thread's piece, of threads 0 … `threads` - 1. Throws Error when the system
  /// has no more threads or no memory for their stacks.
  ThreadTeam(int threads, std::function<void(int thread)> work);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// One round: returns when all have done their pieces, and throws what one of them has thrown, of
  /// several that of the lowest thread.
  void run();

 private:
  void end();
  void serve(int thread);
  void do_piece(int thread);
  /// The round after `done`, when it begins; 0: there is none any more.
  std::uint64_t next_round(std::uint64_t done);
  void wait_for_others();

  const std::function<void(int)> work_;
  const int spins_;  ///< looks before a thread sleeps: none where there are more than cores
  std::vector<std::exception_ptr> errors_;  ///< per thread
  std::vector<std::thread> others_;

  alignas(64) std::atomic<std::uint64_t> round_{1};  ///< the last that has begun; 0: the end
  alignas(64) std::atomic<int> working_{0};          ///< of the others
  std::mutex mutex_;                                 ///< for those that sleep
  std::condition_variable begins_, ends_;
};

}  // namespace hw
}  // namespace netloom
