#include "sort.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace {

constexpr double kComparison = 1;  // ns

}  // namespace

Sort::Sort(unsigned hosts, std::uint64_t keys, std::uint64_t seed) : hosts_(hosts), keys_(keys) {
  std::mt19937_64 random(seed);
  blocks_.assign(hosts, std::vector<std::uint64_t>(keys));
  for (auto& block : blocks_) std::generate(block.begin(), block.end(), std::ref(random));
}

void Sort::load(Debugger& memories) {
  for (unsigned host = 0; host < hosts_; ++host) memories.write(host, block(), blocks_[host]);
}

void Sort::run(Runtime& host) const {
  sort_block(host);
  std::uint64_t step = 0;
  for (unsigned size = 2; size <= hosts_; size *= 2) {
    for (unsigned distance = size / 2; distance > 0; distance /= 2, ++step) {
      const unsigned partner = host.number() ^ distance;
      const std::uint64_t place = inbox(step % 2);
      host.copy(host.address(block()), host.address(partner, place), block_bytes());
      host.wait_for_copies();
      host.barrier();
      const bool ascending = (host.number() & size) == 0;
      merge(host, host.address(place), ascending == (host.number() < partner));
    }
  }
}

void Sort::sort_block(Runtime& host) const {
  Processor& processor = host.processor();
  std::vector<std::uint64_t> keys(keys_);
  const std::uint64_t here = host.address(block());
  for (std::uint64_t i = 0; i < keys_; ++i) {
    keys[i] = processor.read(here + i * Window::kWordBytes);
  }
  std::sort(keys.begin(), keys.end());
  const auto count = static_cast<double>(keys_);
  processor.compute(kComparison * count * std::ceil(std::log2(count)));
  for (std::uint64_t i = 0; i < keys_; ++i) {
    processor.write(here + i * Window::kWordBytes, keys[i]);
  }
}

void Sort::merge(Runtime& host, std::uint64_t other, bool keep_lower) const {
  Processor& processor = host.processor();
  const std::uint64_t own = host.address(block());
  // From the lower end upwards, or from the upper end downwards.
  const auto key = [&](std::uint64_t base, std::uint64_t i) {
    const std::uint64_t at = keep_lower ? i : keys_ - 1 - i;
    return processor.read(base + at * Window::kWordBytes);
  };
  std::vector<std::uint64_t> kept(keys_);
  std::uint64_t own_at = 0, other_at = 0;
  std::uint64_t own_key = key(own, 0), other_key = key(other, 0);
  for (std::uint64_t& next : kept) {
    processor.compute(kComparison);
    // As long as keys are to be kept, neither block is at its end.
    if (keep_lower ? own_key <= other_key : own_key >= other_key) {
      next = own_key;
      if (++own_at < keys_) own_key = key(own, own_at);
    } else {
      next = other_key;
      if (++other_at < keys_) other_key = key(other, other_at);
    }
  }
  if (!keep_lower) std::reverse(kept.begin(), kept.end());
  for (std::uint64_t i = 0; i < keys_; ++i) {
    processor.write(own + i * Window::kWordBytes, kept[i]);
  }
}

bool Sort::is_right(Debugger& memories, std::string& difference) const {
  std::vector<std::uint64_t> expected;
  for (const auto& block : blocks_) expected.insert(expected.end(), block.begin(), block.end());
  std::sort(expected.begin(), expected.end());
  for (unsigned host = 0; host < hosts_; ++host) {
    const std::vector<std::uint64_t> keys = memories.read(host, block(), keys_);
    const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(host * keys_);
    const auto [found, other] = std::mismatch(keys.begin(), keys.end(), begin);
    if (found == keys.end()) continue;
    difference = "host " + std::to_string(host) + ", key " + std::to_string(found - keys.begin()) +
                 ": " + std::to_string(*found) + ", not " + std::to_string(*other);
    return false;
  }
  return true;
}
