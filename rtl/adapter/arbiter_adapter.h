#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/error.h"
#include "routing/decision/switch_arbiters.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// One Verilated arbiter among numbered requesters.
class VerilatedArbiter : public ClockedBlocks {
 public:
  static constexpr int kNone = -1;

  /// The requester that is granted; kNone: none. Error: the two forms of the answer, one-hot and
  /// number, contradict each other.
  virtual int grant(const std::uint64_t* requests, int words, Cycle now) = 0;
  /// In the cycle of the last grant.
  virtual void used(int requester) = 0;
};

/// The ports that all arbiters have. `Requesters` as Verilated. At an edge, only used_i counts, and
/// with it used_index_i: the other inputs are random then.
template <class Model, int Requesters>
class VerilatedArbiterBase : public VerilatedArbiter {
 public:
  /// `name` stands for the implementation in messages.
  VerilatedArbiterBase(std::string name, std::uint64_t seed)
      : name_(std::move(name)), instance_(seed) {}

  void reset() final {
    instance_->used_i = 0;
    instance_.reset();
    clock_ = {};
  }

  int grant(const std::uint64_t* requests, int words, Cycle now) final {
    clock_.advance(now, [this] {
      instance_.disturb(instance_->requests_i, Requesters);
      instance_.disturb(instance_->used_index_i, index_bits(Requesters));
      instance_.clock();
    });
    drive_bits(instance_->requests_i, requests, words);
    instance_->eval();
    const int index = instance_->valid_o ? static_cast<int>(instance_->index_o) : kNone;
    if (!has_only_bit<Requesters>(instance_->grant_o, index)) {
      throw Error("RTL block implementation '" + name_ +
                  "': grant_o is not the requester of index_o (" +
                  (index == kNone ? "none" : std::to_string(index)) + ")");
    }
    return index;
  }

  void used(int requester) final {
    instance_.disturb(instance_->requests_i, Requesters);
    drive(instance_->used_index_i, requester);
    instance_->used_i = 1;
    instance_.clock();
    instance_->used_i = 0;
    clock_.edge_made();
  }

 protected:
  VerilatedInstance<Model>& instance() { return instance_; }

 private:
  std::string name_;
  VerilatedInstance<Model> instance_;
  SwitchClock clock_;
};

/// Makes an arbiter with so many requesters, of which groups of 2^group_shift belong together.
using MakeVerilatedArbiter = std::function<std::unique_ptr<VerilatedArbiter>(
    int requesters, int group_shift, std::uint64_t seed)>;

/// All arbiters of one switch, each made when it is first asked. Those of input ports and links
/// have the VCs of their port as requesters, those of crossbar outputs all channels.
class VerilatedSwitchArbiters final : public SwitchArbiters, public ClockedBlocks {
 public:
  VerilatedSwitchArbiters(const ArbiterStraps& straps, std::uint64_t seed,
                          MakeVerilatedArbiter make)
      : straps_(straps), seed_(seed), make_(std::move(make)) {}

  void reset() override {
    for (const auto& all : arbiters_) {
      for (const auto& arbiter : all) {
        if (arbiter != nullptr) arbiter->reset();
      }
    }
  }

  int grant(const ArbitrationQuery& query) override {
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

  void used(ArbiterPlace place, int arbiter, int channel) override {
    this->arbiter(place, arbiter).used(channel - first_of(place, arbiter));
  }

 private:
  /// The channel that is requester 0.
  int first_of(ArbiterPlace place, int arbiter) const {
    return place == ArbiterPlace::kOutput ? 0 : arbiter << straps_.vc_shift;
  }

  VerilatedArbiter& arbiter(ArbiterPlace place, int number) {
    auto& all = arbiters_[static_cast<std::size_t>(place)];
    const auto index = static_cast<std::size_t>(number);
    if (all.size() <= index) all.resize(index + 1);
    if (all[index] == nullptr) {
      const bool output = place == ArbiterPlace::kOutput;
      const int ports = output ? straps_.ports : 1;
      all[index] =
          make_(ports << straps_.vc_shift, output && !straps_.by_channel ? straps_.vc_shift : 0,
                seed_of_part(seed_, index * arbiters_.size() + static_cast<std::size_t>(place)));
    }
    return *all[index];
  }

  ArbiterStraps straps_;
  std::uint64_t seed_;
  MakeVerilatedArbiter make_;
  std::array<std::vector<std::unique_ptr<VerilatedArbiter>>, 3> arbiters_;  ///< by place
};

/// What arbiters of both kinds share; `make` makes one. The VCs of a port are in one word.
template <class... Sizes>
RtlBlockEntry arbiter_block(ArbiterKind kind, const std::string& kind_name,
                            const MakeVerilatedArbiter& make) {
  constexpr int kMost = largest_size<Sizes...>();
  RtlBlockEntry entry;
  entry.fits = "switch.allocator.arbiter " + kind_name + ", with switches of up to " +
               std::to_string(kMost) + " channels (port and VC), of up to 64 VCs";
  entry.stands_for<SwitchArbiters, OwnArbiters>(
      [kind](const OwnArbiters& own, int /*ports*/) {
        const ArbiterStraps& straps = own.straps();
        return straps.kind == kind && straps.ports << straps.vc_shift <= kMost &&
               straps.vc_shift <= 6;
      },
      [make](const OwnArbiters& own, int /*ports*/, std::uint64_t seed) {
        return std::make_unique<VerilatedSwitchArbiters>(own.straps(), seed, make);
      });
  return entry;
}

}  // namespace rtl
}  // namespace netloom
