// What a search for saturation says, whatever it has found of the two ends of the bracket.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/study/saturation_report.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Of a network that is stable below `from`, unstable above `to`, and undecided between, if it is
/// searched from 0.3 to 0.9.
SaturationBracket searched(double from, double to) {
  return find_saturation({0.3, 0.9, 0.1, 0.05}, [=](double load, double, double) {
    if (load < from) return LoadVerdict{Stability::kStable, 0.0};
    if (load > to) return LoadVerdict{Stability::kUnstable, 0.006};
    return LoadVerdict{Stability::kUndecided, 0.005};
  });
}

std::string text_of_search(double from, double to) {
  return bracket_text(searched(from, to), "saturation");
}

const char* const kUndecided = "; some loads there could not be decided within simulation.at_most";

TEST(SaturationReport, OfBothEnds) {
  const SaturationBracket found = searched(0.62, 0.62);
  EXPECT_TRUE(is_closed(found, 0.1));
  EXPECT_FALSE(is_closed(found, 0.01)) << "it is wider";
  SaturationBracket by_hand;
  by_hand.lower = 0.68789;
  by_hand.upper = 0.7;
  by_hand.lower_is_stable = by_hand.upper_is_unstable = true;
  EXPECT_EQ(bracket_text(by_hand, "saturation"),
            "saturation is between load 0.6879 (stable) and 0.7 (not stable)\n");
  by_hand.stable_above = true;
  EXPECT_EQ(
      bracket_text(by_hand, "saturation of the first source"),
      "saturation of the first source is between load 0.6879 (stable) and 0.7 (not stable); a "
      "load above is stable again\n");
}

TEST(SaturationReport, OfBothEndsWithUndecidedLoadsBetween) {
  EXPECT_FALSE(is_closed(searched(0.45, 0.75), 0.1));
  EXPECT_THAT(text_of_search(0.45, 0.75), HasSubstr("saturation is between load "));
  EXPECT_THAT(text_of_search(0.45, 0.75), HasSubstr(kUndecided));
}

TEST(SaturationReport, OfAllLoadsStable) {
  EXPECT_FALSE(is_closed(searched(1, 1), 1));
  EXPECT_EQ(text_of_search(1, 1),
            "saturation is above load 0.9 (stable), the highest that was tried\n");
}

TEST(SaturationReport, OfNoLoadStable) {
  EXPECT_FALSE(is_closed(searched(0.1, 0.1), 1));
  EXPECT_EQ(text_of_search(0.1, 0.1),
            "saturation is below load 0.3 (not stable), the lowest that was tried\n");
}

TEST(SaturationReport, OfNoLoadUnstable) {
  const SaturationBracket found = searched(0.5, 1);
  EXPECT_FALSE(is_closed(found, 1));
  EXPECT_EQ(bracket_text(found, "saturation"),
            fmt::format("saturation is above load {:.4g} (stable); ", found.lower) +
                "up to 0.9, the highest that was tried, no load was found not stable" + kUndecided +
                "\n");
}

TEST(SaturationReport, OfNoLoadStableAndOthersUndecided) {
  const SaturationBracket found = searched(0.1, 0.5);
  EXPECT_FALSE(is_closed(found, 1));
  EXPECT_THAT(bracket_text(found, "saturation"), HasSubstr("saturation is below load "));
  EXPECT_THAT(
      bracket_text(found, "saturation"),
      HasSubstr(std::string(" (not stable); down to 0.3, the lowest that was tried, no load "
                            "was found stable") +
                kUndecided));
}

TEST(SaturationReport, OfNothingDecided) {
  EXPECT_FALSE(is_closed(searched(0.1, 1), 1));
  EXPECT_EQ(
      text_of_search(0.1, 1),
      std::string("saturation was not found: from load 0.3 to 0.9, the lowest and the highest "
                  "that were tried, no load was found stable or not stable") +
          kUndecided + "\n");
}

TEST(SaturationReport, NamesASourceOnlyIfItIsToldApart) {
  EXPECT_EQ(first_source_text(0.71, {"h3"}), "at load 0.71 h3 falls short most\n");
  EXPECT_EQ(first_source_text(0.71, {"h3", "h5"}),
            "at load 0.71 one of 2 sources falls short most, which are not told apart: h3, h5\n");
  Json many = Json::array();
  for (int host = 0; host < 20; ++host) many.push_back("h" + std::to_string(host));
  EXPECT_THAT(first_source_text(0.5, many), HasSubstr("one of 20 sources"));
  EXPECT_THAT(first_source_text(0.5, many), HasSubstr(", h7, …\n"));
  EXPECT_THAT(first_source_text(0.5, many), Not(HasSubstr("h8")));
}

}  // namespace
}  // namespace netloom::test
