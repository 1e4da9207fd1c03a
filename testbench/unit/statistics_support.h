#pragma once

#include <cmath>
#include <cstdint>

#include "routing/base/random.h"
#include "sim/statistics/ratio_series.h"

namespace netloom::test {

/// A normal variable of mean 0 and variance 1.
inline double draw_normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(random.uniform()));
  return radius * std::cos(2 * std::acos(-1.0) * random.uniform());
}

/// An exponential variable of mean 1.
inline double draw_exponential(Random& random) {
  return -std::log(random.uniform());
}

/// x = phi x + noise of variance 1, around 100, in steps of a millionth; it begins far away, at
/// 110. The mean of a long series has (1 + phi) / (1 - phi) times the variance of as many
/// independent values.
class Autoregressive {
 public:
  static constexpr double kMean = 100e6;

  Autoregressive(std::uint64_t seed, double phi) : random_(seed, 1), phi_(phi) {}

  double truth() const { return kMean; }
  void run(RatioSeries& series) {
    deviation_ = phi_ * deviation_ + draw_normal(random_);
    series.push_back(static_cast<std::uint64_t>(std::llround(kMean + 1e6 * deviation_)), 1);
  }

 private:
  Random random_;
  double phi_;
  double deviation_ = 10;
};

/// A lone source: in each cycle a packet of D phits comes with probability rho / D, and its link
/// takes one phit per cycle (Geo/D/1). It begins empty. A series has the cycles that packets wait
/// for their first phit to go, and the packets, per bin of the cycle in which they come.
///
/// With X = D - A, A the cycles to the next packet, waits follow W' = max(0, W + X); squaring this,
/// E W = -E X^2 / (2 E X) - E I^2 / (2 E I), I being the cycles that the link idles. A and what is
/// left of it beyond any time are geometric, with mean a = D / rho, variance a^2 - a and
/// E I^2 / E I = 2 a - 1. So E W = (a^2 - a + (a - D)^2) / (2 (a - D)) - a + 1/2, which is
/// rho (D - 1) / (2 (1 - rho)).
class LoneSource {
 public:
  LoneSource(std::uint64_t seed, double load, std::uint64_t phits, std::uint64_t bin)
      : random_(seed, 2),
        load_(load),
        phits_(phits),
        bin_(bin),
        log_of_none_(std::log1p(-load / static_cast<double>(phits))),
        next_(gap()) {}

  double truth() const { return load_ * static_cast<double>(phits_ - 1) / (2 * (1 - load_)); }
  void run(RatioSeries& series) {
    end_ += bin_;
    std::uint64_t waits = 0;
    std::uint64_t packets = 0;
    while (next_ < end_) {
      waits += next_wait();
      ++packets;
    }
    series.push_back(waits, packets);
  }
  /// The next packet: cycle in which it comes, and in which the link takes its last phit.
  struct Packet {
    std::uint64_t come, done;
  };
  Packet next() {
    const std::uint64_t come = next_;
    const std::uint64_t wait = next_wait();
    return {come, come + wait + phits_ - 1};
  }

 private:
  /// Of the packet that comes next.
  std::uint64_t next_wait() {
    const std::uint64_t start = free_ > next_ ? free_ : next_;
    const std::uint64_t wait = start - next_;
    free_ = start + phits_;
    next_ += gap();
    return wait;
  }
  std::uint64_t gap() {
    return 1 + static_cast<std::uint64_t>(std::log(random_.uniform()) / log_of_none_);
  }

  Random random_;
  double load_;
  std::uint64_t phits_, bin_;
  double log_of_none_;
  std::uint64_t next_;
  std::uint64_t free_ = 0;  ///< cycle from which on the link is
  std::uint64_t end_ = 0;
};

/// M/M/1 with service times of 1 in the mean: a series has waits in thousandths and customers, per
/// bin of so many time units. The mean wait is load / (1 - load).
class MarkovQueue {
 public:
  MarkovQueue(std::uint64_t seed, double load, double bin)
      : random_(seed, 3), load_(load), bin_(bin) {}

  double truth() const { return 1000 * load_ / (1 - load_); }
  void run(RatioSeries& series) {
    end_ += bin_;
    std::uint64_t waits = 0;
    std::uint64_t customers = 0;
    while (now_ < end_) {
      waits += static_cast<std::uint64_t>(std::llround(1000 * wait_));
      ++customers;
      const double gap = draw_exponential(random_) / load_;
      now_ += gap;
      wait_ = std::fmax(0, wait_ + draw_exponential(random_) - gap);
    }
    series.push_back(waits, customers);
  }

 private:
  Random random_;
  double load_, bin_;
  double now_ = 0, wait_ = 0, end_ = 0;
};

}  // namespace netloom::test
