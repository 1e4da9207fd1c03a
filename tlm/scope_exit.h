#pragma once

#include <utility>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE tlm {

/// Does something at the end of a scope, also where that is left by an exception.
template <class Work>
class ScopeExit {
 public:
  explicit ScopeExit(Work work) : work_(std::move(work)) {}
  ~ScopeExit() { work_(); }
  ScopeExit(const ScopeExit&) = delete;
  ScopeExit& operator=(const ScopeExit&) = delete;

 private:
  Work work_;
};

}  // namespace tlm
}  // namespace netloom
