#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>

#include "routing/function/table/table_route.h"
#include "rtl/adapter/block_sizes.h"
#include "rtl/adapter/switch_clock.h"
#include "rtl/adapter/write_port.h"
#include "rtl/block_registry.h"
#include "rtl/loadable/instance.h"

namespace netloom {
inline namespace rtl {
namespace {

/// Ports of what is Verilated for so many hosts.
int ports_of_size(int hosts) {
  return std::min(hosts, kMaxPorts);
}

/// Makes a Verilated rtl/table_route.sv a RouteDecision. The table is written by we_i, a word in a
/// clock cycle, before the first cycle of the network; in its cycles, addresses and data are
/// random. The decision is combinational.
class TableRouteAdapter final : public RouteDecision {
 public:
  /// Error: a word reads back as another one.
  TableRouteAdapter(const SharedBlock& block, const netloom_module& module, const TableRoute& table,
                    std::uint64_t seed)
      : port_words_((ports_of_size(module.size) + 31) / 32),
        word_bits_(index_bits(port_words_ + kVcWords)),
        instance_(block, module, seed),
        port_(instance_, index_bits(module.size) + word_bits_),
        destination_(instance_.input("destination_i", index_bits(module.size))),
        allowed_ports_(instance_.output("allowed_ports_o", ports_of_size(module.size))) {
    port_.idle();
    instance_.eval();  // the first one sees no edge
    for (NodeId host = 0; host < table.hosts(); ++host) {
      const Routed entry = table.entry(host);
      for (int word = 0; word < port_words_; ++word) {
        write(host, word, word_of(entry.ports[static_cast<std::size_t>(word / 2)], word));
      }
      for (int word = 0; word < kVcWords; ++word) {
        write(host, port_words_ + word, word_of(entry.vcs, word));
      }
    }
  }

  Routed route(const RouteQuery& head) override {
    clock_.advance(head.cycle, [this] {
      port_.disturb();
      instance_.clock();
    });
    destination_.drive(head.destination);
    instance_.eval();
    Routed result;
    allowed_ports_.add_bits(0, result.ports.data());
    result.vcs = vcs_.value();
    return result;
  }

 private:
  static constexpr int kVcWords = kMaxVcChoices / 32;

  static std::uint32_t word_of(std::uint64_t bits, int word) {
    return static_cast<std::uint32_t>(bits >> word % 2 * 32);
  }

  void write(NodeId host, int word, std::uint32_t value) {
    port_.write(static_cast<int>(host) << word_bits_ | word, value,
                [&] { return fmt::format("word {} of the entry for destination {}", word, host); });
  }

  int port_words_;
  int word_bits_;
  Instance instance_;
  WritePort port_;
  Pin destination_, allowed_ports_;
  Pin vcs_ = instance_.output("vcs_o", kMaxVcChoices);
  SwitchClock clock_;
};

/// A size has as many ports as hosts, or kMaxPorts.
int size_of(const TableRoute& table) {
  return std::max(static_cast<int>(table.hosts()), table.ports());
}

/// The block `table_route`: rtl/table_route.sv, or what has its ports. Sizes are hosts of the
/// network.
RtlBlockEntry table_route_block(const SharedBlock& block) {
  RtlBlockEntry entry;
  entry.fits = fmt::format(
      "routing.function ecmp, shortest_path or table, with up to {} hosts, and switches of up to "
      "{} ports",
      block->largest_size(), ports_of_size(block->largest_size()));
  entry.stands_for<RouteDecision, TableRoute>(
      [block](const TableRoute& table, int /*ports*/) {
        return size_of(table) <= block->largest_size();
      },
      [block](const TableRoute& table, int /*ports*/, std::uint64_t seed) {
        return std::make_unique<TableRouteAdapter>(block, block->of_size(size_of(table)), table,
                                                   seed);
      });
  entry.circuit = [block](const CircuitRequest& request) {
    // As flip-flops, which a memory is not.
    constexpr std::uint32_t kMostDestinations = 64;
    const auto destinations = static_cast<int>(std::min(request.shape.hosts, kMostDestinations));
    RtlCircuit circuit{block->module(),
                       {{"Destinations", destinations},
                        {"Ports", request.shape.ports},
                        {"Vcs", request.shape.vcs}}};
    circuit.more_flip_flops = destinations * (request.shape.ports + request.shape.vcs);
    circuit.more_meaning =
        fmt::format("table, an SRAM in a switch, of up to {} destinations", kMostDestinations);
    return circuit;
  };
  return entry;
}

const RtlDecisionRegistry::Registration kTableRouteBlock("table_route", {table_route_block});

}  // namespace
}  // namespace rtl
}  // namespace netloom
