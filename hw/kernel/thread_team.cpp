#include "hw/kernel/thread_team.h"

#include <immintrin.h>
#include <sched.h>

#include <cstddef>
#include <string>
#include <system_error>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace hw {
namespace {

/// Some hundred microseconds: what pieces differ by, and more than a thread takes to wake up.
constexpr int kSpins = 10000;

bool have_cores(int threads) {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) >= threads;
}

/// Looks so many times whether it is so.
template <class Condition>
bool spin(int times, const Condition& holds) {
  for (int i = 0; i < times; ++i) {
    if (holds()) return true;
    _mm_pause();
  }
  return holds();
}

}  // namespace

ThreadTeam::ThreadTeam(int threads, std::function<void(int)> work)
    : work_(std::move(work)),
      spins_(have_cores(threads) ? kSpins : 0),
      errors_(static_cast<std::size_t>(threads)) {
  try {
    for (int thread = 1; thread < threads; ++thread) {
      others_.emplace_back([this, thread] { serve(thread); });
    }
  } catch (const std::system_error& error) {
    const std::size_t begun = others_.size() + 1;
    end();
    throw Error("a thread cannot be started, of " + std::to_string(threads) + " the one after " +
                std::to_string(begun) + ": " + error.code().message());
  }
}

ThreadTeam::~ThreadTeam() {
  end();
}

void ThreadTeam::end() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    round_.store(0, std::memory_order_release);
  }
  begins_.notify_all();
  for (std::thread& each : others_) each.join();
}

void ThreadTeam::do_piece(int thread) {
  try {
    work_(thread);
  } catch (...) {
    errors_[static_cast<std::size_t>(thread)] = std::current_exception();
  }
}

std::uint64_t ThreadTeam::next_round(std::uint64_t done) {
  const auto begun = [&] { return round_.load(std::memory_order_acquire) != done; };
  if (!spin(spins_, begun)) {
    std::unique_lock<std::mutex> lock(mutex_);
    begins_.wait(lock, begun);
  }
  return round_.load(std::memory_order_acquire);
}

void ThreadTeam::serve(int thread) {
  for (std::uint64_t round = 1; (round = next_round(round)) != 0;) {
    do_piece(thread);
    if (working_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      const std::lock_guard<std::mutex> lock(mutex_);
      ends_.notify_one();
    }
  }
}

void ThreadTeam::wait_for_others() {
  const auto done = [this] { return working_.load(std::memory_order_acquire) == 0; };
  if (spin(spins_, done)) return;
  std::unique_lock<std::mutex> lock(mutex_);
  ends_.wait(lock, done);
}

void ThreadTeam::run() {
  working_.store(static_cast<int>(others_.size()), std::memory_order_relaxed);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    round_.fetch_add(1, std::memory_order_release);
  }
  begins_.notify_all();
  do_piece(0);
  wait_for_others();
  for (std::exception_ptr& error : errors_) {
    if (error) std::rethrow_exception(std::exchange(error, nullptr));
  }
}

}  // namespace hw
}  // namespace netloom
