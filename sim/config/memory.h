#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw/kernel/ranks.h"
#include "routing/netlist/topology.h"
#include "sim/config/config.h"
#include "sim/traffic/traffic_bounds.h"

namespace netloom {
inline namespace sim {

/// Bytes that a run may take: RunConfig::memory_limit, or what the machine has, with its swap, and
/// what control group and resource limits leave of it.
std::uint64_t memory_limit(const std::optional<std::uint64_t>& limit);

/// Bytes of a network of this size, written down.
std::uint64_t netlist_bytes(const NetworkSize& size);

/// Bytes of the tables of the configuration's routing function; 0 if it has none.
std::uint64_t table_bytes(const Config& config);

/// For messages: rounded up; what is allowed, "up to 64 MiB".
std::uint64_t mebibytes(std::uint64_t bytes);
std::string memory_limit_text(const std::optional<std::uint64_t>& limit);

/// Error, with the estimate: a network of this size, written down, would take more than the limit.
void require_memory_for(const NetworkSize& size, const std::optional<std::uint64_t>& limit);

/// Error, with the estimate: the tables of the configuration's routing function would take more
/// than the limit.
void require_memory_for_tables(const Config& config);

/// Bytes that a run of the configuration takes at least, see hw/network/memory_estimate.h: network,
/// netlist, the tables of the routing function, the messages of a trace, and what is queued to be
/// sent. `bounds`: what is
/// known of the traffic beyond the configuration.
std::uint64_t memory_of_run(const Config& config, const TrafficBounds& bounds = {});

/// Error, with the estimate and its parts, beginning with Config::memory_place: memory_of_run() is
/// more than the limit. Of several ranks each has its share of the network and of what is queued,
/// and those on one machine share what the machine has.
void require_memory(const Config& config, const TrafficBounds& bounds = {},
                    const Ranks& ranks = no_other_ranks());

}  // namespace sim
}  // namespace netloom
