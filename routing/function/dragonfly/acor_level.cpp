#include "routing/function/dragonfly/acor_level.h"

#include <algorithm>

namespace netloom {
inline namespace routing {

void AcorLevel::registers_written(const RegisterFile& file) {
  interval_ = std::max<Cycle>(file.value("ACOR_INTERVAL", 0), 1);
  increase_[0] = file.value("ACOR_INCREASE_1", 0);
  increase_[1] = file.value("ACOR_INCREASE_2", 0);
  decrease_[0] = file.value("ACOR_DECREASE_1", 0);
  decrease_[1] = file.value("ACOR_DECREASE_2", 0);
}

void AcorLevel::advance(Cycle now) {
  while (now - begin_ >= interval_) {
    if (level_ > 0 && blocked_ < decrease_[level_ - 1]) --level_;
    // After that nothing changes: an interval without a packet is like any other.
    const bool settled = blocked_ == 0 && (level_ == 0 || decrease_[level_ - 1] == 0);
    blocked_ = 0;
    begin_ += settled ? (now - begin_) / interval_ * interval_ : interval_;
  }
}

void AcorLevel::injected(Cycle now, Cycle waited) {
  advance(now);
  if (waited == 0) return;
  ++blocked_;
  if (level_ < kLevels - 1 && blocked_ > increase_[level_]) {
    ++level_;
    blocked_ = 0;
    begin_ = now;
  }
}

PathA AcorLevel::path_a(Cycle now) {
  constexpr PathA kPaths[kLevels] = {PathA::kG, PathA::kGl, PathA::kLgl};
  return kPaths[level(now)];
}

int AcorLevel::level(Cycle now) {
  advance(now);
  return level_;
}

std::uint32_t AcorLevel::blocked(Cycle now) {
  advance(now);
  return blocked_;
}

}  // namespace routing
}  // namespace netloom
