#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "routing/base/random.h"
#include "routing/function/tree/destro_ports.h"
#include "routing/topology/fat_tree.h"
#include "testbench/cosim/matcher_support.h"

namespace netloom {
namespace {

using Ascent = DestroPorts::Ascent;
using Turn = DestroPorts::Turn;

constexpr std::pair<Ascent, Turn> kVariants[] = {
    {Ascent::kByDestination, Turn::kNearestCommonAncestor},
    {Ascent::kBySource, Turn::kNearestCommonAncestor},
    {Ascent::kByDestination, Turn::kLastStage}};

/// A switch of a tree, as model and as RTL.
class DestroSwitch {
 public:
  DestroSwitch(const std::string& implementation, const FatTree& tree, SwitchId id, Ascent ascent,
               Turn turn)
      : reference_(tree, id, ascent, turn),
        rtl_(make_rtl(implementation, reference_, 2 * tree.k())) {}

  testing::AssertionResult agree(NodeId source, NodeId destination, int input_port) {
    RouteQuery query;
    query.source = source;
    query.destination = destination;
    query.input_port = input_port;
    if (ask(*rtl_, query) == ask(reference_, query)) return testing::AssertionSuccess();
    return testing::AssertionFailure()
           << "k " << reference_.k() << ", n " << reference_.n() << ", stage " << reference_.stage()
           << ", position " << reference_.position() << ", source " << source << ", destination "
           << destination << ", input port " << input_port;
  }

 private:
  DestroPorts reference_;
  std::unique_ptr<PortMatcher> rtl_;
};

TEST(DestroRoute, DecidesAsTheModelForEverySwitchSourceAndDestination) {
  for (const std::string& implementation : right_implementations("destro_route")) {
    SCOPED_TRACE(implementation);
    for (const auto& [k, n] : {std::pair{2, 1}, {2, 2}, {2, 3}, {2, 4}, {4, 2}, {4, 3}, {8, 2}}) {
      const FatTree tree(k, n);
      for (const auto& [ascent, turn] : kVariants) {
        for (SwitchId id = 0; id < tree.switches(); ++id) {
          DestroSwitch destro(implementation, tree, id, ascent, turn);
          for (NodeId source = 0; source < tree.hosts(); ++source) {
            for (NodeId destination = 0; destination < tree.hosts(); ++destination) {
              for (const int input : {k - 1, k}) {
                ASSERT_TRUE(destro.agree(source, destination, input));
              }
            }
          }
        }
      }
    }
  }
}

TEST(DestroRoute, DecidesAsTheModelInLargeTrees) {
  Random random(8, 0);
  for (const std::string& implementation : right_implementations("destro_route")) {
    SCOPED_TRACE(implementation);
    for (const auto& [k, n] : {std::pair{2, 13}, {4, 7}, {8, 5}, {16, 4}, {32, 3}, {128, 3}}) {
      const FatTree tree(k, n);
      for (const auto& [ascent, turn] : kVariants) {
        for (int i = 0; i < 60; ++i) {
          // All stages, and the first and the last switch.
          const SwitchId id = i == 0   ? 0
                              : i == 1 ? tree.switches() - 1
                                       : random.below(tree.switches());
          DestroSwitch destro(implementation, tree, id, ascent, turn);
          for (int j = 0; j < 40; ++j) {
            // Half of the destinations are around the switch's own.
            const NodeId near = tree.first_below(id) + random.below(static_cast<unsigned>(k)) - 1;
            const NodeId destination =
                (j % 2 == 0 ? near : random.below(tree.hosts())) % tree.hosts();
            const int input = static_cast<int>(random.below(2 * static_cast<unsigned>(k)));
            ASSERT_TRUE(destro.agree(random.below(tree.hosts()), destination, input));
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace netloom
