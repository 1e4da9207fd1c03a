#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <map>
#include <utility>
#include <vector>

#include "hw/config/config.h"
#include "hw/switch/part/allocator.h"
#include "testbench/unit/hw_part_support.h"

namespace netloom::test {

/// What the allocator asks a switch: heads, each with the output channels that it wants; it picks
/// the first that is available.
template <class Part>
struct HeadsOfASwitch {
  using Mask = typename Part::Mask;

  const typename Part::Numbers& channels() const { return numbers; }
  Mask available(int input, const Mask& free, const Mask& /*taken*/) const {
    const auto head = wants.find(input);
    return head == wants.end() ? Mask() : head->second & free;
  }
  int select(int /*input*/, const Mask& outputs, Cycle /*now*/) const { return outputs.first(); }
  void cannot_go(int input) { blocked.push_back(input); }
  void loses(int input, int port) { losers.emplace_back(input, port); }
  void grant(int input, int output, Cycle now) {
    granted.emplace_back(input, output);
    cycles.push_back(now);
    if (consumes) wants.erase(input);
  }
  Mask pending() const {
    Mask result;
    for (const auto& head : wants) result.set(head.first);
    return result;
  }
  Mask input_group(int input) const {
    return full ? Mask::bit(input) : numbers.of_port(numbers.port(input));
  }
  int output_of(int output) const { return full ? output : numbers.first(numbers.port(output)); }
  bool older(int a, int b) const { return ages.at(a) < ages.at(b); }
  void prefer_control(Mask& set) const {
    if ((set & control).any()) set &= control;
  }
  DrawnBits& random() { return bits; }

  typename Part::Numbers numbers = Part::channels();
  std::map<int, Mask> wants;
  std::map<int, int> ages;
  Mask control;
  bool full = false;
  bool consumes = false;  ///< a head that is granted is gone
  DrawnBits bits;
  std::vector<std::pair<int, int>> granted;
  std::vector<Cycle> cycles;
  std::vector<int> blocked;
  std::vector<std::pair<int, int>> losers;
};

template <class Part>
class PartAllocator : public testing::Test {
 protected:
  using Mask = typename Part::Mask;
  static constexpr int kTopPort = Part::kPorts - 1;
  static constexpr int kTop = Part::kPorts * Part::kVcs - 1;

  void build(int step = Part::kVcs, SwitchArbiters* arbiters = nullptr) {
    allocator_.build(lines<Mask>(arena_, heads_.channels().ports()), heads_.channels(), config_,
                     step, arbiters, requests_);
  }
  int in(int port, int vc = 0) const { return heads_.numbers.of(port, vc); }
  void head(int input, std::initializer_list<int> outputs) {
    heads_.wants[input] = set_of<Mask>(outputs);
  }
  /// The grants of one iteration, (input channel, output channel).
  std::vector<std::pair<int, int>> match(const Mask& free = Mask::all(), Cycle now = 5) {
    heads_.granted.clear();
    heads_.blocked.clear();
    heads_.losers.clear();
    lost_ = 0;
    if (allocator_.input_first()) {
      lost_ = allocator_.match_input_first(heads_, heads_.pending(), free, Mask(), now);
    } else {
      allocator_.match_output_first(heads_, heads_.pending(), free, Mask(), first_, now);
    }
    return heads_.granted;
  }
  int output_pointer(int port) const { return allocator_.output_pointer(heads_.channels(), port); }
  int input_pointer(int port) const { return allocator_.input_pointer(heads_.channels(), port); }

  Arena arena_{std::size_t{1} << 14};
  HeadsOfASwitch<Part> heads_;
  SwitchConfig config_;
  Requests<Mask> requests_;
  Allocator<typename Part::Numbers> allocator_;
  int lost_ = 0;
  bool first_ = true;  ///< iteration of the cycle
};
}  // namespace netloom::test
