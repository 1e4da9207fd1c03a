#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Types of local hops i -> j in a group: + if i < j, odd if the parities of i and j differ.
/// Source: [RLM-OLM 2013], section III-B.
enum class LocalHop : std::uint8_t { kOddMinus, kEvenPlus, kOddPlus, kEvenMinus };
inline constexpr int kLocalHops = 4;

/// from != to.
inline LocalHop local_hop(int from, int to) {
  const bool plus = from < to;
  if (((from ^ to) & 1) != 0) return plus ? LocalHop::kOddPlus : LocalHop::kOddMinus;
  return plus ? LocalHop::kEvenPlus : LocalHop::kEvenMinus;
}

/// "odd-", "even+", "odd+", "even-".
const char* local_hop_name(LocalHop hop);

/// Which pairs of local hops a packet may take in one group on the same VC.
enum class LocalRestriction : std::uint8_t {
  kParitySign,  ///< [RLM-OLM 2013], Table I: no sequence of allowed pairs comes back to the type it
                ///< began with
  kSignOnly,    ///< all but + followed by -
  kNone,        ///< all; not free of deadlock
};

/// Whether the pair is allowed, for all pairs of types: what the rule of a restriction generates.
/// Source: [RLM-OLM 2013], section III-B and Table I.
class LocalPairs {
 public:
  explicit LocalPairs(LocalRestriction restriction);

  LocalRestriction restriction() const { return restriction_; }
  bool allowed(LocalHop first, LocalHop second) const {
    return allowed_[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
  }
  /// The two hops from -> via -> to; via differs from both.
  bool allowed(int from, int via, int to) const {
    return allowed(local_hop(from, via), local_hop(via, to));
  }

 private:
  LocalRestriction restriction_;
  std::array<std::array<bool, kLocalHops>, kLocalHops> allowed_{};
};

}  // namespace routing
}  // namespace netloom
