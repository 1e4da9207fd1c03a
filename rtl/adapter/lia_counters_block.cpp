#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "routing/base/bits.h"
#include "routing/base/error.h"
#include "routing/decision/traffic_counters.h"
#include "routing/registers/register_file.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/adapter/write_port.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Groups but the own in a canonical dragonfly with h global links of a switch.
int offsets_of(int global_links) {
  return 2 * global_links * global_links;
}

/// Flip-flops of a limit of 16 bits times `unit`, as numbers of `width` bits are compared with it,
/// beside those of the limit. Where the product may need more bits, it is then all ones, and the
/// low bits that are always alike are one. Otherwise they are 0, and those above them the low bits
/// of the limit itself, as far as the odd part of the unit is 1.
int limit_bits(int width, std::uint64_t unit) {
  const int product = bits_for(unit * 0xffff + 1);
  const int zeros = __builtin_ctzll(unit);
  return width < product ? width - zeros + 1
                         : product - zeros - __builtin_ctzll((unit >> zeros) - 1);
}

/// Bits of counters of rtl/lia_counters.sv.
struct LiaWidths {
  int extended;  ///< EXTENDED_COUNTER
  int remote;    ///< REMOTE_COUNTER
  int sums;      ///< behind one of the latter: weighted packets, injected and stored
  int parts;     ///< their products with the weights of 7 bits

  /// The window is in cycles.
  LiaWidths(const SwitchShape& shape, int window) {
    const auto packets = [&](int of_a_port) {
      return static_cast<std::uint64_t>(shape.injection_ports) *
             static_cast<std::uint64_t>(of_a_port);
    };
    const auto links = static_cast<std::uint64_t>(shape.global_links);
    const int queue = shape.vcs * shape.input_buffer;
    extended = bits_for(100 * packets(window + queue) + 1);
    remote = extended + bits_for(links * links);
    sums = bits_for(links * packets(window) + 1) + bits_for(links * packets(queue) + 1);
    parts = sums + 2 * 7;
  }
};

/// Makes a Verilated rtl/lia_counters.sv TrafficCounters. A cycle is counted when something is
/// asked or the next cycle has something to count. At an edge, inputs that do not count are random.
class LiaCountersAdapter final : public TrafficCounters, public ClockedBlocks {
 public:
  LiaCountersAdapter(const SharedBlock& block, const netloom_module& module,
                     TrafficCounterShape shape, std::uint64_t seed)
      : global_links_(module.size),
        offset_bits_(index_bits(offsets_of(module.size) + 1)),
        shape_(std::move(shape)),
        instance_(block, module, seed),
        stored_valid_(instance_.input("stored_i", module.size)),
        stored_offsets_(instance_.input("stored_offsets_i", module.size * offset_bits_)),
        injected_valid_(instance_.input("injected_i", module.size)),
        injected_offsets_(instance_.input("injected_offsets_i", module.size * offset_bits_)),
        offset_(instance_.input("offset_i", offset_bits_)) {
    instance_.input("last_bucket_i", 0).drive(shape_.buckets() - 1);
    instance_.input("last_cycle_i", 0).drive(shape_.bucket - 1);
    std::vector<std::uint64_t> connected(static_cast<std::size_t>(shape_.offsets) / 64 + 1);
    for (const int offset : shape_.connected) add(connected, offset - 1, 1);
    instance_.input("connected_i", offsets_of(module.size))
        .drive_bits(connected.data(), static_cast<int>(connected.size()));
    reset();
  }

  void reset() override {
    port_.idle();
    tick_.drive(0);
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
      port_.write(address, file.value(info.name, 0), [&] { return info.name; });
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
    reading.level = static_cast<TrafficLevel>(level_.value());
    reading.first_local = first_local_.value() != 0;
    reading.second_local = second_local_.value() != 0;
    return reading;
  }

  std::uint32_t in_bucket(int offset, int bucket, Cycle now) override {
    bucket_.drive(bucket);
    return counter(bucket_packets_, offset, now);
  }
  std::uint32_t injected_packets(int offset, Cycle now) override {
    return counter(injected_packets_, offset, now);
  }
  std::uint32_t stored_packets(int offset, Cycle now) override {
    return counter(stored_packets_, offset, now);
  }
  std::uint32_t extended(int offset, Cycle now) override { return counter(extended_, offset, now); }
  std::uint32_t remote(int k, Cycle now) override {
    remote_index_.drive(k > 0 ? k - 1 : shape_.remote_each() - k - 1);
    return counter(remote_, 1, now);
  }

 private:
  static constexpr int kAddressBits = 4;  // LiaSwitchAddrWidth

  static void add(std::vector<std::uint64_t>& words, int bit, std::uint64_t value) {
    const auto place = static_cast<std::size_t>(bit);
    words[place / 64] |= value << place % 64;
    if (place % 64 != 0 && place / 64 + 1 < words.size()) {
      words[place / 64 + 1] |= value >> (64 - place % 64);
    }
  }

  /// Packets of one sort in this cycle, one at each of the first ports.
  void present(const std::vector<int>& packets, const Pin& valid, const Pin& offsets) {
    if (packets.size() > static_cast<std::size_t>(global_links_)) {
      throw Error(
          fmt::format("RTL block implementation '{}': {} packets in one cycle at the "
                      "injection ports of a switch; allowed: up to {}",
                      instance_.name(), packets.size(), global_links_));
    }
    std::vector<std::uint64_t> words(static_cast<std::size_t>(global_links_ * offset_bits_) / 64 +
                                     2);
    for (int i = 0; i < global_links_; ++i) {
      const auto place = static_cast<std::size_t>(i);
      const int offset = place < packets.size()
                             ? packets[place]
                             : static_cast<int>(instance_.random().below(
                                   static_cast<std::uint32_t>(offsets_of(global_links_)) + 1));
      add(words, i * offset_bits_, static_cast<std::uint64_t>(offset));
    }
    valid.drive((std::uint64_t{1} << packets.size()) - 1);
    offsets.drive_bits(words.data(), static_cast<int>(words.size()));
  }

