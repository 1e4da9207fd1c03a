#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "application.h"

/// Each host copies a burst to another one, drawn at random, again and again, with gaps drawn
/// between them: how long a transaction takes under a load.
class Load final : public Application {
 public:
  /// `load`: bytes that a host offers in a cycle, above 0.
  Load(unsigned hosts, double load, std::uint64_t seed) : hosts_(hosts), load_(load), seed_(seed) {}

  std::uint64_t memory_bytes() const override { return place_of(hosts_); }
  void load(Debugger& memories) override;
  void run(Runtime& host) const override;
  bool is_right(Debugger& memories, std::string& difference) const override;

 private:
  static constexpr int kBursts = 1000;  ///< of each host

  /// Offset in each memory: its own burst, and that of each other host, once it has been copied.
  std::uint64_t place_of(unsigned host) const;
  /// The words of a host's burst.
  static std::vector<std::uint64_t> burst_of(unsigned host);
  /// Where a host's bursts go, and how many cycles after the one before.
  template <class Work>
  void for_each_burst(unsigned host, const Work& work) const;

  unsigned hosts_;
  double load_;
  std::uint64_t seed_;
};
