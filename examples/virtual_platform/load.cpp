#include "load.h"

#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "dma.h"

std::uint64_t Load::place_of(unsigned host) const {
  return Runtime::kFreeMemory + host * Dma::kBurst;
}

std::vector<std::uint64_t> Load::burst_of(unsigned host) {
  std::vector<std::uint64_t> words(Dma::kBurst / Window::kWordBytes);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = (host + 1) * 1000 + i;
  return words;
}

template <class Work>
void Load::for_each_burst(unsigned host, const Work& work) const {
  std::mt19937_64 random(seed_ * hosts_ + host);
  const double mean = static_cast<double>(Dma::kBurst) / load_;  // cycles
  for (int burst = 0; burst < kBursts; ++burst) {
    const auto other = static_cast<unsigned>(random() % (hosts_ - 1));
    const double uniform = (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;
    work(other < host ? other : other + 1, std::floor(-mean * std::log(uniform)));
  }
}

void Load::load(Debugger& memories) {
  for (unsigned host = 0; host < hosts_; ++host) {
    memories.write(host, place_of(host), burst_of(host));
  }
}

void Load::run(Runtime& host) const {
  const std::uint64_t place = place_of(host.number());
  for_each_burst(host.number(), [&](unsigned target, double gap) {
    host.processor().compute(gap);
    host.copy(host.address(place), host.address(target, place), Dma::kBurst);
  });
  host.wait_for_copies();
}

bool Load::is_right(Debugger& memories, std::string& difference) const {
  for (unsigned from = 0; from < hosts_; ++from) {
    std::set<unsigned> targets;
    for_each_burst(from, [&](unsigned target, double /*gap*/) { targets.insert(target); });
    for (const unsigned to : targets) {
      const std::vector<std::uint64_t> expected = burst_of(from);
      if (memories.read(to, place_of(from), expected.size()) == expected) continue;
      difference =
          "host " + std::to_string(to) + ": not what host " + std::to_string(from) + " has sent";
      return false;
    }
  }
  return true;
}
