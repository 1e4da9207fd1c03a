#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/switch/base/features.h"
#include "hw/switch/core_registry.h"
#include "routing/base/error.h"

namespace netloom {
namespace {

using testing::ThrowsMessage;

TEST(Features, AreOneBitEachAndAllOfThem) {
  Features seen = 0;
  Features next = 1;
  for (const FeatureInfo& each : features()) {
    EXPECT_EQ(each.feature, next) << each.name;
    seen |= each.feature;
    next <<= 1;
  }
  EXPECT_EQ(seen, kAllFeatures);
}

TEST(Features, ArePutIntoWords) {
  EXPECT_EQ(features_text(0), "");
  EXPECT_EQ(features_text(kOutputBuffers | kManyVcs), "many_vcs, output_buffers");
}

/// The core that is found.
Features found(Features needed, int channels) {
  const CoreEntry& core = CoreRegistry::instance().find(needed, channels);
  EXPECT_EQ(core.channels, channels);
  EXPECT_EQ(needed & ~core.features, 0u);
  return core.features & ~Features{kChecks};
}

TEST(CoreRegistry, HasTheCommonCases) {
  for (const int channels : {32, 64, 128, 256}) {
    EXPECT_EQ(found(0, channels), 0u);
    EXPECT_EQ(found(kManyVcs, channels), Features{kManyVcs});
    EXPECT_EQ(found(kManyVcs | kTrigger, channels), kManyVcs | kTrigger);
    EXPECT_EQ(found(kManyVcs | kDecides, channels), kManyVcs | kDecides);
    EXPECT_EQ(found(kManyVcs | kWormhole, channels), kManyVcs | kWormhole | kMixedSizes);
  }
  for (const int channels : {64, 128, 256}) {
    EXPECT_EQ(found(kManyVcs | kDecides | kOutputBuffers, channels),
              kManyVcs | kDecides | kOutputBuffers);
  }
}

TEST(CoreRegistry, TakesTheOneWithTheFewestFeaturesBeyondThoseNeeded) {
  EXPECT_EQ(found(kTrigger, 64), kManyVcs | kTrigger) << "one VC is a special case of several";
  EXPECT_EQ(found(kOutputBuffers, 64), kManyVcs | kDecides | kOutputBuffers);
  EXPECT_EQ(found(kMixedSizes, 64), kManyVcs | kWormhole | kMixedSizes);
}

TEST(CoreRegistry, HasOneForEverythingInAllWidths) {
  for (const int channels : {32, 64, 128, 256, 1024, 4096}) {
    EXPECT_EQ(found(kAllFeatures, channels), kAllFeatures & ~Features{kChecks});
    EXPECT_EQ(found(kTrigger | kDecides | kFaults, channels), kAllFeatures & ~Features{kChecks});
  }
}

TEST(CoreRegistry, HasNoOtherWidth) {
  EXPECT_THAT(
      [] { CoreRegistry::instance().find(kManyVcs | kTrigger, 48); },
      ThrowsMessage<BrokenInvariant>("no switch core has 48 channels and many_vcs, trigger"));
}

}  // namespace
}  // namespace netloom
