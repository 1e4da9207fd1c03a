#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "hw/kernel/ranks.h"

namespace netloom {
inline namespace sim {

/// A child of this process, one of a job's, that does something together with the children of the
/// others: a process runs one network, because the SystemC kernel is global, and the first of two
/// is run so. MPI knows the processes only that it has begun in, which may not be forked then: a
/// child is forked before, and speaks to the others through its parent.
class RankChild {
 public:
  /// What the child does when it is asked for: with the ranks of the job, each of which has a child
  /// that does the same. Error: it cannot, in all of them.
  using Work = std::function<std::string(Ranks& ranks)>;

  /// Before MPI begins. std::runtime_error: no process or no socket can be had.
  explicit RankChild(const Work& work);
  /// A child that has not been asked for anything does nothing.
  ~RankChild();
  RankChild(const RankChild&) = delete;
  RankChild& operator=(const RankChild&) = delete;

  /// Once, by all ranks: what the work has returned. Error: that of the work. If the child ends in
  /// another way, the job does.
  std::string result(Ranks& ranks);

 private:
  pid_t process_ = 0;
  int socket_ = -1;
};

}  // namespace sim
}  // namespace netloom
