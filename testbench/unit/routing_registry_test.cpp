#include <gtest/gtest.h>

#include <string>
#include <vector>

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
               "toy 'ball' is registered twice: in .*routing_registry_test.cpp:[0-9]+ and in "
               ".*routing_registry_test.cpp:[0-9]+");
}

struct Seat {
  static constexpr const char* kKind = "seat";
  std::vector<std::string> claims() const { return {"row " + std::to_string(row)}; }

  int row;
};
using SeatRegistry = Registry<Seat>;

TEST(Registry, WhatTwoEntriesClaimEndsTheProgramAndSaysWhichTheyAre) {
  const SeatRegistry::Registration aisle("aisle", {7});
  const SeatRegistry::Registration window("window", {8});
  EXPECT_DEATH(SeatRegistry::Registration("middle", {7}),
               "row 7 is taken twice: by seat 'aisle' in .*routing_registry_test.cpp:[0-9]+ and by "
               "seat 'middle' in .*routing_registry_test.cpp:[0-9]+");
}

struct Late {
  static constexpr const char* kKind = "late";
};

TEST(Registry, AnEntryThatComesAfterAllOfThemEndsTheProgram) {
  const Registry<Late>::Registration first("first", {});
  EXPECT_EQ(Registry<Late>::instance().all().size(), 1u);
  EXPECT_DEATH(Registry<Late>::Registration("second", {}),
               "late 'second' is registered when all entries were taken already: in "
               ".*routing_registry_test.cpp:[0-9]+");
}

struct Guest {
  static constexpr const char* kKind = "guest";
  int number = 0;
};

TEST(Registry, AnEntryThatComesWhileTheProgramRunsCanBeReplacedByItsLike) {
  const Registry<Guest>::Registration invited("invited", {1});
  auto& guests = Registry<Guest>::instance();
  guests.set("late", {2});
  guests.set("late", {3});
  EXPECT_EQ(guests.find("late").number, 3);
  try {
    guests.set("invited", {4});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "guest 'invited' is one of Netloom's own; allowed: another name");
  }
  EXPECT_EQ(guests.find("invited").number, 1);
}

}  // namespace
}  // namespace netloom
