// A routing function may take long to make: reading a configuration makes it once, whatever asks
// for it.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "routing/decision/routing_function.h"
#include "sim/config/config.h"

namespace netloom::test {
namespace {

TEST(ConfigRead, MakesTheRoutingOnceWhateverAsksForIt) {
  static int made = 0;
  RoutingFunctionEntry counted = RoutingFunctionRegistry::instance().find("interval");
  const auto make = counted.make;
  counted.make = [make](const RoutingContext& context) {
    ++made;
    return make(context);
  };
  const RoutingFunctionRegistry::Registration registration("counted", counted);
  // The model of the delay asks for it, and every block whether it fits.
  const std::string text =
      "network: {topology: fat_tree, k: 2, n: 3}\n"
      "switch: {routing_delay: {options: 2}}\n"
      "routing: {function: counted, vcs: {policy: davc, count: 2}}\n"
      "rtl: {blocks: [interval, davc_vc]}\n"
      "traffic: {load: 0.1}\n";
  const Config config = parse_config(text, "c.yaml", "");
  EXPECT_EQ(made, 1);
  EXPECT_EQ(config.rtl.blocks.size(), 2u);
}

}  // namespace
}  // namespace netloom::test
