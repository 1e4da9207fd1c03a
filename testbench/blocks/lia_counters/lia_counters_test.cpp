// rtl/lia_counters.sv against the C++ model.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>

#include "routing/base/error.h"
#include "routing/function/dragonfly/window_counters.h"
#include "rtl/block_registry.h"
#include "rtl/decision/traffic_counting.h"
#include "testbench/cosim/matcher_support.h"

namespace netloom {
namespace {

struct LiaCase {
  int h;
  int window;
  int bucket;
  int packets;  ///< in a hundred cycles, about
};

std::string name_of(const LiaCase& each) {
  return fmt::format("h{}_window{}_bucket{}_packets{}", each.h, each.window, each.bucket,
                     each.packets);
}

void PrintTo(const LiaCase& each, std::ostream* out) {
  *out << name_of(each);
}

TrafficCounterShape shape_of(const LiaCase& each, int position) {
  TrafficCounterShape shape;
  shape.offsets = 2 * each.h * each.h;
  shape.global_links = each.h;
  shape.window = each.window;
  shape.bucket = each.bucket;
  for (int m = 1; m <= each.h; ++m) shape.connected.push_back(each.h * position + m);
  return shape;
}

RegisterFile registers_of_switch(const LiaCase& each) {
  SwitchShape shape;
  shape.offsets = 2 * each.h * each.h;
  shape.remote_counters = 2 * each.h;
  shape.global_links = each.h;
  shape.injection_ports = each.h;
  shape.window = each.window;
  shape.bucket = each.bucket;
  shape.input_buffer = 1000;
  return RegisterFile("lia", shape);
}

const RtlBlockEntry& block(const std::string& name) {
  return RtlBlockRegistry::instance().find(name);
}

class LiaCounters : public testing::TestWithParam<LiaCase> {
 protected:
  std::mt19937 random{11};
  int below(int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); }
  void compare(TrafficCounters& counters);
};

// Random traffic that prefers some groups, with registers that change; all that can be read. Then a
// reset in the middle of it, and everything once more.
TEST_P(LiaCounters, CountsAsTheModelDoes) {
  const LiaCase& each = GetParam();
  const WindowCounters reference(shape_of(each, 1));
  ASSERT_TRUE(block("lia_counters").implements(reference, each.h));
  const auto rtl = block("lia_counters").make_as<TrafficCounters>(reference, each.h, 1);
  ASSERT_NO_FATAL_FAILURE(compare(*rtl));
  reset(*rtl);
  ASSERT_NO_FATAL_FAILURE(compare(*rtl));
}

void LiaCounters::compare(TrafficCounters& counters) {
  const LiaCase& each = GetParam();
  WindowCounters model(shape_of(each, 1));
  TrafficCounters* const rtl = &counters;
  RegisterFile file = registers_of_switch(each);
  model.registers_written(file);
  rtl->registers_written(file);
  const int offsets = 2 * each.h * each.h;
  std::vector<int> stored(static_cast<std::size_t>(offsets) + 1, 0);
  int levels[3] = {}, first = 0, second = 0;
  for (Cycle now = 0; now < 3000; ++now) {
    if (now % 100 == 50) {
      for (const char* name : {"INJECTED_WEIGHT", "STORED_WEIGHT"}) {
        file.write({name, 0, static_cast<std::uint32_t>(below(101))});
      }
      for (const char* name : {"LOAD_LOW", "LOAD_HIGH", "GLOBAL_LIMIT", "REMOTE_LIMIT"}) {
        file.write({name, 0, static_cast<std::uint32_t>(below(7))});
      }
      file.write({"SATURATED_LINKS", 0, static_cast<std::uint32_t>(below(each.h + 2))});
      model.registers_written(file);
      rtl->registers_written(file);
    }
    for (int port = 0; port < each.h; ++port) {
      const int offset = below(3) == 0 ? 1 + below(offsets) : 1 + below(each.h + 1);
      const auto place = static_cast<std::size_t>(offset);
      if (below(100) < each.packets) {
        model.stored(offset, now);
        rtl->stored(offset, now);
        ++stored[place];
      }
      if (stored[place] > 0 && below(100) < 4 * each.packets) {
        model.injected(offset, now);
        rtl->injected(offset, now);
        --stored[place];
      }
    }
    if (below(4) != 0) continue;
    const int offset = 1 + below(offsets);
    const TrafficReading reading = model.read(offset, now);
    ASSERT_EQ(rtl->read(offset, now), reading) << now;
    ++levels[static_cast<int>(reading.level)];
    first += reading.first_local ? 1 : 0;
    second += reading.second_local ? 1 : 0;
    ASSERT_EQ(rtl->extended(offset, now), model.extended(offset, now)) << now;
    ASSERT_EQ(rtl->injected_packets(offset, now), model.injected_packets(offset, now)) << now;
    ASSERT_EQ(rtl->stored_packets(offset, now), model.stored_packets(offset, now)) << now;
    const int bucket = below(model.shape().buckets());
    ASSERT_EQ(rtl->in_bucket(offset, bucket, now), model.in_bucket(offset, bucket, now)) << now;
    for (int k = -each.h; k <= each.h; ++k) {
      if (k == 0) continue;
      ASSERT_EQ(rtl->remote(k, now), model.remote(k, now)) << now << ", R_" << k;
    }
  }
  // Everything that can be read has been.
  for (const int level : levels) EXPECT_GT(level, 2);
  EXPECT_GT(first, 5);
  EXPECT_GT(second, 5);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LiaCounters,
                         testing::Values(LiaCase{2, 200, 1, 3}, LiaCase{3, 200, 1, 3},
                                         LiaCase{3, 200, 8, 5}, LiaCase{3, 12, 4, 40},
                                         LiaCase{4, 200, 200, 3}, LiaCase{6, 200, 1, 6},
                                         LiaCase{6, 1, 1, 90}),
                         [](const auto& each) { return name_of(each.param); });

// Two injection ports, and counters so narrow that traffic fills them: queues that run full and
// empty again with packets to one group, windows full of packets, and limits of all sizes.
TEST(SmallLiaCounters, CountAsTheModelUpToTheirLimits) {
  constexpr int kPorts = 2, kQueues = 2 * 15, kOffsets = 8;
  std::mt19937 random(12);
  const auto below = [&random](int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(limit));
  };
  for (int position = 0; position < 4; ++position) {
    for (const auto& [window, bucket] : {std::pair{16, 4}, {4, 1}, {6, 2}, {3, 3}}) {
      const LiaCase each = {2, window, bucket, 0};
      const TrafficCounterShape shape = shape_of(each, position);
      WindowCounters model(shape);
      const auto made = block("small_lia_counters").make_as<TrafficCounters>(model, 2, 1);
      TrafficCounters& rtl = *made;
      RegisterFile file = registers_of_switch(each);
      int stored[kOffsets + 1] = {}, all = 0, target = 1;
      bool filling = true;
      for (Cycle now = 0; now < 1500; ++now) {
        if (now % 25 == 0) {
          for (const char* name : {"INJECTED_WEIGHT", "STORED_WEIGHT"}) {
            file.write({name, 0, static_cast<std::uint32_t>(below(3) == 0 ? 100 : below(101))});
          }
          const int limit = 1 << below(17);
          for (const char* name :
               {"LOAD_LOW", "LOAD_HIGH", "GLOBAL_LIMIT", "REMOTE_LIMIT", "SATURATED_LINKS"}) {
            file.write({name, 0, static_cast<std::uint32_t>(below(limit))});
          }
          model.registers_written(file);
          rtl.registers_written(file);
        }
        if (all == 0) {
          filling = true;
          target = 1 + below(kOffsets);
        }
        filling = filling && all < kQueues;
        for (int port = 0; port < kPorts; ++port) {
          if (filling || (below(3) > 0 && all < kQueues)) {
            const int offset = below(8) == 0 ? 1 + below(kOffsets) : target;
            model.stored(offset, now);
            rtl.stored(offset, now);
            ++stored[offset];
            ++all;
          }
          const int offset = stored[target] > 0 ? target : 1 + below(kOffsets);
          if (!filling && stored[offset] > 0) {
            model.injected(offset, now);
            rtl.injected(offset, now);
            --stored[offset];
            --all;
          }
        }
        for (int offset = 1; offset <= kOffsets; ++offset) {
          ASSERT_EQ(rtl.read(offset, now), model.read(offset, now)) << now << ", " << offset;
          ASSERT_EQ(rtl.extended(offset, now), model.extended(offset, now)) << now;
          ASSERT_EQ(rtl.injected_packets(offset, now), model.injected_packets(offset, now));
          ASSERT_EQ(rtl.stored_packets(offset, now), model.stored_packets(offset, now));
          for (int i = 0; i < shape.buckets(); ++i) {
            ASSERT_EQ(rtl.in_bucket(offset, i, now), model.in_bucket(offset, i, now));
          }
        }
        for (const int k : {-2, -1, 1, 2}) {
          ASSERT_EQ(rtl.remote(k, now), model.remote(k, now)) << now << ", R_" << k;
        }
      }
    }
  }
}

