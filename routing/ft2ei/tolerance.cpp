#include "routing/ft2ei/tolerance.h"

#include <algorithm>

#include "routing/base/bits.h"

namespace netloom {
inline namespace routing {
namespace {

/// Calls visit(switch) for a switch and all from which it can be reached by going down: those of
/// the stages above whose digits differ from its own only where up links change them.
template <class Visit>
void for_each_above(const FatTree& tree, SwitchId switch_id, const Visit& visit) {
  const int from = tree.stage(switch_id);
  const std::uint32_t position = tree.position(switch_id);
  const std::uint32_t low = tree.power(from);
  for (int stage = from; stage < tree.n(); ++stage) {
    const std::uint32_t high = tree.power(stage);
    const std::uint32_t base = position / high * high + position % low;
    for (std::uint32_t middle = 0; middle < high; middle += low) {
      visit(tree.switch_number(stage, base + middle));
    }
  }
}

/// Sets bits first … last-1 of a row of words.
void set_bits(std::uint64_t* words, std::size_t first, std::size_t last) {
  while (first < last) {
    const std::size_t in_word = first % 64;
    const std::size_t count = std::min(last - first, 64 - in_word);
    const std::uint64_t ones = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    words[first / 64] |= ones << in_word;
    first += count;
  }
}

}  // namespace

FaultJudge::FaultJudge(const FatTree& tree, int registers)
    : tree_(tree),
      exclusions_(tree_, registers),
      failed_(static_cast<std::size_t>(tree.switches()) * static_cast<std::size_t>(2 * tree.k())) {}

void FaultJudge::set_failed(const LinkEnd& link, bool failed) {
  failed_[static_cast<std::size_t>(link.switch_id) * static_cast<std::size_t>(2 * tree_.k()) +
          static_cast<std::size_t>(link.port)] = failed ? 1 : 0;
}

bool FaultJudge::judge(const std::vector<LinkEnd>& faults) {
  for (const LinkEnd& link : faults_) set_failed(link, false);
  exclusions_.clear();
  faults_ = faults;
  for (const LinkEnd& link : faults_) {
    set_failed(link, true);
    exclusions_.add_fault(link);
  }
  find_classes();
  find_broken_ways_down();
  return every_way_up_is_whole();
}

void FaultJudge::find_classes() {
  const std::uint32_t nodes = tree_.hosts();
  starts_.assign(1, 0);
  const auto add = [&](const CyclicInterval& interval) {
    starts_.push_back(interval.lower);
    starts_.push_back((interval.upper + 1) % nodes);
  };
  for (const LinkEnd& link : faults_) {
    if (link.port < tree_.k()) add(nodes_below_link(tree_, link.switch_id, link.port));
  }
  const auto k = static_cast<std::size_t>(tree_.k());
  for (const std::size_t port : exclusions_.written()) {
    const ExclusionSet& set = exclusions_.up_ports(static_cast<SwitchId>(port / k))[port % k];
    for (int i = 0; i < set.registers(); ++i) {
      if (set.enabled(i)) add(set.interval(i));
    }
  }
  std::sort(starts_.begin(), starts_.end());
  starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
  words_ = words_of_bits(starts_.size());
}

std::size_t FaultJudge::class_of(std::uint32_t node) const {
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), node) -
                                  starts_.begin()) -
         1;
}

void FaultJudge::add_classes(const CyclicInterval& interval, std::uint64_t* set) const {
  // Bounds of classes: the interval begins and ends with one.
  const std::size_t first = class_of(interval.lower);
  const std::size_t last = class_of(interval.upper) + 1;
  if (interval.lower <= interval.upper) {
    set_bits(set, first, last);
  } else {
    set_bits(set, first, starts_.size());
    set_bits(set, 0, last);
  }
}

void FaultJudge::find_broken_ways_down() {
  down_.assign(static_cast<std::size_t>(tree_.switches()) * words_, 0);
  inside_.resize(words_);
  for (const LinkEnd& link : faults_) {
    if (link.port >= tree_.k()) continue;
    std::fill(inside_.begin(), inside_.end(), 0);
    add_classes(nodes_below_link(tree_, link.switch_id, link.port), inside_.data());
    for_each_above(tree_, link.switch_id, [&](SwitchId each) {
      for (std::size_t i = 0; i < words_; ++i) down_[each * words_ + i] |= inside_[i];
    });
  }
}

