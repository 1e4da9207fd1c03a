#include "hw/network/memory_estimate.h"

#include <algorithm>
#include <cstddef>

#include "hw/config/network_sizes.h"
#include "hw/switch/core_width.h"
#include "hw/switch/switch.h"
#include "hw/switch/switch_core.h"

namespace netloom {
inline namespace hw {
namespace {

/// What SystemC keeps for a module with a method, beside the object itself.
constexpr std::uint64_t kModuleBytes = 1024;

/// As the arena hands it out.
std::uint64_t piece(std::uint64_t bytes) {
  return (bytes + 63) / 64 * 64;
}

std::uint64_t ring_bytes(std::int64_t flits) {
  return piece((std::uint64_t{1} << ring_bits(static_cast<int>(flits))) * sizeof(Flit));
}

/// What depends on how wide the core is.
struct CoreBytes {
  std::uint64_t bucket, timers, input, port, core;
};

template <int kBits>
CoreBytes core_bytes() {
  using Mask = ChannelMask<kBits>;
  return {sizeof(Bucket<Mask>), sizeof(Timers<Mask>), sizeof(InputChannel<Mask>),
          sizeof(PortLine<Mask>), sizeof(SwitchCore<kBits, kAllFeatures>)};
}

CoreBytes core_bytes(int width) {
  switch (width) {
    case 32:
      return core_bytes<32>();
    case 64:
      return core_bytes<64>();
    case 128:
      return core_bytes<128>();
    case 256:
      return core_bytes<256>();
    case 1024:
      return core_bytes<1024>();
    default:
      return core_bytes<4096>();
  }
}

}  // namespace

MemoryEstimate estimate_memory(const Netlist& netlist, const NetworkConfig& config, int quantum) {
  const SwitchConfig& switches = config.switches;
  const int shift = vc_shift_of(switches.vcs, config.nic.injection_vcs);
  const CoreBytes core = core_bytes(core_width(most_ports(netlist, config) << shift, shift));
  const CalendarSize calendar = calendar_size(netlist, config, quantum);
  const int smallest = flit_sizes(config).first;
  const auto flits_in = [smallest](int phits) { return std::max(1, phits / smallest); };
  const bool buffered = std::any_of(switches.output_buffer.begin(), switches.output_buffer.end(),
                                    [](int phits) { return phits > 0; });
  const auto hosts = static_cast<std::uint64_t>(netlist.hosts.size());

  MemoryEstimate sum;
  sum.calendars =
      netlist.switches.size() * (piece(calendar.length * core.bucket) +
                                 piece(calendar.timers * core.timers) + calendar.length / 8);
  const std::uint64_t of_channel =
      core.input + sizeof(OutputChannel) + (buffered ? sizeof(OutputBuffer) : 0);
  for (const SwitchInfo& info : netlist.switches) {
    const auto ports = static_cast<std::uint64_t>(info.ports + (config.floods() ? 1 : 0));
    sum.switches += sizeof(Switch) + kModuleBytes + core.core +
                    ports * (core.port + sizeof(PortShape)) + (ports << shift) * of_channel;
  }
  for (const Link& link : netlist.links) {
    const auto kind = static_cast<std::size_t>(link.kind);
    const bool from_host = link.from.type == Endpoint::Type::kHost;
    const auto vcs =
        static_cast<std::uint64_t>(from_host ? config.nic.injection_vcs : switches.vcs[kind]);
    if (link.to.type == Endpoint::Type::kHost) {
      sum.buffers += vcs * ring_bytes(std::int64_t{link.latency} + switches.crossbar_delay + 3);
    } else {
      sum.buffers += vcs * ring_bytes(flits_in(switches.input_buffer[kind]));
    }
    if (!from_host && switches.output_buffer[kind] > 0) {
      sum.buffers += vcs * ring_bytes(flits_in(switches.output_buffer[kind]));
    }
  }
  std::uint64_t of_pair = 0;
  if (config.nic.reorders()) of_pair += sizeof(std::uint32_t);
  if (config.nic.acknowledges()) of_pair += sizeof(std::uint16_t) + sizeof(std::uint32_t);
  sum.hosts = hosts * (sizeof(InjectionSide) + sizeof(EjectionSide) + hosts * of_pair);
  return sum;
}

}  // namespace hw
}  // namespace netloom
