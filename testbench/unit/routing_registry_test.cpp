#include <gtest/gtest.h>

#include "routing/base/registry.h"

namespace netloom {
namespace {

struct Toy {
  static constexpr const char* kKind = "toy";
};
using ToyRegistry = Registry<Toy>;

const ToyRegistry::Registration kBall("ball", {});

TEST(Registry, ASecondEntryOfANameEndsTheProgramAndSaysWhereBothAre) {
  const ToyRegistry::Registration doll("doll", {});
  EXPECT_DEATH(ToyRegistry::Registration("ball", {}),
               "toy 'ball' is registered twice: in .*routing_registry_test.cpp:13 and in "
               ".*routing_registry_test.cpp:[0-9]+");
}

}  // namespace
}  // namespace netloom