// "R_3 = 1/6 G_13 + 2/6 G_14 + … + 6/6 G_18 + … + 1/6 G_23" ([LIA 2025], section 4.3.2), and what
// Figure 10 says of R_+1 and R_+2.
TEST(LiaCountersOfTheText, RemoteCountersAtH6) {
  const LiaCase each{6, 200, 1, 0};
  const auto remote = [&](const std::vector<std::pair<int, int>>& packets, int k) {
    WindowCounters model(shape_of(each, 0));
    const auto rtl = block("lia_counters").make_as<TrafficCounters>(model, 6, 1);
    rtl->registers_written(registers_of_switch(each));
    Cycle now = 0;
    for (const auto& [offset, count] : packets) {
      for (int i = 0; i < count; ++i) {
        rtl->stored(offset, now);
        rtl->injected(offset, now++);
      }
    }
    return static_cast<int>(rtl->remote(k, now));
  };
  for (int offset = 1; offset <= 72; ++offset) {
    EXPECT_EQ(remote({{offset, 1}}, 3), 100 * std::max(6 - std::abs(offset - 18), 0)) << offset;
  }
  EXPECT_EQ(remote({{2, 12}, {4, 12}}, 1), 100 * 6 * 12);
  EXPECT_EQ(remote({{3, 12}, {9, 12}}, 1), 100 * 6 * 12);
  EXPECT_EQ(remote({{9, 12}, {11, 24}}, 1), 100 * (3 * 12 + 1 * 24));
  EXPECT_EQ(remote({{9, 12}, {11, 24}}, 2), 100 * (3 * 12 + 5 * 24));
}

