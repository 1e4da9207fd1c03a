#pragma once

#include <cstdint>
#include <vector>

#include "routing/base/random.h"

namespace netloom::test {

/// What generators of test cases draw with. The same seed draws the same.
class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t index) : random_(seed, index) {}

  /// Uniform in low … high, both included.
  int between(int low, int high) {
    return low + static_cast<int>(random_.below(static_cast<std::uint32_t>(high - low + 1)));
  }

  bool chance(double probability) { return random_.uniform() < probability; }

  /// One of at least one.
  template <class Value>
  const Value& one_of(const std::vector<Value>& values) {
    return values[random_.below(static_cast<std::uint32_t>(values.size()))];
  }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return *(values.begin() + random_.below(static_cast<std::uint32_t>(values.size())));
  }

  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[random_.below(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  Random random_;
};

}  // namespace netloom::test
