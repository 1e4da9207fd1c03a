#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "routing/registers/register_file.h"
#include "routing/registers/register_table.h"
#include "routing/registers/register_widths.h"

namespace netloom {
namespace {

using Group = RegisterGroupRegistry::Registration;
using Set = RegisterSetRegistry::Registration;

std::vector<RegisterInfo> one_register(const std::string& name) {
  return {{name, one_bit, RegisterScope::kSwitch, 0, RegisterAccess::kReadWrite,
           RegisterClass::kRouting, RegisterForm::kNumber, "for tests", "1"}};
}

/// Ends the process: with 0, or 3 after the message if the table is refused.
void put_together() {
  try {
    register_table();
  } catch (const BrokenInvariant& broken) {
    std::fputs(broken.what(), stderr);
    std::exit(3);
  }
  std::exit(0);
}

/// Each process of a test starts anew, before anybody has asked for the table.
class RegisterGroups : public testing::Test {
 protected:
  RegisterGroups() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(RegisterGroups, OfOneNameEndTheProgram) {
  EXPECT_DEATH(Group("interval", {5000, one_register("NEW")}),
               "register group 'interval' is registered twice: in .*interval_registers.cpp:[0-9]+ "
               "and in .*routing_register_groups_test.cpp:[0-9]+");
}

TEST_F(RegisterGroups, InOnePlaceEndTheProgram) {
  EXPECT_DEATH(Group("new", {100, one_register("NEW")}),
               "place 100 of the address map is taken twice: by register group 'interval' in "
               ".*interval_registers.cpp:[0-9]+ and by register group 'new' in "
               ".*routing_register_groups_test.cpp:[0-9]+");
}

TEST_F(RegisterGroups, WithOneRegisterEndTheProgram) {
  EXPECT_DEATH(Group("new", {5000, one_register("UIB")}),
               "register UIB is taken twice: by register group 'interval' in .* and by register "
               "group 'new' in ");
}

TEST_F(RegisterGroups, ThatAreNotInTheTableAnyMoreEndTheProgram) {
  const auto late = [] {
    register_table();
    Group("late", {5000, one_register("NEW")});
  };
  EXPECT_DEATH(late(), "register group 'late' is registered when all entries were taken already");
}

TEST_F(RegisterGroups, HaveToBeInASwitch) {
  const auto lost = [] {
    const Group group("lost", {5000, one_register("NEW")});
    put_together();
  };
  EXPECT_EXIT(lost(), testing::ExitedWithCode(3),
              "register group 'lost' has to be in every switch or in those of a set, and it is in "
              "neither");
  const auto twice = [] {
    const Set set("new", {"for tests", {"state"}});
    put_together();
  };
  EXPECT_EXIT(twice(), testing::ExitedWithCode(3), "register group 'state' .* and it is in both");
}

TEST_F(RegisterGroups, OfAllSwitchesLieInTheirPlace) {
  const auto map = [] {
    const Group group("new", {1, one_register("NEW"), /*every_switch=*/true});
    const RegisterFile file("interval", SwitchShape());
    std::exit(file.address("NEW", 0) == 4 && file.address("LIB", 0) == 8 ? 0 : 1);
  };
  EXPECT_EXIT(map(), testing::ExitedWithCode(0), "");
}

class RegisterSets : public RegisterGroups {};

TEST_F(RegisterSets, OfOneNameEndTheProgram) {
  EXPECT_DEATH(Set("fir", {"for tests", {"interval"}}),
               "register set 'fir' is registered twice: in .*interval_registers.cpp:[0-9]+ and in "
               ".*routing_register_groups_test.cpp:[0-9]+");
}

TEST_F(RegisterSets, HaveGroupsThatThereAre) {
  const auto lost = [] {
    const Set set("new", {"for tests", {"interval", "intervals"}});
    put_together();
  };
  EXPECT_EXIT(lost(), testing::ExitedWithCode(3),
              "register set 'new' has the group 'intervals', which nobody registers; there are: "
              ".*interval, ");
}

TEST_F(RegisterSets, TakeGroupsOfOthers) {
  const auto both = [] {
    const Group group("new", {105, one_register("NEW")});
    const Set set("new", {"for tests", {"new", "mask", "interval"}});
    const RegisterFile file("new", SwitchShape());
    std::string names;
    for (const RegisterInfo& info : file.registers()) names += info.name + " ";
    std::fputs(names.c_str(), stderr);
    std::exit(0);
  };
  EXPECT_EXIT(both(), testing::ExitedWithCode(0), "^SWITCH_ID LIB UIB NEW MR CREDITS ");
}

TEST(RegisterTable, SetsThatDoNotExistAreRefused) {
  EXPECT_THROW(registers_of("intervall"), Error);
}

}  // namespace
}  // namespace netloom
