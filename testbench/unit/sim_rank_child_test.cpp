// What a child asks of the other ranks, its parent does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "routing/base/error.h"
#include "sim/ranks/rank_child.h"

namespace netloom::test {
namespace {

using testing::HasSubstr;

/// The second of three ranks, whose answers tell what was asked for.
class SecondOfThree final : public Ranks {
 public:
  int count() const override { return 3; }
  int rank() const override { return 1; }
  int on_machine() const override { return 2; }
  void exchange(const std::vector<int>& partners, std::vector<std::string>& messages) override {
    for (std::size_t i = 0; i < partners.size(); ++i) messages[i] += std::to_string(partners[i]);
  }
  void sum(std::uint64_t* numbers, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) numbers[i] *= 3;
  }
  void minimum(std::uint64_t* numbers, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) numbers[i] -= 1;
  }
  std::vector<std::string> gather(const char* what, const std::string& mine) override {
    return {what, mine, ""};
  }
  [[noreturn]] void end_job(const std::string& message) override { throw BrokenInvariant(message); }
};

TEST(RankChild, SpeaksToTheOthersThroughItsParent) {
  RankChild child([](Ranks& ranks) {
    std::string said = std::to_string(ranks.count()) + std::to_string(ranks.rank()) +
                       std::to_string(ranks.on_machine());
    std::vector<std::string> messages = {"", std::string("a\0b", 3)};
    ranks.exchange({0, 2}, messages);
    said += ' ' + messages.at(0) + ' ' + messages.at(1);
    std::vector<std::uint64_t> numbers = {1, std::uint64_t{1} << 60};
    ranks.sum(numbers);
    said += ' ' + std::to_string(numbers[0]) + ' ' + std::to_string(numbers[1] >> 60);
    ranks.minimum(numbers.data(), 1);
    said += ' ' + std::to_string(numbers[0]);
    for (const std::string& each : ranks.gather("names", "mine")) said += ' ' + each;
    return said;
  });
  SecondOfThree ranks;
  EXPECT_EQ(child.result(ranks), std::string("312 0 a\0b2 3 3 2 names mine ", 28));
}

TEST(RankChild, DoesNothingThatItIsNotAskedFor) {
  const RankChild child([](Ranks& /*ranks*/) -> std::string { std::abort(); });
}

TEST(RankChild, SaysWhatIsWrong) {
  SecondOfThree ranks;
  RankChild wrong([](Ranks& /*ranks*/) -> std::string { throw Error("no such packet"); });
  try {
    FAIL() << wrong.result(ranks);
  } catch (const CommonError& error) {
    EXPECT_STREQ(error.what(), "no such packet");
  }
}

TEST(RankChild, EndsTheJobWhereItCannotGoOn) {
  SecondOfThree ranks;
  const auto end = [&](const RankChild::Work& work) -> std::string {
    RankChild child(work);
    try {
      return "the result: " + child.result(ranks);
    } catch (const BrokenInvariant& ended) {
      return ended.what();
    }
  };
  EXPECT_THAT(end([](Ranks& all) {
                all.end_job("out of memory");
                return std::string();
              }),
              HasSubstr("out of memory"));
  EXPECT_THAT(end([](Ranks& /*all*/) -> std::string { throw std::bad_alloc(); }),
              HasSubstr("bad_alloc"));
  EXPECT_THAT(end([](Ranks& /*all*/) -> std::string {
                std::raise(SIGKILL);
                return "";
              }),
              HasSubstr("the process of the simulation was killed by signal 9"));
}

}  // namespace
}  // namespace netloom::test
