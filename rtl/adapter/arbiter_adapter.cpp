#include "rtl/adapter/arbiter_adapter.h"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "routing/base/error.h"
#include "rtl/adapter/block_sizes.h"

namespace netloom {
inline namespace rtl {

VerilatedArbiter::VerilatedArbiter(const SharedBlock& block, const netloom_module& module,
                                   std::uint64_t seed)
    : instance_(block, module, seed),
      requests_(instance_.input("requests_i", module.size)),
      used_index_(instance_.input("used_index_i", index_bits(module.size))),
      grant_(instance_.output("grant_o", module.size)),
      index_(instance_.output("index_o", index_bits(module.size))),
      valid_(instance_.output("valid_o", 1)),
      used_(instance_.input("used_i", 1)) {}

void VerilatedArbiter::reset() {
  used_.drive(0);
  instance_.reset();
  clock_ = {};
}

int VerilatedArbiter::grant(const std::uint64_t* requests, int words, Cycle now) {
  clock_.advance(now, [this] {
    instance_.disturb(requests_);
    instance_.disturb(used_index_);
    instance_.clock();
  });
  requests_.drive_bits(requests, words);
  instance_.eval();
  const int index = valid_.value() != 0 ? static_cast<int>(index_.value()) : kNone;
  if (!grant_.has_only_bit(index)) {
    throw Error(
        fmt::format("RTL block implementation '{}': grant_o is not the requester of index_o ({})",
                    instance_.name(), index == kNone ? "none" : std::to_string(index)));
  }
  return index;
}

void VerilatedArbiter::used(int requester) {
  instance_.disturb(requests_);
  used_index_.drive(requester);
  used_.drive(1);
  instance_.clock();
  used_.drive(0);
  clock_.edge_made();
}

VerilatedSwitchArbiters::VerilatedSwitchArbiters(SharedBlock block, const ArbiterStraps& straps,
                                                 std::uint64_t seed, StrapArbiter strap)
    : block_(std::move(block)), straps_(straps), seed_(seed), strap_(std::move(strap)) {
  // What is wrong with the block shows now, and not in some cycle.
  arbiter(ArbiterPlace::kOutput, 0);
}

void VerilatedSwitchArbiters::reset() {
  for (const auto& all : arbiters_) {
    for (const auto& arbiter : all) {
      if (arbiter != nullptr) arbiter->reset();
    }
  }
}

int VerilatedSwitchArbiters::grant(const ArbitrationQuery& query) {
  const int first = first_of(query.place, query.arbiter);
  VerilatedArbiter& arbiter = this->arbiter(query.place, query.arbiter);
  if (query.place == ArbiterPlace::kOutput) {
    return arbiter.grant(query.requests, query.words, query.cycle);
  }
  const std::uint64_t vcs = (std::uint64_t{2} << ((1 << straps_.vc_shift) - 1)) - 1;
  const std::uint64_t requests = query.requests[first / 64] >> first % 64 & vcs;
  const int granted = arbiter.grant(&requests, 1, query.cycle);
  return granted == VerilatedArbiter::kNone ? granted : first + granted;
}

void VerilatedSwitchArbiters::used(ArbiterPlace place, int arbiter, int channel) {
  this->arbiter(place, arbiter).used(channel - first_of(place, arbiter));
}

VerilatedArbiter& VerilatedSwitchArbiters::arbiter(ArbiterPlace place, int number) {
  auto& all = arbiters_[static_cast<std::size_t>(place)];
  const auto index = static_cast<std::size_t>(number);
  if (all.size() <= index) all.resize(index + 1);
  if (all[index] == nullptr) {
    const bool output = place == ArbiterPlace::kOutput;
    const int requesters = (output ? straps_.ports : 1) << straps_.vc_shift;
    all[index] = std::make_unique<VerilatedArbiter>(
        block_, block_->of_size(requesters),
        seed_of_part(seed_, index * arbiters_.size() + static_cast<std::size_t>(place)));
    strap_(all[index]->instance(), requesters,
           output && !straps_.by_channel ? straps_.vc_shift : 0);
    all[index]->reset();
  }
  return *all[index];
}

RtlBlockEntry arbiter_block(const SharedBlock& block, ArbiterKind kind,
                            const std::string& kind_name, const StrapArbiter& strap) {
  const int most = block->largest_size();
  RtlBlockEntry entry;
  entry.fits = fmt::format(
      "switch.allocator.arbiter {}, with switches of up to {} channels (port and VC), of up to 64 "
      "VCs",
      kind_name, most);
  entry.stands_for<SwitchArbiters, OwnArbiters>(
      [kind, most](const OwnArbiters& own, int /*ports*/) {
        const ArbiterStraps& straps = own.straps();
        return straps.kind == kind && straps.ports << straps.vc_shift <= most &&
               straps.vc_shift <= 6;
      },
      [block, strap](const OwnArbiters& own, int /*ports*/, std::uint64_t seed) {
        return std::make_unique<VerilatedSwitchArbiters>(block, own.straps(), seed, strap);
      });
  return entry;
}

}  // namespace rtl
}  // namespace netloom
