// What an allocator may not grant, whoever has written it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "testbench/unit/hw_structural_allocator_support.h"

namespace netloom {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// Grants what it is told, in each cycle.
class ToldAllocator : public structural::Allocator {
 public:
  ToldAllocator(sc_core::sc_module_name name, structural::SwitchParameters& of)
      : Allocator(name, of) {}

  std::vector<std::pair<int, int>> grants;  ///< (input, output)

 private:
  void match() override {
    for (const auto& [input, output] : grants) grant(input, output);
  }
};

struct GrantCase {
  const char* name;
  std::vector<std::pair<int, int>> grants;
  std::string message;  ///< empty: there is nothing wrong
};
void PrintTo(const GrantCase& value, std::ostream* out) {
  *out << value.name;
}

/// Inputs 0 and 1 are of one port. Of 2 the output has no room, 5 has not been routed, and a flit
/// of 6 crosses to 7.
class StructuralGrant : public test::StructuralAllocation,
                        public testing::WithParamInterface<GrantCase> {
 protected:
  StructuralGrant() {
    config_.switches.parts.allocator = "told";
    head(0, {2, 4});
    head(1, {2, 4});
    head(2, {0});
    room(0, 0, 0);
    head(4, {2, 6});
    head(5, {2}).ready = false;
    head(7, {2});
    occupy(6, 7, 0, 9);
    build_as<ToldAllocator>();
    dynamic_cast<ToldAllocator&>(allocator()).grants = GetParam().grants;
  }
};

TEST_P(StructuralGrant, IsChecked) {
  const std::string& message = GetParam().message;
  if (message.empty()) {
    run(1);
    EXPECT_THAT(granted(0), testing::UnorderedElementsAreArray(GetParam().grants));
    return;
  }
  try {
    run(1);
    ADD_FAILURE() << "nothing was found";
  } catch (const BrokenInvariant& error) {
    EXPECT_EQ(error.what(), "cycle 0: s0: the allocator told grants input " + message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, StructuralGrant,
    testing::Values(
        GrantCase{"Right", {{0, 4}, {4, 2}}, ""},
        GrantCase{"NoInput", {{8, 2}}, "8 the output s0.p1.vc0: there is no such input"},
        GrantCase{"NegativeInput", {{-1, 2}}, "-1 the output s0.p1.vc0: there is no such input"},
        GrantCase{"NoOutput", {{0, 8}}, "s0.p0.vc0 the output 8: there is no such output"},
        GrantCase{"NegativeOutput", {{0, -1}}, "s0.p0.vc0 the output -1: there is no such output"},
        GrantCase{"NothingWaits",
                  {{3, 2}},
                  "s0.p1.vc1 the output s0.p1.vc0: no flit waits there that has been routed"},
        GrantCase{"NotRouted",
                  {{5, 2}},
                  "s0.p2.vc1 the output s0.p1.vc0: no flit waits there that has been routed"},
        GrantCase{"InputTwice",
                  {{0, 4}, {0, 2}},
                  "s0.p0.vc0 the output s0.p1.vc0: the input is granted already"},
        GrantCase{"PortTwice",
                  {{0, 4}, {1, 2}},
                  "s0.p0.vc1 the output s0.p1.vc0: the crossbar input is taken"},
        GrantCase{"InputCrosses",
                  {{7, 2}},
                  "s0.p3.vc1 the output s0.p1.vc0: the crossbar input is taken"},
        GrantCase{"OutputTwice",
                  {{0, 2}, {4, 2}},
                  "s0.p2.vc0 the output s0.p1.vc0: the crossbar output is taken"},
        GrantCase{"OutputCrosses",
                  {{4, 6}},
                  "s0.p2.vc0 the output s0.p3.vc0: the crossbar output is taken"},
        GrantCase{"NoCandidate",
                  {{0, 0}},
                  "s0.p0.vc0 the output s0.p0.vc0: the flit may not take that output"},
        GrantCase{"NoRoom",
                  {{2, 0}},
                  "s0.p1.vc0 the output s0.p0.vc0: the flit may not take that output"}),
    [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace netloom
