// `netloom cost` from outside.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbench/network/program.h"

namespace netloom::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST_F(Program, CostCountsTheRegistersOfTheNetwork) {
  folder.write("destro.yaml",
               "network: {topology: fat_tree, k: 4, n: 3}\n"
               "routing: {function: destro}\n"
               "traffic: {load: 0.1}\n");
  const Result result = run({"cost", "destro.yaml", "--json", "a.json"});
  ASSERT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("LIB"));
  const json document = json::parse(read_file(folder.file("a.json")));
  // 2k (3 log N + 2k) = 208 bits; at the last stage only the four down links are there.
  EXPECT_EQ(document.at("switches").at(0).at("registers").at("routing"), 208);
  EXPECT_EQ(document.at("switches").at(1).at("registers").at("routing"), 88);
  EXPECT_EQ(document.at("network").at("registers").at("routing"), 32 * 208 + 16 * 88);
  EXPECT_EQ(document.at("network").at("crosspoints"), 32 * 32 + 16 * 12);
}

TEST_F(Program, CostOfWhatIsUnknownIsRefused) {
  const struct {
    std::vector<std::string> arguments;
    const char* message;
  } kCases[] = {
      {{"cost", "nowhere.yaml"}, "cannot read the configuration"},
      {{"cost", "--memory", "flip_flops"}, "interval,fir,fir_source,ft2ei"},
      {{"cost", "--memory", "fir", "--exclusion-intervals", "2"}, "is for ft2ei"},
  };
  for (const auto& each : kCases) {
    const Result result = run(each.arguments);
    EXPECT_EQ(result.status, 2) << each.arguments.back();
    EXPECT_THAT(result.errors, HasSubstr("netloom: error: "));
    EXPECT_THAT(result.errors, HasSubstr(each.message));
  }
}

}  // namespace
}  // namespace netloom::test
