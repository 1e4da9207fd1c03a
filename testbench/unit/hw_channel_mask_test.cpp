#include <gtest/gtest.h>

#include <bitset>
#include <cstdint>
#include <vector>

#include "hw/kernel/channel_mask.h"
#include "routing/base/random.h"

namespace netloom {
namespace {

/// Every width behaves as a std::bitset does; the random operations run long enough to cross all
/// word borders.
template <class Mask>
class ChannelMaskTest : public testing::Test {
 protected:
  static constexpr int kBits = Mask::kBits;
  using Reference = std::bitset<static_cast<std::size_t>(kBits)>;

  static Reference reference_of(const Mask& mask) {
    Reference result;
    for (int i = 0; i < kBits; ++i) result[static_cast<std::size_t>(i)] = mask.test(i);
    return result;
  }
  int draw() { return static_cast<int>(random_.below(kBits)); }
  Mask draw_mask(int channels) {
    Mask mask;
    for (int i = 0; i < channels; ++i) mask.set(draw());
    return mask;
  }
  /// Lowest bit at `start` or above; -1 if there is none.
  static int lowest(const Reference& reference, int start) {
    for (int i = start; i < kBits; ++i) {
      if (reference[static_cast<std::size_t>(i)]) return i;
    }
    return -1;
  }

