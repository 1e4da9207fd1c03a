#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "routing/base/random.h"
#include "routing/function/tree/ruft_ports.h"
#include "routing/topology/ruft.h"
#include "testbench/cosim/matcher_support.h"

namespace netloom {
namespace {

TEST(RuftRoute, DecidesAsTheModel) {
  Random random(9, 0);
  for (const std::string& implementation : right_implementations("ruft_route")) {
    SCOPED_TRACE(implementation);
    for (const auto& [k, n] : {std::pair{2, 4}, {4, 3}, {8, 2}, {2, 13}, {16, 4}, {256, 2}}) {
      const Ruft network(k, n);
      // Switches of a stage decide alike.
      for (int stage = 0; stage < n; ++stage) {
        RuftPorts reference(network, network.switch_number(stage, 0));
        const auto rtl = make_rtl(implementation, reference, k);
        const auto check = [&](NodeId destination) {
          RouteQuery query;
          query.destination = destination;
          ASSERT_EQ(ask(*rtl, query), ask(reference, query))
              << k << "-ary, " << n << " stages, stage " << stage << ", node " << destination;
        };
        if (network.hosts() <= 64) {
          for (NodeId node = 0; node < network.hosts(); ++node)
            ASSERT_NO_FATAL_FAILURE(check(node));
          continue;
        }
        ASSERT_NO_FATAL_FAILURE(check(0));
        ASSERT_NO_FATAL_FAILURE(check(network.hosts() - 1));
        for (int i = 0; i < 200; ++i) ASSERT_NO_FATAL_FAILURE(check(random.below(network.hosts())));
      }
    }
  }
}

}  // namespace
}  // namespace netloom
