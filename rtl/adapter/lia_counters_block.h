#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/decision/traffic_counters.h"
#include "routing/registers/register_file.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// Makes a Verilated rtl/lia_counters.sv TrafficCounters. A cycle is counted when something is
/// asked or the next cycle has something to count. At an edge, inputs that do not count are random.
template <class Model, int kGlobalLinks>
class LiaCountersAdapter final : public TrafficCounters, public ClockedBlocks {
 public:
  /// `name` stands for the implementation in messages.
  LiaCountersAdapter(std::string name, TrafficCounterShape shape, std::uint64_t seed)
      : name_(std::move(name)), shape_(std::move(shape)), instance_(seed) {
    drive(instance_->last_bucket_i, shape_.buckets() - 1);
    drive(instance_->last_cycle_i, shape_.bucket - 1);
    std::vector<std::uint64_t> connected(static_cast<std::size_t>(shape_.offsets) / 64 + 1);
    for (const int offset : shape_.connected) add(connected, offset - 1, 1);
    drive_bits(instance_->connected_i, connected.data(), static_cast<int>(connected.size()));
    reset();
  }

  void reset() override {
    instance_->we_i = 0;
    instance_->tick_i = 0;
    instance_.reset();
    stored_.clear();
    injected_.clear();
    clock_ = {};
  }

  const TrafficCounterShape& shape() const override { return shape_; }

  /// Error: a value reads back as another one.
  void registers_written(const RegisterFile& file) override {
    int address = -1;
    for (const RegisterInfo& info : file.registers()) {
      if (info.sets.empty() || info.scope != RegisterScope::kSwitch) continue;
      ++address;  // as in netloom_regs_pkg
      if (info.name.rfind("UGAL_", 0) == 0) continue;
      const std::uint32_t value = file.value(info.name, 0);
      drive(instance_->addr_i, address);
      instance_->wdata_i = value;
      instance_->we_i = 1;
      instance_.clock();
      instance_->we_i = 0;
      instance_->eval();
      if (instance_->rdata_o != value) {
        throw Error("RTL block implementation '" + name_ + "': " + info.name + " reads back as " +
                    std::to_string(instance_->rdata_o) + " after " + std::to_string(value) +
                    " was written");
      }
    }
  }

  void stored(int offset, Cycle now) override {
    finish(now);
    stored_.push_back(offset);
  }
  void injected(int offset, Cycle now) override {
    finish(now);
    injected_.push_back(offset);
  }

  TrafficReading read(int offset, Cycle now) override {
    ask(offset, now);
    TrafficReading reading;
    reading.level = static_cast<TrafficLevel>(instance_->level_o);
    reading.first_local = instance_->first_local_o != 0;
    reading.second_local = instance_->second_local_o != 0;
    return reading;
  }

  std::uint32_t in_bucket(int offset, int bucket, Cycle now) override {
    drive(instance_->bucket_i, bucket);
    ask(offset, now);
    return static_cast<std::uint32_t>(instance_->bucket_packets_o);
  }
  std::uint32_t injected_packets(int offset, Cycle now) override {
    ask(offset, now);
    return static_cast<std::uint32_t>(instance_->injected_packets_o);
  }
  std::uint32_t stored_packets(int offset, Cycle now) override {
    ask(offset, now);
    return static_cast<std::uint32_t>(instance_->stored_packets_o);
  }
  std::uint32_t extended(int offset, Cycle now) override {
    ask(offset, now);
    return static_cast<std::uint32_t>(instance_->extended_o);
  }
  std::uint32_t remote(int k, Cycle now) override {
    drive(instance_->remote_i, k > 0 ? k - 1 : shape_.remote_each() - k - 1);
    ask(1, now);
    return static_cast<std::uint32_t>(instance_->remote_o);
  }

 private:
  static constexpr int kOffsets = 2 * kGlobalLinks * kGlobalLinks;
  static constexpr int kOffsetBits = index_bits(kOffsets + 1);
  static constexpr int kAddressBits = 4;  // LiaSwitchAddrWidth

  static void add(std::vector<std::uint64_t>& words, int bit, std::uint64_t value) {
    const auto place = static_cast<std::size_t>(bit);
    words[place / 64] |= value << place % 64;
    if (place % 64 != 0 && place / 64 + 1 < words.size()) {
      words[place / 64 + 1] |= value >> (64 - place % 64);
    }
  }

