#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "sim/config/schema.h"

/// The sections of a configuration. Each has a file of its own, NAME_section.cpp, where its keys
/// stand (meaning, type, limits, default) with what is read from them and the checks that need more
/// than one of them. A key is added there and nowhere else.
///
/// Every read_…() takes values that the schema has checked, and writes them into Reader::config();
/// its Errors come from Reader::fail(). They are called in the order of read_config() in
/// config.cpp.
namespace netloom {
inline namespace sim {

class Reader;
struct Config;

// network_section.cpp

KeySchema network_section();
/// What is written in the section, checked as far as it can be before link kinds are known.
nlohmann::json network_values(const Reader& reader);
/// The netlist. `network`: those values, which are completed.
void read_network(Reader& reader, nlohmann::json& network);

// switch_section.cpp

KeySchema switch_section();
/// After the sizes of packets.
void read_switch(Reader& reader);
/// Chien's model of the routing delay, if it is that; after the routing function is known.
void read_routing_delay(Reader& reader);

// parts_section.cpp: `switch.parts`

KeySchema parts_keys();
void read_parts(Reader& reader);
/// After the views.
void check_parts(Reader& reader);

// routing_section.cpp

KeySchema routing_section();
/// Writes the routing function into the document where it was left out.
void set_routing_function(Reader& reader);
/// The VCs, on which other sections depend.
void read_vcs(Reader& reader);
/// Anything else.
void read_routing(Reader& reader);

// traffic_section.cpp

inline constexpr std::uint64_t kMostMessagePhits = 1 << 24;

KeySchema traffic_section();
/// Writes into the document what was left out: the section, where that is allowed, and the names of
/// patterns.
void set_traffic(Reader& reader);
/// Sizes of packets, on which other sections depend.
void read_packet_sizes(Reader& reader);
/// Anything else; after all other sections.
void read_traffic(Reader& reader);

// pattern_section.cpp: `traffic` with a synthetic pattern, a mixture, or phases

void add_pattern_keys(MapSchema& traffic);
/// Writes the names of patterns into the document where they were left out.
void set_patterns(Reader& reader);
void read_patterns(Reader& reader, nlohmann::json& traffic);

// trace_section.cpp: `traffic` with a trace

std::vector<KeySchema> trace_keys();
void read_trace(Reader& reader, nlohmann::json& traffic);

// application_section.cpp

/// The key `traffic.application`.
KeySchema application_key();
void read_application(Reader& reader, nlohmann::json& section);

// nic_section.cpp

KeySchema nic_section();
/// After sizes of packets and VCs.
void read_nic(Reader& reader);

// simulation_section.cpp

KeySchema simulation_section();
/// Before anything that takes much: from the document, because nothing has been checked yet.
void read_memory_limit(Reader& reader);
void read_simulation(Reader& reader);
/// Error: a counter to be read that no switch has; after the routing function is known.
void check_counters(Reader& reader);
/// After routing and RTL, on which the default depends.
void read_hop_factor(Reader& reader);
/// Error: a run that is too long, or has too many intervals; a quantum that is too long. After all
/// other sections.
void check_run_length(const Reader& reader);
void check_quantum(Reader& reader);
/// After the netlist is known.
void read_regions(Reader& reader);

// faults_section.cpp

KeySchema faults_section();
KeySchema fault_handling_section();
void read_faults(Reader& reader);
/// What fails in the first run. Error: nothing may fail with this routing; after that section.
void check_faults(Reader& reader);
void read_fault_handling(Reader& reader);

// views_section.cpp

KeySchema views_section();
/// After the network.
void read_views(Reader& reader);
/// Whether the views do what the rest asks for; after the faults.
void check_views(const Reader& reader);

// rtl_section.cpp

KeySchema rtl_section();
/// After the routing function is known.
void read_rtl(Reader& reader);

// tlm_section.cpp

KeySchema tlm_section();
/// After sizes of packets.
void read_tlm(Reader& reader);
/// Whether hosts take a limited number of requests (tlm.requests): of the checked sections.
bool limits_requests(const Config& config);

// cost_section.cpp

KeySchema cost_section();
void read_cost(Reader& reader);

}  // namespace sim
}  // namespace netloom
