#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace netloom {
inline namespace hw {

struct SwitchPlan;

/// What a switch core can do beyond the plain case: virtual cut-through or store-and-forward in an
/// input-queued switch with one VC per port, a multiplexed crossbar, one iteration of separable
/// input-first allocation with round-robin arbiters, and packets of one size. A core is compiled
/// for a set of these, and what it cannot do leaves no instruction in it; what it can do it does
/// where the plan asks for it.
///
/// A new one is a line here and one in features(); a core that has it is a line in cores.cmake.
enum Feature : std::uint32_t {
  kManyVcs = 1u << 0,
  kTrigger = 1u << 1,
  kDecides = 1u << 2,
  kOutputBuffers = 1u << 3,
  kFullCrossbar = 1u << 4,
  kAnyAllocator = 1u << 5,
  kWormhole = 1u << 6,
  kMixedSizes = 1u << 7,
  kBubble = 1u << 8,
  kCommits = 1u << 9,
  kSharedRouting = 1u << 10,
  kControl = 1u << 11,
  kFaults = 1u << 12,
  kStalls = 1u << 13,
  kObserved = 1u << 14,
  kChecks = 1u << 15,
};

/// A set of them.
using Features = std::uint32_t;

inline constexpr Features kAllFeatures = (1u << 16) - 1;

struct FeatureInfo {
  Feature feature;
  const char* name;  ///< in messages; kManyVcs is "many_vcs", and ManyVcs in cores.cmake
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
