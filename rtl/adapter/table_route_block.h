#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "routing/base/error.h"
#include "routing/function/table/table_route.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/adapter/verilated_instance.h"
#include "rtl/adapter/verilated_size.h"
#include "rtl/block_registry.h"

namespace netloom {
inline namespace rtl {

/// Ports of what is Verilated for so many hosts.
constexpr int table_route_ports(int hosts) {
  return std::min(hosts, kMaxPorts);
}

/// Makes a Verilated rtl/table_route.sv, with room for `kHosts` hosts, a RouteDecision. The table
/// is written by we_i, a word in a clock cycle, before the first cycle of the network; in its
/// cycles, addresses and data are random. The decision is combinational.
template <class Model, int kHosts>
class TableRouteAdapter final : public RouteDecision {
 public:
  /// `name` stands for the implementation in messages. Error: a word reads back as another one.
  TableRouteAdapter(const std::string& name, const TableRoute& table, std::uint64_t seed)
      : instance_(seed) {
    instance_->we_i = 0;
    instance_->eval();  // the first one sees no edge
    for (NodeId host = 0; host < table.hosts(); ++host) {
      const Routed entry = table.entry(host);
      for (int word = 0; word < kPortWords; ++word) {
        write(name, host, word, word_of(entry.ports[static_cast<std::size_t>(word / 2)], word));
      }
      for (int word = 0; word < kVcWords; ++word) {
        write(name, host, kPortWords + word, word_of(entry.vcs, word));
      }
    }
    instance_->we_i = 0;
  }

  Routed route(const RouteQuery& head) override {
    clock_.advance(head.cycle, [this] {
      instance_.disturb(instance_->addr_i, index_bits(kHosts) + kWordBits);
      instance_.disturb(instance_->wdata_i, 32);
      instance_.clock();
    });
    drive(instance_->destination_i, head.destination);
    instance_->eval();
    Routed result;
    add_bits(instance_->allowed_ports_o, 0, result.ports.data());
    result.vcs = instance_->vcs_o;
    return result;
  }

 private:
  static constexpr int kPortWords = (table_route_ports(kHosts) + 31) / 32;
  static constexpr int kVcWords = kMaxVcChoices / 32;
  static constexpr int kWordBits = index_bits(kPortWords + kVcWords);

  static std::uint32_t word_of(std::uint64_t bits, int word) {
    return static_cast<std::uint32_t>(bits >> word % 2 * 32);
  }

  void write(const std::string& name, NodeId host, int word, std::uint32_t value) {
    drive(instance_->addr_i, host << kWordBits | static_cast<std::uint32_t>(word));
    instance_->wdata_i = value;
    instance_->we_i = 1;
    instance_.clock();
    const std::uint32_t result = instance_->rdata_o;
    if (result == value) return;
    throw Error(
        fmt::format("RTL block implementation '{}': word {} of the entry for destination "
                    "{} reads back as {} after {} was written",
                    name, word, host, result, value));
  }

  VerilatedInstance<Model> instance_;
  SwitchClock clock_;
};

/// The block `table_route`: rtl/table_route.sv, or what has its ports. Sizes are hosts of the
/// network.
template <class... Sizes>
RtlBlockEntry table_route_block(const std::string& name, const std::string& top) {
  RtlBlockEntry entry;
  entry.fits = fmt::format(
      "routing.function ecmp, shortest_path or table, with up to {} hosts, and switches of up to "
      "{} ports",
      largest_size<Sizes...>(), table_route_ports(largest_size<Sizes...>()));
  // A size has as many ports as hosts, or kMaxPorts.
  const auto size_of = [](const TableRoute& table) {
    return std::max(static_cast<int>(table.hosts()), table.ports());
  };
  const auto implements = [size_of](const TableRoute& table, int /*ports*/) {
    return size_of(table) <= largest_size<Sizes...>();
  };
  const auto make = [name, size_of](const TableRoute& table, int /*ports*/, std::uint64_t seed) {
    return make_of_size<RouteDecision, Sizes...>(size_of(table), 0, [&](auto size) {
      using Size = decltype(size);
      return std::make_unique<TableRouteAdapter<typename Size::Model, Size::kSize>>(name, table,
                                                                                    seed);
    });
  };
  entry.stands_for<RouteDecision, TableRoute>(implements, make);
  entry.circuit = [top](const CircuitRequest& request) {
    // As flip-flops, which a memory is not.
    constexpr std::uint32_t kMostDestinations = 64;
    const auto destinations = static_cast<int>(std::min(request.shape.hosts, kMostDestinations));
    RtlCircuit circuit;
    circuit.module = top;
    circuit.parameters = {
        {"Destinations", destinations}, {"Ports", request.shape.ports}, {"Vcs", request.shape.vcs}};
    circuit.more_flip_flops = destinations * (request.shape.ports + request.shape.vcs);
    circuit.more_meaning =
        fmt::format("table, an SRAM in a switch, of up to {} destinations", kMostDestinations);
    return circuit;
  };
  return entry;
}

}  // namespace rtl
}  // namespace netloom
