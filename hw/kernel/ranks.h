#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "routing/base/error.h"
#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

/// The processes that run one network together, each of them its own switches: ranks, as MPI calls
/// them. All do the same, but that each knows its own switches only; so they call these functions
/// in the same order, and what depends on all switches comes out the same in each of them.
class Ranks {
 public:
  virtual ~Ranks() = default;

  virtual int count() const = 0;
  /// This one, from 0 on.
  virtual int rank() const = 0;
  bool alone() const { return count() == 1; }
  /// Those that have this machine's memory in common, with this one.
  virtual int on_machine() const { return 1; }

  /// Sends `messages[i]` to `partners[i]`, which are others, and puts what came from there in its
  /// place. Who is a partner has this one as a partner.
  virtual void exchange(const std::vector<int>& partners, std::vector<std::string>& messages) = 0;

  /// In place, each number over all ranks; all have as many. Sums wrap.
  virtual void sum(std::uint64_t* numbers, std::size_t count) = 0;
  virtual void minimum(std::uint64_t* numbers, std::size_t count) = 0;

  /// What each has, in the order of the ranks. `what`: a word for it, the same in all of them: if
  /// it is not, they do not do the same, and the job ends.
  virtual std::vector<std::string> gather(const char* what, const std::string& mine) = 0;

  /// Ends all of them, if need be while they wait for this one.
  [[noreturn]] virtual void end_job(const std::string& message) = 0;

  std::uint64_t sum(std::uint64_t number) {
    sum(&number, 1);
    return number;
  }
  void sum(std::vector<std::uint64_t>& numbers) { sum(numbers.data(), numbers.size()); }
  bool any(bool mine) { return sum(std::uint64_t{mine}) > 0; }
  std::uint64_t maximum(std::uint64_t number) {
    number = ~number;
    minimum(&number, 1);
    return ~number;
  }
};

/// What each has of plain values, see Ranks::gather().
template <class T>
std::vector<std::vector<T>> gathered_by_rank(Ranks& ranks, const char* what,
                                             const std::vector<T>& mine) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<std::vector<T>> result;
  for (const std::string& each : ranks.gather(
           what,
           std::string(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(T)))) {
    result.emplace_back(each.size() / sizeof(T));
    if (!each.empty()) std::memcpy(result.back().data(), each.data(), each.size());
  }
  return result;
}

/// The same, those of all ranks one after the other.
template <class T>
std::vector<T> gathered(Ranks& ranks, const char* what, const std::vector<T>& mine) {
  std::vector<T> result;
  for (const std::vector<T>& each : gathered_by_rank(ranks, what, mine)) {
    result.insert(result.end(), each.begin(), each.end());
  }
  return result;
}

/// What a rank has found to be wrong, in all of them.
class CommonError : public Error {
 public:
  using Error::Error;
};

/// Does what does not depend on other ranks. CommonError, in all of them: `work` has thrown Error
/// in one; of several, that of the lowest rank. What else is thrown ends the job if it is thrown
/// on.
void together(Ranks& ranks, const char* what, const std::function<void()>& work);

/// This process alone runs the network.
Ranks& no_other_ranks();

}  // namespace hw
}  // namespace netloom