  /// Clocks the cycles before `cycle`.
  void finish(Cycle cycle) {
    clock_.advance(cycle, [this] {
      present(stored_, stored_valid_, stored_offsets_);
      present(injected_, injected_valid_, injected_offsets_);
      stored_.clear();
      injected_.clear();
      port_.disturb();
      tick_.drive(1);
      instance_.clock();
      tick_.drive(0);
    });
  }

  void ask(int offset, Cycle now) {
    finish(now + 1);
    offset_.drive(offset);
    instance_.eval();
  }

  std::uint32_t counter(const Pin& output, int offset, Cycle now) {
    ask(offset, now);
    return static_cast<std::uint32_t>(output.value());
  }

  int global_links_;
  int offset_bits_;
  TrafficCounterShape shape_;
  Instance instance_;
  WritePort port_{instance_, kAddressBits};
  Pin tick_ = instance_.input("tick_i", 1);
  Pin stored_valid_, stored_offsets_, injected_valid_, injected_offsets_, offset_;
  Pin level_ = instance_.output("level_o", 2);
  Pin first_local_ = instance_.output("first_local_o", 1);
  Pin second_local_ = instance_.output("second_local_o", 1);
  Pin bucket_ = instance_.input("bucket_i", 0);
  Pin remote_index_ = instance_.input("remote_i", 0);
  Pin bucket_packets_ = instance_.output("bucket_packets_o", 0);
  Pin injected_packets_ = instance_.output("injected_packets_o", 0);
  Pin stored_packets_ = instance_.output("stored_packets_o", 0);
  Pin extended_ = instance_.output("extended_o", 0);
  Pin remote_ = instance_.output("remote_o", 0);
  std::vector<int> stored_, injected_;
  SwitchClock clock_;
};

/// The block `lia_counters`: rtl/lia_counters.sv, or what has its ports. Sizes are the global links
/// h of a switch in the canonical dragonfly.
RtlBlockEntry lia_counters_block(const SharedBlock& block) {
  constexpr int kMostBuckets = 200;
  constexpr int kMostCycles = 256;
  const std::vector<int> sizes = block->sizes();
  RtlBlockEntry entry;
  entry.fits = fmt::format(
      "routing.function lia in dragonflies with 2 h h + 1 groups, h one of {}, windows of up to {} "
      "buckets of up to {} cycles, and up to h hosts at each switch",
      fmt::join(sizes, " "), kMostBuckets, kMostCycles);
  entry.stands_for<TrafficCounters, TrafficCounters>(
      [sizes](const TrafficCounters& reference, int ports) {
        const TrafficCounterShape& shape = reference.shape();
        return std::find(sizes.begin(), sizes.end(), shape.global_links) != sizes.end() &&
               shape.extended && shape.offsets == offsets_of(shape.global_links) &&
               ports <= shape.global_links && shape.buckets() <= kMostBuckets &&
               shape.bucket <= kMostCycles;
      },
      [block](const TrafficCounters& reference, int /*ports*/, std::uint64_t seed) {
        const TrafficCounterShape& shape = reference.shape();
        return std::make_unique<LiaCountersAdapter>(block, block->of_size(shape.global_links),
                                                    shape, seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    const SwitchShape& shape = request.shape;
    const int buckets = shape.bucket == 0 ? 1 : shape.window / shape.bucket;
    RtlCircuit circuit{block->module(),
                       {{"GlobalLinks", shape.global_links},
                        {"Offsets", shape.offsets},
                        {"InjectionPorts", shape.injection_ports},
                        {"Buckets", buckets},
                        {"BucketCycles", shape.bucket},
                        {"QueuePhits", shape.vcs * shape.input_buffer}}};
    circuit.registers = {"LOAD_LOW",       "LOAD_HIGH",        "INJECTED_WEIGHT",
                         "STORED_WEIGHT",  "GLOBAL_LIMIT",     "SATURATED_LINKS",
                         "REMOTE_LIMIT",   "WINDOW_BUCKET",    "INJECTED_PACKETS",
                         "STORED_PACKETS", "EXTENDED_COUNTER", "REMOTE_COUNTER"};
    const int bucket_bits =
        bits_for(static_cast<std::uint64_t>(shape.injection_ports * shape.bucket) + 1);
    const LiaWidths widths(shape, buckets * shape.bucket);
    circuit.more_flip_flops =
        bits_for(static_cast<std::uint64_t>(buckets)) +
        bits_for(static_cast<std::uint64_t>(shape.bucket)) + 1 + shape.offsets * bucket_bits +
        3 * limit_bits(widths.extended, 100) +
        limit_bits(widths.remote, 100 * static_cast<std::uint64_t>(shape.global_links)) +
        shape.remote_counters * (widths.sums + widths.parts - widths.remote);
    circuit.more_meaning =
        "place in the window, what is read of it for the next cycle, limits in hundredths of a "
        "packet, sums over groups, and REMOTE_COUNTER in two parts";
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kLiaCountersBlock("lia_counters", {lia_counters_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
