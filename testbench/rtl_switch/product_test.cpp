// What the product of docs/results/rtl_switch_combinations.md is made of, against all that switches
// in RTL take of what a configuration can name.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "sim/base/process_pool.h"
#include "sim/base/temporary_folder.h"
#include "sim/rtl/rtl_views.h"
#include "sim/run/fabric.h"
#include "sim/traffic/silent_source.h"
#include "testbench/matrix/definition.h"
#include "testbench/matrix/plan.h"
#include "testbench/matrix/trial.h"
#include "testbench/rtl_switch/combinations.h"

namespace netloom::test {
namespace {

using testing::Contains;
using testing::IsEmpty;

/// "torus/dor/iodet/vct"
std::string key_of(const Config& config) {
  return config.resolved.at("network").at("topology").get<std::string>() + '/' +
         config.routing_function + '/' + config.vc_policy + '/' +
         config.resolved.at("switch").at("switching").get<std::string>();
}

/// Whether all its switches can be in RTL. Nothing is compiled.
bool fits(const Config& config) {
  std::string said;
  run_in_processes(
      1, 1,
      [&](std::size_t /*task*/) -> std::string {
        try {
          SilentSource silence;
          RtlKinds kinds(config);
          const Fabric fabric(config, silence, config.run.seeds.front(), {}, nullptr,
                              no_other_ranks(), kinds.hook());
          return "fits";
        } catch (const Error&) {
          return "";
        }
      },
      [&](const TaskResult& result) { said = result.output; });
  return said == "fits";
}

/// Of the matrix of combinations (testbench/matrix) all that are free of deadlock, whole packets
/// also with store and forward.
TEST(RtlProduct, HasAllThatSwitchesInRtlTake) {
  std::set<std::string> in_product;
  for (const RtlCombination& each : rtl_combinations(Together::kProduct, 1)) {
    in_product.insert(key_of(parse_config(each.text, each.name, ".")));
  }
  const MatrixDefinition definition =
      parse_matrix_definition(matrix_definition_text(), "definition.yaml");
  const TemporaryFolder folder("netloom-product");
  for (const MatrixDefinition::File& file : definition.files) {
    std::ofstream(folder.path() + '/' + file.name) << file.text;
  }
  const TrialContext context = {definition.configuration, folder.path()};
  std::set<std::string> supported;
  for (const Combination& each : plan_matrix(definition).combinations) {
    if (each.expected != Expectation::kGreen) continue;
    std::vector<Override> set = each.set;
    for (const auto& [key, value] : examine(context, each).at("set").items()) {
      set.push_back({key, value.get<std::string>()});
    }
    set.push_back({"views", "{default: rtl}"});
    std::vector<std::vector<Override>> ways = {set};
    if (each.switching == "vct") {
      ways.push_back(set);
      ways.back().push_back({"switch.switching", "store_and_forward"});
    }
    for (const std::vector<Override>& way : ways) {
      try {
        const Config config = parse_config(context.configuration, "matrix", folder.path(), way);
        if (supported.count(key_of(config)) == 0 && fits(config)) supported.insert(key_of(config));
      } catch (const Error&) {
      }
    }
  }
  EXPECT_THAT(supported, Contains("fat_tree/interval/single/store_and_forward"));
  std::vector<std::string> missing;
  std::set_difference(supported.begin(), supported.end(), in_product.begin(), in_product.end(),
                      std::back_inserter(missing));
  EXPECT_THAT(missing, IsEmpty()) << fmt::format("{}", fmt::join(missing, "\n"));
}

}  // namespace
}  // namespace netloom::test