TEST(LiaCountersFit, OnlyWhatTheyAreVerilatedFor) {
  const auto fits = [](LiaCase each, int ports, bool extended) {
    TrafficCounterShape shape = shape_of(each, 0);
    shape.extended = extended;
    return block("lia_counters").implements(WindowCounters(shape), ports);
  };
  EXPECT_TRUE(fits({6, 200, 1, 0}, 6, true));
  EXPECT_TRUE(fits({6, 200, 1, 0}, 3, true));
  EXPECT_FALSE(fits({6, 200, 1, 0}, 7, true));
  EXPECT_FALSE(fits({5, 200, 1, 0}, 5, true));
  EXPECT_FALSE(fits({6, 400, 1, 0}, 6, true));
  EXPECT_TRUE(fits({6, 400, 2, 0}, 6, true));
  EXPECT_FALSE(fits({6, 200, 1, 0}, 6, false));
}

// The oldest bucket stays in the window one cycle too long.
TEST(LiaCountersBroken, ShadowFindsIt) {
  const LiaCase each{2, 20, 1, 0};
  RtlSwitchCounters counters;
  auto model = std::make_unique<WindowCounters>(shape_of(each, 0));
  auto rtl = block("broken_lia_counters").make_as<TrafficCounters>(*model, 2, 1);
  RefereedTrafficCounters shadow(
      {RtlMode::kShadow, {"broken_lia_counters", "lia_counters", "s0", 0, 7}, &counters},
      std::move(model), std::move(rtl));
  shadow.registers_written(registers_of_switch(each));
  for (Cycle now = 26; now <= 30; ++now) shadow.stored(3, now);
  shadow.injected(3, 31);
  for (Cycle now = 31; now <= 50; ++now) shadow.read(3, now);
  EXPECT_EQ(counters.decisions, 20u);
  EXPECT_EQ(counters.mismatches, 0u);
  try {
    shadow.read(3, 51);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(
        error.what(),
        testing::AllOf(
            testing::HasSubstr("RTL block 'lia_counters' (implementation 'broken_lia_counters') "
                               "differs from the reference"),
            testing::HasSubstr("cycle 51"),
            testing::HasSubstr("the reference says 40, the RTL says 140")));
  }
  EXPECT_EQ(counters.mismatches, 1u);
}

// The buckets that leave the first window are what memory happened to hold.
TEST(LiaCountersBroken, ShadowFindsAWindowThatIsReadBeforeItIsWritten) {
  const LiaCase each{2, 20, 1, 0};
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    RtlSwitchCounters counters;
    auto model = std::make_unique<WindowCounters>(shape_of(each, 0));
    auto rtl = block("broken_window_lia_counters").make_as<TrafficCounters>(*model, 2, seed);
    RefereedTrafficCounters shadow(
        {RtlMode::kShadow, {"broken_window_lia_counters", "lia_counters", "s0", 0, 7}, &counters},
        std::move(model), std::move(rtl));
    shadow.registers_written(registers_of_switch(each));
    const auto first_window = [&] {
      for (Cycle now = 0; now < 20; ++now) shadow.read(3, now);
    };
    EXPECT_THAT(first_window, testing::ThrowsMessage<Error>(
                                  testing::HasSubstr("differs from the reference in cycle")));
  }
}

}  // namespace
}  // namespace netloom