  Random random_{1, static_cast<std::uint64_t>(kBits)};
};

using Widths = testing::Types<ChannelMask<32>, ChannelMask<64>, ChannelMask<128>, ChannelMask<256>,
                              ChannelMask<1024>, ChannelMask<4096>>;
TYPED_TEST_SUITE(ChannelMaskTest, Widths);

TYPED_TEST(ChannelMaskTest, StartsEmpty) {
  const TypeParam mask;
  EXPECT_TRUE(mask.none());
  EXPECT_FALSE(mask.any());
  EXPECT_EQ(mask.count(), 0);
  EXPECT_FALSE(mask.single());
}

TYPED_TEST(ChannelMaskTest, AllHasEveryChannel) {
  EXPECT_TRUE(this->reference_of(TypeParam::all()).all());
  EXPECT_EQ(TypeParam::all().count(), TypeParam::kBits);
}

TYPED_TEST(ChannelMaskTest, EachBitAlone) {
  for (int channel = 0; channel < TypeParam::kBits; ++channel) {
    const TypeParam mask = TypeParam::bit(channel);
    ASSERT_TRUE(mask.any());
    ASSERT_TRUE(mask.single());
    ASSERT_TRUE(mask.test(channel));
    ASSERT_EQ(mask.first(), channel);
    ASSERT_EQ(mask.count(), 1);
    ASSERT_EQ(mask.first_from(0), channel);
    ASSERT_EQ(mask.first_from(channel), channel);
    if (channel + 1 < TypeParam::kBits) {
      ASSERT_EQ(mask.first_from(channel + 1), channel) << "the search wraps round";
    }
    TypeParam empty = mask;
    empty.remove_first();
    ASSERT_TRUE(empty.none());
  }
}

TYPED_TEST(ChannelMaskTest, RandomSetResetAssign) {
  TypeParam mask;
  typename TestFixture::Reference reference;
  for (int step = 0; step < 4000; ++step) {
    const int channel = this->draw();
    const auto at = static_cast<std::size_t>(channel);
    switch (this->random_.below(4)) {
      case 0:
        mask.set(channel);
        reference.set(at);
        break;
      case 1:
        mask.reset(channel);
        reference.reset(at);
        break;
      case 2:
        mask.assign(channel, true);
        reference.set(at);
        break;
      default:
        mask.assign(channel, false);
        reference.reset(at);
        break;
    }
    ASSERT_EQ(mask.count(), static_cast<int>(reference.count()));
    ASSERT_EQ(mask.any(), reference.any());
    ASSERT_EQ(mask.single(), reference.count() == 1);
  }
  EXPECT_EQ(this->reference_of(mask), reference);
}

TYPED_TEST(ChannelMaskTest, GroupsHaveTheirChannels) {
  for (int count = 1; count <= 128 && count <= TypeParam::kBits; count *= 2) {
    if (count > 64 && TypeParam::kBits <= 256) break;
    for (int first = 0; first < TypeParam::kBits; first += count) {
      typename TestFixture::Reference expected;
      for (int i = 0; i < count; ++i) expected.set(static_cast<std::size_t>(first + i));
      EXPECT_EQ(this->reference_of(TypeParam::group(first, count)), expected)
          << first << ' ' << count;
    }
  }
}

TYPED_TEST(ChannelMaskTest, FirstAndFirstFromAgreeWithASearch) {
  for (int round = 0; round < 400; ++round) {
    const TypeParam mask = this->draw_mask(1 + round % 8);
    const auto reference = this->reference_of(mask);
    ASSERT_EQ(mask.first(), this->lowest(reference, 0));
    for (int i = 0; i < 8; ++i) {
      const int start = this->draw();
      const int above = this->lowest(reference, start);
      ASSERT_EQ(mask.first_from(start), above >= 0 ? above : this->lowest(reference, 0));
    }
  }
}

TYPED_TEST(ChannelMaskTest, RemoveFirstVisitsAllInOrder) {
  for (int round = 0; round < 200; ++round) {
    TypeParam mask = this->draw_mask(round % 40);
    const auto reference = this->reference_of(mask);
    std::vector<int> expected;
    for (int i = 0; i < TypeParam::kBits; ++i) {
      if (reference[static_cast<std::size_t>(i)]) expected.push_back(i);
    }
    std::vector<int> visited;
    for (; mask.any(); mask.remove_first()) visited.push_back(mask.first());
    ASSERT_EQ(visited, expected);
  }
}

TYPED_TEST(ChannelMaskTest, SetOperations) {
  for (int round = 0; round < 200; ++round) {
    const TypeParam a = this->draw_mask(20);
    const TypeParam b = this->draw_mask(20);
    const auto x = this->reference_of(a);
    const auto y = this->reference_of(b);
    ASSERT_EQ(this->reference_of(a | b), x | y);
    ASSERT_EQ(this->reference_of(a & b), x & y);
    ASSERT_EQ(this->reference_of(a - b), x & ~y);
  }
}

TYPED_TEST(ChannelMaskTest, GroupsAndExtraction) {
  // The groups that occur: the VCs of a port, a power of two, aligned, within a word.
  for (int size = 1; size <= 64 && size <= TypeParam::kBits; size *= 2) {
    for (int first = 0; first < TypeParam::kBits; first += size) {
      typename TestFixture::Reference expected;
      for (int i = first; i < first + size; ++i) expected.set(static_cast<std::size_t>(i));
      ASSERT_EQ(this->reference_of(TypeParam::group(first, size)), expected);
    }
    const TypeParam mask = this->draw_mask(TypeParam::kBits / 2);
    for (int first = 0; first < TypeParam::kBits; first += size) {
      std::uint64_t expected = 0;
      for (int i = 0; i < size; ++i) {
        expected |= std::uint64_t{mask.test(first + i)} << i;
      }
      ASSERT_EQ(mask.extract(first, size), expected) << "from " << first << ", " << size << " bits";
    }
  }
}

TYPED_TEST(ChannelMaskTest, TakesCandidateSets) {
  std::vector<std::uint64_t> words(TypeParam::kCandidateWords, 0);
  typename TestFixture::Reference expected;
  for (int i = 0; i < 20; ++i) {
    const int channel = this->draw();
    words[static_cast<std::size_t>(channel / 64)] |= std::uint64_t{1} << (channel % 64);
    expected.set(static_cast<std::size_t>(channel));
  }
  EXPECT_EQ(this->reference_of(TypeParam::from_candidates(words.data())), expected);
}

}  // namespace
}  // namespace netloom
