#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "routing/port_matcher.h"
#include "routing/register_file.h"
#include "routing/types.h"

namespace netloom {

/// Whether `destination` lies in the cyclic interval [lib..uib]: from lib upwards, through the
/// highest number and 0 if need be, to uib. No pair of bounds is empty: lib always lies in it.
/// Source: 002_93ff7ed2c806cfd2.txt, section 3.1.
inline bool interval_contains(std::uint32_t lib, std::uint32_t uib, NodeId destination) {
  return lib <= uib ? lib <= destination && destination <= uib
                    : destination >= lib || destination <= uib;
}

/// The interval registers LIB and UIB of all ports of one switch, and their comparison with a
/// destination. After reset all bounds are 0: every port matches node 0 and no other.
///
/// Kept as LIB and the length UIB - LIB, both modulo 2^32, because
///   d lies in [lib..uib]  <=>  (d - lib) mod 2^W <= (uib - lib) mod 2^W
/// holds for every W in which all three numbers fit: counting from lib, d comes no later than uib.
/// That is one subtraction and one comparison per port, without a branch; eight ports share a
/// cache line.
class IntervalPorts final : public PortMatcher {
 public:
  explicit IntervalPorts(int ports);

  void registers_written(const RegisterFile& file) override;

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    match_destination(query.destination, ports);
  }

  /// As match(), callable without a virtual call.
  void match_destination(NodeId destination, std::uint64_t* ports) const {
    const Bank* bank = banks_.data();
    const std::size_t last = banks_.size() - 1;
    for (std::size_t i = 0; i < last; ++i) {
      ports[i >> 3] |= std::uint64_t{hits(bank[i], destination)} << (i & 7) * kBankPorts;
    }
    ports[last >> 3] |= std::uint64_t{hits(bank[last], destination) & last_bank_ports_}
                        << (last & 7) * kBankPorts;
  }

  int ports() const { return ports_; }
  std::uint32_t lib(int port) const { return bank_of(port).lib[port % kBankPorts]; }
  std::uint32_t uib(int port) const { return lib(port) + bank_of(port).length[port % kBankPorts]; }
  void set(int port, std::uint32_t lib, std::uint32_t uib);

 private:
  static constexpr int kBankPorts = 8;

  struct alignas(64) Bank {
    std::uint32_t lib[kBankPorts];
    std::uint32_t length[kBankPorts];
  };

  /// One bit per port of the bank.
  static std::uint32_t hits(const Bank& bank, NodeId destination) {
#ifdef __AVX2__
    // d - lib <= length, unsigned: AVX2 has no such comparison, but x <= y is min(x, y) == x.
    const __m256i lib = _mm256_load_si256(reinterpret_cast<const __m256i*>(bank.lib));
    const __m256i length = _mm256_load_si256(reinterpret_cast<const __m256i*>(bank.length));
    const __m256i distance =
        _mm256_sub_epi32(_mm256_set1_epi32(static_cast<std::int32_t>(destination)), lib);
    const __m256i hit = _mm256_cmpeq_epi32(_mm256_min_epu32(distance, length), distance);
    return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(hit)));
#else
    std::uint32_t result = 0;
    for (int i = 0; i < kBankPorts; ++i) {
      result |= std::uint32_t{destination - bank.lib[i] <= bank.length[i]} << i;
    }
    return result;
#endif
  }

  const Bank& bank_of(int port) const {
    return banks_[static_cast<std::size_t>(port / kBankPorts)];
  }

  int ports_;
  std::uint32_t last_bank_ports_;  ///< ports that exist in the last bank
  std::vector<Bank> banks_;
};

}  // namespace netloom
