#include "routing/function/tree/fir.h"

#include <fmt/format.h>

#include "routing/base/bits.h"
#include "routing/base/cyclic_interval.h"

namespace netloom {
inline namespace routing {

FirPorts::FirPorts(int ports, const std::string& set)
    : ports_(ports),
      has_operand_(set == "fir_source"),
      words_(words_of_bits(static_cast<std::size_t>(ports))),
      last_bank_ports_((1u << ((ports - 1) % kBankPorts + 1)) - 1),
      intervals_(static_cast<std::size_t>((ports + kBankPorts - 1) / kBankPorts)),
      masks_(intervals_.size()),
      ruled_out_(static_cast<std::size_t>(ports) * words_) {
  for (Masks& masks : masks_) {
    for (std::uint32_t& mask : masks.destination.lane) mask = ~std::uint32_t{0};
  }
}

void FirPorts::registers_written(const RegisterFile& file) {
  // The instances of a register follow each other, so that one look-up by name serves all ports.
  const auto reader = [&file](const char* name, std::uint64_t words) {
    const std::uint64_t base = file.address(name, 0);
    return [&file, base, words](std::uint64_t port, std::uint64_t word) {
      std::uint32_t value = 0;
      file.read(base + 4 * (port * words + word), value);
      return value;
    };
  };
  const auto rrr_words = static_cast<std::uint64_t>(ports_ + 31) / 32;
  const auto lib = reader("LIB", 1);
  const auto uib = reader("UIB", 1);
  const auto mr = reader("MR", 1);
  const auto operand = reader(has_operand_ ? "OPERAND" : "LIB", 1);
  const auto rrr = reader("RRR", rrr_words);

  ruled_out_.assign(ruled_out_.size(), 0);
  for (std::uint64_t port = 0; port < static_cast<std::uint64_t>(ports_); ++port) {
    const auto place = static_cast<int>(port % kBankPorts);
    intervals_[port / kBankPorts].set(place, lib(port, 0), uib(port, 0));
    const bool source = has_operand_ && operand(port, 0) != 0;
    Masks& masks = masks_[port / kBankPorts];
    masks.destination.lane[place] = source ? 0 : mr(port, 0);
    masks.source.lane[place] = source ? mr(port, 0) : 0;
    for (std::uint64_t word = 0; word < rrr_words; ++word) {
      for (std::uint32_t rest = rrr(port, word); rest != 0; rest &= rest - 1) {
        const auto first = word * 32 + static_cast<std::uint64_t>(__builtin_ctz(rest));
        ruled_out_[first * words_ + port / 64] |= std::uint64_t{1} << port % 64;
      }
    }
  }
}

void FirPorts::match(const RouteQuery& query, std::uint64_t* ports) {
  std::uint64_t hits[kMaxPorts / 64] = {};
  const std::size_t last = intervals_.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::uint32_t bank = intervals_[i].masked_hits(query.destination, masks_[i].destination,
                                                         query.source, masks_[i].source);
    const std::uint32_t existing = i == last ? bank & last_bank_ports_ : bank;
    hits[i >> 3] |= std::uint64_t{existing} << (i & 7) * kBankPorts;
  }
  if (words_ == 1) {
    std::uint64_t ruled_out = 0;
    for_each_bit(hits, 1,
                 [&](int port) { ruled_out |= ruled_out_[static_cast<std::size_t>(port)]; });
    ports[0] |= hits[0] & ~ruled_out;
    return;
  }
  std::uint64_t ruled_out[kMaxPorts / 64] = {};
  for_each_bit(hits, words_, [&](int port) {
    const std::uint64_t* row = &ruled_out_[static_cast<std::size_t>(port) * words_];
    for (std::size_t j = 0; j < words_; ++j) ruled_out[j] |= row[j];
  });
  for (std::size_t i = 0; i < words_; ++i) ports[i] |= hits[i] & ~ruled_out[i];
}

void FirPorts::explain(const RouteQuery& query, const RegisterFile& registers,
                       Explanation& explanation) const {
  std::vector<bool> hits;
  for (int port = 0; port < ports_; ++port) {
    const bool source = has_operand_ && registers.value("OPERAND", port) != 0;
    const NodeId node = source ? query.source : query.destination;
    const std::uint32_t mask = registers.value("MR", port);
    const std::uint32_t lib = registers.value("LIB", port);
    const std::uint32_t uib = registers.value("UIB", port);
    hits.push_back(interval_contains(lib, uib, node & mask));
    explanation.ports[port] = fmt::format("{} {} masked with MR {:#x} is {}, {} [LIB {} .. UIB {}]",
                                          source ? "source" : "destination", node, mask,
                                          node & mask, hits.back() ? "in" : "not in", lib, uib);
  }
  for (int port = 0; port < ports_; ++port) {
    if (!hits[static_cast<std::size_t>(port)]) continue;
    for (int first = 0; first < ports_; ++first) {
      const std::uint32_t word = registers.value("RRR", port, first / 32);
      if ((word >> first % 32 & 1) == 0 || !hits[static_cast<std::size_t>(first)]) continue;
      explanation.ports[port] +=
          fmt::format("; yields to port {}, which is hit (RRR bit {})", first, first);
    }
  }
}

}  // namespace routing
}  // namespace netloom
