#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {

struct SwitchPlan;

/// The features in the order of their table, features.inc.
enum class FeaturePlace : std::uint8_t {
#define NETLOOM_FEATURE(name, text, what, needed) k##name,
#include "hw/switch/base/features.inc"
#undef NETLOOM_FEATURE
  kCount
};

/// What a switch core can do beyond the plain case: virtual cut-through or store-and-forward in an
/// input-queued switch with one VC per port, a multiplexed crossbar, one iteration of separable
/// input-first allocation with round-robin arbiters, and packets of one size. A core is compiled
/// for a set of these, and what it cannot do leaves no instruction in it; what it can do it does
/// where the plan asks for it.
///
/// The table has a line for each, from which all that follows comes; a core that has it is a line
/// in cores.cmake.
enum Feature : std::uint32_t {
#define NETLOOM_FEATURE(name, text, what, needed) \
  k##name = 1u << static_cast<int>(FeaturePlace::k##name),
#include "hw/switch/base/features.inc"
#undef NETLOOM_FEATURE
};

/// A set of them.
using Features = std::uint32_t;

inline constexpr Features kAllFeatures = (1u << static_cast<int>(FeaturePlace::kCount)) - 1;

struct FeatureInfo {
  Feature feature;
  const char* name;  ///< in messages: "many_vcs"
  const char* what;  ///< one line
  bool (*needed)(const SwitchPlan& plan);
};

/// All of them, in the order of their bits.
const std::vector<FeatureInfo>& features();

/// Those that a switch needs.
Features needed_features(const SwitchPlan& plan);

/// Their names: "many_vcs, trigger".
std::string features_text(Features set);

}  // namespace hw
}  // namespace netloom
