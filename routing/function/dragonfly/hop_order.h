#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace netloom {
inline namespace routing {

/// Virtual channels that ascend along the paths of a dragonfly. The longest path is written as the
/// kinds of its hops, "lglgl"; its first local hop has local VC 0, its second local VC 1 and so on,
/// and the global ones likewise. A path that leaves out some of the hops takes on each the lowest
/// VC that comes after the one it is on, so that no two packets can wait for each other in a
/// circle.
/// Source: [RLM-OLM 2013], section II (the order of [Gunther 1981]).
class HopOrder {
 public:
  enum class Kind : std::uint8_t { kLocal, kGlobal };

  /// `hops`: of 'l' and 'g', with at least one of each.
  explicit HopOrder(const std::string& hops) : hops_(hops) {}

  /// Hops of the longest path.
  std::uint32_t length() const { return static_cast<std::uint32_t>(hops_.size()); }

  int vcs(Kind kind) const {
    int count = 0;
    for (const char hop : hops_) count += hop == letter(kind) ? 1 : 0;
    return count;
  }

  /// Place in the order of a VC; -1 for a packet that has not taken a hop.
  int place(Kind kind, int vc) const {
    for (std::size_t i = 0; i < hops_.size(); ++i) {
      if (hops_[i] == letter(kind) && vc-- == 0) return static_cast<int>(i);
    }
    return static_cast<int>(hops_.size());
  }

  /// The VC of a hop of this kind after `place`; -1 if none is left.
  int next_vc(Kind kind, int place) const {
    int vc = 0;
    for (std::size_t i = 0; i < hops_.size(); ++i) {
      if (hops_[i] != letter(kind)) continue;
      if (static_cast<int>(i) > place) return vc;
      ++vc;
    }
    return -1;
  }

 private:
  static char letter(Kind kind) { return kind == Kind::kLocal ? 'l' : 'g'; }

  std::string hops_;
};

}  // namespace routing
}  // namespace netloom