  /// Packets of one sort in this cycle, one at each of the first ports.
  template <class Valid, class Offsets>
  void present(const std::vector<int>& packets, Valid& valid, Offsets& offsets) {
    if (packets.size() > static_cast<std::size_t>(kGlobalLinks)) {
      throw Error("RTL block implementation '" + name_ + "': " + std::to_string(packets.size()) +
                  " packets in one cycle at the injection ports of a switch; allowed: up to " +
                  std::to_string(kGlobalLinks));
    }
    std::vector<std::uint64_t> words(kGlobalLinks * kOffsetBits / 64 + 2);
    for (int i = 0; i < kGlobalLinks; ++i) {
      const auto place = static_cast<std::size_t>(i);
      const int offset = place < packets.size()
                             ? packets[place]
                             : static_cast<int>(instance_.random().below(kOffsets + 1));
      add(words, i * kOffsetBits, static_cast<std::uint64_t>(offset));
    }
    drive(valid, (std::uint64_t{1} << packets.size()) - 1);
    drive_bits(offsets, words.data(), static_cast<int>(words.size()));
  }

  /// Clocks the cycles before `cycle`.
  void finish(Cycle cycle) {
    clock_.advance(cycle, [this] {
      present(stored_, instance_->stored_i, instance_->stored_offsets_i);
      present(injected_, instance_->injected_i, instance_->injected_offsets_i);
      stored_.clear();
      injected_.clear();
      instance_.disturb(instance_->addr_i, kAddressBits);
      instance_.disturb(instance_->wdata_i, 32);
      instance_->tick_i = 1;
      instance_.clock();
      instance_->tick_i = 0;
    });
  }

  void ask(int offset, Cycle now) {
    finish(now + 1);
    drive(instance_->offset_i, offset);
    instance_->eval();
  }

  std::string name_;
  TrafficCounterShape shape_;
  VerilatedInstance<Model> instance_;
  SwitchClock clock_;
  std::vector<int> stored_, injected_;
};

/// The block `lia_counters`: rtl/lia_counters.sv, or what has its ports. Sizes are the global links
/// h of a switch in the canonical dragonfly.
template <class... Sizes>
RtlBlockEntry lia_counters_block(const std::string& name, const std::string& top) {
  constexpr int kMostBuckets = 200;
  constexpr int kMostCycles = 256;
  RtlBlockEntry entry;
  entry.fits = "routing.function lia in dragonflies with 2 h h + 1 groups, h one of" +
               ((" " + std::to_string(Sizes::kSize)) + ...) + ", windows of up to " +
               std::to_string(kMostBuckets) + " buckets of up to " + std::to_string(kMostCycles) +
               " cycles, and up to h hosts at each switch";
  const auto implements = [](const TrafficCounters& reference, int ports) {
    const TrafficCounterShape& shape = reference.shape();
    const bool size = ((shape.global_links == Sizes::kSize) || ...);
    return size && shape.extended && shape.offsets == 2 * shape.global_links * shape.global_links &&
           ports <= shape.global_links && shape.buckets() <= kMostBuckets &&
           shape.bucket <= kMostCycles;
  };
  const auto make = [name](const TrafficCounters& reference, int /*ports*/, std::uint64_t seed) {
    const TrafficCounterShape& shape = reference.shape();
    return make_of_size<TrafficCounters, Sizes...>(shape.global_links, 0, [&](auto size) {
      using Size = decltype(size);
      return std::make_unique<LiaCountersAdapter<typename Size::Model, Size::kSize>>(name, shape,
                                                                                     seed);
    });
  };
  entry.stands_for<TrafficCounters, TrafficCounters>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    const SwitchShape& shape = request.shape;
    const int buckets = shape.bucket == 0 ? 1 : shape.window / shape.bucket;
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {{"GlobalLinks", shape.global_links},
                          {"Offsets", shape.offsets},
                          {"InjectionPorts", shape.injection_ports},
                          {"Buckets", buckets},
                          {"BucketCycles", shape.bucket},
                          {"QueuePhits", shape.vcs * shape.input_buffer}};
    circuit.registers = {"LOAD_LOW",       "LOAD_HIGH",        "INJECTED_WEIGHT",
                         "STORED_WEIGHT",  "GLOBAL_LIMIT",     "SATURATED_LINKS",
                         "REMOTE_LIMIT",   "WINDOW_BUCKET",    "INJECTED_PACKETS",
                         "STORED_PACKETS", "EXTENDED_COUNTER", "REMOTE_COUNTER"};
    circuit.more_flip_flops = bits_for(static_cast<std::uint64_t>(buckets)) +
                              bits_for(static_cast<std::uint64_t>(shape.bucket)) + 1;
    circuit.more_meaning = "place in the window";
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
