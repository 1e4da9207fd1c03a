#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "routing/registers/register_table.h"
#include "sim/base/json.h"
#include "sim/report/chart.h"

namespace netloom {
inline namespace sim {

/// Most exclusion intervals of a port that are asked about.
inline constexpr int kMostExclusionIntervals = 16;

struct MemoryScalingOptions {
  std::string set = "ft2ei";        ///< one of memory_scaling_sets()
  int k = 32;                       ///< arity, 2 … kMaxPorts / 2
  int exclusion_intervals = 2;      ///< n_ei of ft2ei, 1 … kMostExclusionIntervals
  std::uint32_t largest = 1048576;  ///< nodes, up to kMaxHosts and at least the smallest
  std::string leave_out;            ///< name of a register of the set that is not counted
};

/// The register sets whose memory grows with the network: those that name destinations, DAVC, which
/// compares the ids of switches, and LIA, which counts packets to each group.
std::vector<std::string> memory_scaling_sets();

/// Memory of routing in one switch of 2k ports, k of them up ports.
struct MemoryPoint {
  std::uint32_t nodes = 0;
  bool whole_tree = false;    ///< nodes = k^n
  std::uint64_t counted = 0;  ///< bits of registers and counters, from the register table
  std::uint64_t formula = 0;  ///< bits by the formula of [Fat-Trees 2010]; 0: it has none
  std::string difference;     ///< why they differ; empty: they do not
  std::uint64_t table = 0;    ///< bits of a forwarding table for the same routing
};

/// Memory of routing per switch against the size of the network.
struct MemoryScaling {
  MemoryScalingOptions options;
  bool adaptive = false;  ///< the table has k ports for each node, else one
  std::vector<MemoryPoint> points;
  bool explained = true;  ///< every difference is

  std::string title;        ///< what has the registers: "FT2EI, 2 exclusion intervals"
  std::string table_title;  ///< "forwarding table, adaptive"
};

/// Counts the registers of a switch in networks of k … largest nodes, in powers of two: Figures
/// 3.24 (ft2ei) and 4.25 (fir) of [Fat-Trees 2010], with the defaults of the options. Adaptive
/// routing (interval, ft2ei) is set against adaptive tables, the others against deterministic ones.
/// Registers of DAVC, which stand in no table's place, are counted for as many switches as nodes,
/// the most that there can be. LIA's registers and counters, which stand in no table's place
/// either, are those of dragonflies with h = k / 2 (and a port less), with all groups and every
/// number of global links between two groups that divides h. Error: an option is out of range, or
/// an odd k with LIA. Source: [Fat-Trees 2010], sections 3.4.5 and 4.3.5.
MemoryScaling memory_scaling(const MemoryScalingOptions& options);

/// Both curves over the nodes, on logarithmic axes.
Chart memory_chart(const MemoryScaling& scaling);
/// Several of them: a chart for each k, with the same curves (sets, and the tables to set them
/// against) in all. The scalings are the same sets, in the same order, for each k.
std::vector<Chart> memory_charts(const std::vector<MemoryScaling>& scalings);
/// What such a picture shows, in words.
std::string memory_title(const std::vector<MemoryScaling>& scalings);
/// {"registers", "k", "exclusion_intervals", "table", "points"}.
Json memory_json(const MemoryScaling& scaling);
/// nodes,whole_tree,register_bits,formula_bits,table_bits with a header.
std::string memory_csv(const MemoryScaling& scaling);
/// The same for several, with the columns registers and k before these.
std::string memory_csv(const std::vector<MemoryScaling>& scalings);
/// A table for people, and what it says.
std::string memory_text(const MemoryScaling& scaling);

}  // namespace sim
}  // namespace netloom