bool FaultJudge::every_way_up_is_whole() {
  up_.assign(static_cast<std::size_t>(tree_.switches()) * words_, 0);
  excluded_.resize(words_);
  lost_.resize(words_);
  const int k = tree_.k();
  bool whole = true;
  for (int stage = tree_.n() - 2; stage >= 0; --stage) {
    for (std::uint32_t position = 0; position < tree_.switches_per_stage(); ++position) {
      const SwitchId id = tree_.switch_number(stage, position);
      // Classes that lie wholly below this switch never go up from here. One that lies there in
      // part does not begin or end a failed link's nodes, so its other nodes stand for it.
      const CyclicInterval below = nodes_below(tree_, id);
      std::fill(inside_.begin(), inside_.end(), 0);
      const std::size_t first = static_cast<std::size_t>(
          std::lower_bound(starts_.begin(), starts_.end(), below.lower) - starts_.begin());
      const std::size_t last =
          below.upper == tree_.hosts() - 1 ? starts_.size() : class_of(below.upper + 1);
      set_bits(inside_.data(), first, last);

      std::uint64_t* astray = &up_[id * words_];
      const ExclusionSet* ports = exclusions_.up_ports(id);
      std::fill(lost_.begin(), lost_.end(), 0);
      set_bits(lost_.data(), 0, starts_.size());
      for (int link = 0; link < k; ++link) {
        const ExclusionSet& port = ports[link];
        std::fill(excluded_.begin(), excluded_.end(), 0);
        if (!port.empty()) {
          for (int i = 0; i < port.registers(); ++i) {
            if (port.enabled(i)) add_classes(port.interval(i), excluded_.data());
          }
        }
        const bool broken = failed(id, k + link);
        const SwitchId above = switch_above(tree_, id, link);
        const std::uint64_t* down = &down_[above * words_];
        const std::uint64_t* up = &up_[above * words_];
        for (std::size_t i = 0; i < words_; ++i) {
          const std::uint64_t danger = broken ? ~std::uint64_t{0} : down[i] | up[i];
          astray[i] |= danger & ~excluded_[i];
          lost_[i] &= excluded_[i];
        }
      }
      for (std::size_t i = 0; i < words_; ++i) astray[i] = (astray[i] | lost_[i]) & ~inside_[i];
      if (starts_.size() % 64 != 0) {
        astray[words_ - 1] &= (std::uint64_t{1} << starts_.size() % 64) - 1;
      }
      if (stage == 0) {
        for (std::size_t i = 0; i < words_; ++i) whole = whole && astray[i] == 0;
      }
    }
  }
  return whole;
}

void FaultJudge::find_reachable() {
  const std::size_t words = words_of_bits(tree_.hosts());
  reachable_.assign(static_cast<std::size_t>(tree_.switches()) * words, 0);
  for (SwitchId id = 0; id < tree_.switches(); ++id) {
    const CyclicInterval below = nodes_below(tree_, id);
    set_bits(&reachable_[id * words], below.lower, below.upper + 1);
  }
  nodes_.resize(words);
  for (const LinkEnd& link : faults_) {
    if (link.port >= tree_.k()) continue;
    std::fill(nodes_.begin(), nodes_.end(), 0);
    const CyclicInterval nodes = nodes_below_link(tree_, link.switch_id, link.port);
    set_bits(nodes_.data(), nodes.lower, nodes.upper + 1);
    for_each_above(tree_, link.switch_id, [&](SwitchId each) {
      for (std::size_t i = 0; i < words; ++i) reachable_[each * words + i] &= ~nodes_[i];
    });
  }
  for (SwitchId id = tree_.switches() - tree_.switches_per_stage(); id-- > 0;) {
    const CyclicInterval below = nodes_below(tree_, id);
    std::fill(nodes_.begin(), nodes_.end(), 0);
    set_bits(nodes_.data(), below.lower, below.upper + 1);
    for (int link = 0; link < tree_.k(); ++link) {
      if (failed(id, tree_.k() + link)) continue;
      const std::uint64_t* above = &reachable_[switch_above(tree_, id, link) * words];
      for (std::size_t i = 0; i < words; ++i) reachable_[id * words + i] |= above[i] & ~nodes_[i];
    }
  }
}

bool FaultJudge::connected() {
  find_reachable();
  const std::size_t words = words_of_bits(tree_.hosts());
  nodes_.assign(words, 0);
  set_bits(nodes_.data(), 0, tree_.hosts());
  for (SwitchId id = 0; id < tree_.switches_per_stage(); ++id) {
    if (!std::equal(nodes_.begin(), nodes_.end(), &reachable_[id * words])) return false;
  }
  return true;
}

std::uint64_t FaultJudge::victims() {
  // Without them the registers exclude what the faults cut off, and nothing else.
  if (!exclusions_.merged()) return 0;
  find_reachable();
  const std::size_t words = words_of_bits(tree_.hosts());
  const auto k = static_cast<std::size_t>(tree_.k());
  std::uint64_t count = 0;
  for (const std::size_t port : exclusions_.written()) {
    const auto id = static_cast<SwitchId>(port / k);
    const int link = static_cast<int>(port % k);
    if (failed(id, tree_.k() + link)) continue;
    const ExclusionSet& set = exclusions_.up_ports(id)[link];
    nodes_.assign(words, 0);
    for (int i = 0; i < set.registers(); ++i) {
      if (!set.enabled(i)) continue;
      const CyclicInterval& interval = set.interval(i);
      if (interval.lower <= interval.upper) {
        set_bits(nodes_.data(), interval.lower, interval.upper + 1);
      } else {
        set_bits(nodes_.data(), interval.lower, tree_.hosts());
        set_bits(nodes_.data(), 0, interval.upper + 1);
      }
    }
    // Nodes below the switch never go up from it.
    const CyclicInterval below = nodes_below(tree_, id);
    for (NodeId node = below.lower; node <= below.upper; ++node) {
      nodes_[node / 64] &= ~(std::uint64_t{1} << node % 64);
    }
    const std::uint64_t* above = &reachable_[switch_above(tree_, id, link) * words];
    for (std::size_t i = 0; i < words; ++i) {
      count += static_cast<std::uint64_t>(__builtin_popcountll(nodes_[i] & above[i]));
    }
  }
  return count;
}

}  // namespace routing
}  // namespace netloom
