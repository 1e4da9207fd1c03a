#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "hw/switch/part/observation.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Selections : public SwitchObserver {
 public:
  void selected(const ObservedSwitch& at, int input, int output, Cycle now) override {
    seen.emplace_back(at.id, input, output, now);
  }

  std::vector<std::tuple<SwitchId, int, int, Cycle>> seen;
};

// No rule: an observer is told what happens, and where, and changes nothing.
TEST(PartObservation, TellsWhoeverObserves) {
  Observation<Channels<32, kObserved>> observation;
  observation.tell(&SwitchObserver::selected, 1, 2, Cycle{3});
  EXPECT_FALSE(observation.on());
  Selections observer;
  ObservedSwitch at;
  at.id = 7;
  observation.observe(at, &observer);
  EXPECT_TRUE(observation.on());
  observation.tell(&SwitchObserver::selected, 1, 2, Cycle{3});
  EXPECT_THAT(observer.seen, ElementsAre(std::make_tuple(7u, 1, 2, Cycle{3})));
  observation.observe(at, nullptr);
  observation.tell(&SwitchObserver::selected, 1, 2, Cycle{4});
  EXPECT_EQ(observer.seen.size(), 1u);
}

// No rule.
TEST(PartObservation, ACoreWithoutTheFeatureTellsNobody) {
  Observation<Channels<32, kManyVcs>> observation;
  Selections observer;
  observation.observe(ObservedSwitch(), &observer);
  observation.tell(&SwitchObserver::selected, 1, 2, Cycle{3});
  EXPECT_FALSE(observation.on());
  EXPECT_THAT(observer.seen, IsEmpty());
}

}  // namespace
}  // namespace netloom
