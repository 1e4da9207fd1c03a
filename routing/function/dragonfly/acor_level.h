#pragma once

#include <cstdint>

#include "routing/base/types.h"
#include "routing/function/dragonfly/valiant_rules.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace routing {

/// The length of path A that a switch uses at present: -G-, -GL or LGL. It grows when many packets
/// were blocked at the heads of the injection queues, and shrinks when few were.
///
/// Blocked packets are those granted their output later than they could have been. They are
/// counted in intervals. Once more than INCREASE are, the path grows by one step and a new interval
/// begins; when an interval ends with fewer than DECREASE, it shrinks by one.
/// Source: [LIA 2025], sections 2.2.2 and 5.2.
class AcorLevel {
 public:
  static constexpr int kLevels = 3;

  void registers_written(const RegisterFile& file);
  void injected(Cycle now, Cycle waited);
  PathA path_a(Cycle now);

  int level(Cycle now);
  std::uint32_t blocked(Cycle now);

 private:
  void advance(Cycle now);

  Cycle interval_ = 500;
  std::uint32_t increase_[kLevels - 1] = {};  ///< from level i to i + 1
  std::uint32_t decrease_[kLevels - 1] = {};  ///< from level i + 1 to i
  int level_ = 0;
  std::uint32_t blocked_ = 0;
  Cycle begin_ = 0;
};

}  // namespace routing
}  // namespace netloom
