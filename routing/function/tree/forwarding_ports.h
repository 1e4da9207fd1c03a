#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "routing/base/types.h"
#include "routing/decision/port_matcher.h"
#include "routing/registers/register_file.h"

namespace netloom {
inline namespace routing {

/// Deterministic routing by the forwarding table of one switch: the output port for every
/// destination. Where the way up depends on the source there is a second table, the output port for
/// every source, and the first one says only by which port to go down, or that the packet goes up.
///
/// The tables are part of the model, not registers of the switch.
class ForwardingPorts final : public PortMatcher {
 public:
  /// One table: [destination].
  explicit ForwardingPorts(std::vector<std::uint8_t> by_destination)
      : by_destination_(std::move(by_destination)), first_up_(kMaxPorts) {}

  /// Two: entries from `first_up` on in the table of destinations stand for "up", to the port that
  /// the table of sources says.
  ForwardingPorts(std::vector<std::uint8_t> by_destination, std::vector<std::uint8_t> by_source,
                  int first_up)
      : by_destination_(std::move(by_destination)),
        by_source_(std::move(by_source)),
        first_up_(static_cast<std::size_t>(first_up)) {}

  void registers_written(const RegisterFile& /*file*/) override {}

  void match(const RouteQuery& query, std::uint64_t* ports) override {
    std::size_t port = by_destination_[query.destination];
    if (port >= first_up_) port = by_source_[query.source];
    ports[port >> 6] |= std::uint64_t{1} << (port & 63);
  }

  void explain(const RouteQuery& query, const RegisterFile& /*registers*/,
               Explanation& explanation) const override {
    const std::size_t port = by_destination_[query.destination];
    const bool up = port >= first_up_;
    explanation.ports[up ? by_source_[query.source] : static_cast<int>(port)] =
        "entry of " +
        (up ? "source " + std::to_string(query.source)
            : "destination " + std::to_string(query.destination)) +
        " in the forwarding table";
  }

 private:
  std::vector<std::uint8_t> by_destination_;
  std::vector<std::uint8_t> by_source_;
  std::size_t first_up_;
};

static_assert(kMaxPorts <= 256, "an entry is a byte");

}  // namespace routing
}  // namespace netloom
