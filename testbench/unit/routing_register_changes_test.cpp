#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/registers/register_changes.h"

namespace netloom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Program = std::vector<RegisterWrite>;

/// An exclusion interval of an up port.
Program exclusion(int index, std::uint32_t lower, std::uint32_t upper) {
  return {{"ELIB", index, lower}, {"EUIB", index, upper}, {"EENABLE", index, 1}};
}

std::vector<std::string> changes(const Program& before, const Program& after) {
  SwitchShape shape;
  shape.hosts = 16;
  shape.switches = 32;
  shape.ports = 4;
  shape.first_up_port = 2;
  shape.up_ports = 2;
  shape.exclusion_intervals = 1;
  std::vector<std::string> result;
  for (const RegisterWrite& each : register_changes(before, after, RegisterFile("ft2ei", shape))) {
    result.push_back(fmt::format("{}[{}] = {}", each.name, each.index, each.value));
  }
  return result;
}

TEST(RegisterChanges, AreInTheOrderOfTheProgram) {
  EXPECT_THAT(changes({}, exclusion(1, 4, 7)),
              ElementsAre("ELIB[1] = 4", "EUIB[1] = 7", "EENABLE[1] = 1"));
}

TEST(RegisterChanges, LeaveOutWhatIsThereAlready) {
  EXPECT_THAT(changes(exclusion(0, 4, 7), exclusion(0, 4, 7)), IsEmpty());
  EXPECT_THAT(changes(exclusion(0, 4, 7), exclusion(0, 4, 11)), ElementsAre("EUIB[0] = 11"));
  EXPECT_THAT(changes({}, exclusion(0, 0, 3)), ElementsAre("EUIB[0] = 3", "EENABLE[0] = 1"))
      << "what nobody has written is 0";
}

TEST(RegisterChanges, TakeBackWhatTheProgramDoesNotSetBehindAllOthers) {
  EXPECT_THAT(changes(exclusion(0, 4, 7), exclusion(1, 4, 7)),
              ElementsAre("ELIB[1] = 4", "EUIB[1] = 7", "EENABLE[1] = 1", "EENABLE[0] = 0",
                          "EUIB[0] = 0", "ELIB[0] = 0"));
}

TEST(RegisterChanges, OfAProgramThatWritesTwiceAreThoseToItsLastValue) {
  EXPECT_THAT(changes({{"ELIB", 0, 1}, {"ELIB", 0, 2}}, {{"ELIB", 0, 3}, {"ELIB", 0, 2}}),
              IsEmpty());
}

}  // namespace
}  // namespace netloom
