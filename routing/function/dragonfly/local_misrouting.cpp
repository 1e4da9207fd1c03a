#include "routing/function/dragonfly/local_misrouting.h"

#include <cstddef>
#include <cstdint>

namespace netloom {
inline namespace routing {
namespace {

enum class Mark : std::uint8_t { kOpen, kAllowed, kForbidden };

bool is_plus(std::size_t type) {
  const auto hop = static_cast<LocalHop>(type);
  return hop == LocalHop::kEvenPlus || hop == LocalHop::kOddPlus;
}

}  // namespace

const char* local_hop_name(LocalHop hop) {
  constexpr const char* kNames[kLocalHops] = {"odd-", "even+", "odd+", "even-"};
  return kNames[static_cast<std::size_t>(hop)];
}

LocalPairs::LocalPairs(LocalRestriction restriction) : restriction_(restriction) {
  constexpr std::size_t kTypes = kLocalHops;
  std::array<std::array<Mark, kTypes>, kTypes> marks{};
  for (std::size_t first = 0; first < kTypes; ++first) {
    for (std::size_t second = 0; second < kTypes; ++second) {
      const bool turn = is_plus(first) && !is_plus(second);
      const bool open = restriction == LocalRestriction::kParitySign && first != second;
      const bool forbidden = restriction == LocalRestriction::kSignOnly && turn;
      marks[first][second] = open ? Mark::kOpen : forbidden ? Mark::kForbidden : Mark::kAllowed;
    }
  }
  // The types in the order of [RLM-OLM 2013], Table I, which is that of LocalHop.
  for (std::size_t type = 0; type < kTypes; ++type) {
    for (Mark& mark : marks[type]) {
      if (mark == Mark::kOpen) mark = Mark::kAllowed;
    }
    for (auto& row : marks) {
      if (row[type] == Mark::kOpen) row[type] = Mark::kForbidden;
    }
  }
  for (std::size_t first = 0; first < kTypes; ++first) {
    for (std::size_t second = 0; second < kTypes; ++second) {
      allowed_[first][second] = marks[first][second] == Mark::kAllowed;
    }
  }
}

}  // namespace routing
}  // namespace netloom
