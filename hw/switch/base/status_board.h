#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "routing/base/types.h"
#include "routing/decision/congestion_view.h"

namespace netloom {
inline namespace hw {

/// The channels on which switches publish words about themselves: each switch writes the value at
/// the end of a cycle, others read it a delay later. As long as no quantum is longer than the least
/// delay, what is read does not depend on the order in which the switches run.
class StatusBoard {
 public:
  StatusBoard(std::size_t switches, const StatusBroadcast& broadcast, int quantum)
      : words_(static_cast<std::size_t>(broadcast.words)),
        none_(words_, 0),
        latest_(switches, 0),
        values_() {
    // Values of the cycles that a reader may still ask for while the writer is a quantum ahead.
    const auto needed = static_cast<std::size_t>(broadcast.most_delay + quantum) + 1;
    while (slots_ < needed) slots_ *= 2;
    cycles_.assign(switches * slots_, 0);
    values_.assign(switches * slots_ * words_, 0);
  }

  std::size_t words() const { return words_; }

  /// The switch's words at the end of `cycle`; cycles come in ascending order, and those left out
  /// have the words of the one before.
  void publish(SwitchId id, Cycle cycle, const std::uint32_t* words) {
    std::uint32_t& latest = latest_[id];
    const std::uint32_t* last = value(id, latest);
    bool same = true;
    for (std::size_t i = 0; i < words_; ++i) same = same && words[i] == last[i];
    if (same) return;
    latest = (latest + 1) & static_cast<std::uint32_t>(slots_ - 1);
    // Stored one later: 0 stands for what holds before the start.
    cycles_[id * slots_ + latest] = cycle + 1;
    for (std::size_t i = 0; i < words_; ++i) value(id, latest)[i] = words[i];
  }

  /// The switch's words at the end of the cycle `delay` before `now`.
  const std::uint32_t* read(SwitchId id, Cycle now, int delay) const {
    const auto before = static_cast<Cycle>(delay);
    if (now < before) return none_.data();
    std::uint32_t slot = latest_[id];
    while (cycles_[id * slots_ + slot] > now - before + 1) {
      slot = (slot - 1) & static_cast<std::uint32_t>(slots_ - 1);
    }
    return value(id, slot);
  }

 private:
  const std::uint32_t* value(SwitchId id, std::uint32_t slot) const {
    return &values_[(id * slots_ + slot) * words_];
  }
  std::uint32_t* value(SwitchId id, std::uint32_t slot) {
    return &values_[(id * slots_ + slot) * words_];
  }

  std::size_t words_;
  std::size_t slots_ = 1;
  std::vector<std::uint32_t> none_;    ///< before the start
  std::vector<std::uint32_t> latest_;  ///< per switch: slot of its last change
  std::vector<Cycle> cycles_;          ///< per switch and slot
  std::vector<std::uint32_t> values_;  ///< per switch, slot and word
};

}  // namespace hw
}  // namespace netloom
