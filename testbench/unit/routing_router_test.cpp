// What routers answer that leave it to SwitchRouter, and those that are built around others.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>

#include "routing/decision/forwarding.h"
#include "routing/decision/routing_function.h"

namespace netloom {
namespace {

/// Port 1, which is minimal, and port 2; says of itself what a test wants.
class TwoPorts : public SwitchRouter {
 public:
  explicit TwoPorts(bool says) : says_(says) {}

  void route(const RouteQuery& query, CandidateSet& candidates) const override {
    minimal(query, candidates);
    candidates.add(2, 0);
  }
  void minimal(const RouteQuery& /*query*/, CandidateSet& candidates) const override {
    candidates.add(1, 0);
  }
  bool decides() const override { return says_; }
  bool decides_again() const override { return says_; }
  bool changes_state() const override { return says_; }

 private:
  bool says_;
};

class Around final : public ForwardingRouter {
 public:
  explicit Around(bool says) : ForwardingRouter(std::make_unique<TwoPorts>(says)) {}
};

/// What route_apart() puts into each of its sets, as bits by port.
std::pair<std::uint64_t, std::uint64_t> apart(const SwitchRouter& router) {
  std::uint64_t of_minimal = 0, of_others = 0;
  CandidateSet minimal(&of_minimal, 1, 0), others(&of_others, 1, 0);
  router.route_apart(RouteQuery(), minimal, others);
  return {of_minimal, of_others};
}

// "the rest of route() to `others`, in which minimal candidates may be too"
TEST(SwitchRouter, TellsMinimalCandidatesApartByItself) {
  const auto [minimal, others] = apart(TwoPorts(false));
  EXPECT_EQ(minimal, 0b010u);
  EXPECT_EQ(minimal | others, 0b110u);
  EXPECT_EQ(others & 0b100u, 0b100u);
  EXPECT_EQ(apart(Around(false)), std::pair(minimal, others));
}

TEST(ForwardingRouter, SaysOfItselfWhatTheOtherOneSays) {
  for (const bool says : {false, true}) {
    const Around router(says);
    EXPECT_EQ(router.decides(), says);
    EXPECT_EQ(router.decides_again(), says);
    EXPECT_EQ(router.changes_state(), says);
  }
}

}  // namespace
}  // namespace netloom
