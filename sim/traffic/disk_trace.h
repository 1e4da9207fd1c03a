#pragma once

#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "sim/traffic/trace_message.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Traffic between processing nodes and disks as bursts of reads and writes, in the place of the
/// traces of the HP cello system, which are not public. Source: [Fat-Trees 2010], sections 4.3.2
/// and 5.4.3: 23 disks at random leaves, requests of the nodes and answers of the disks, bursty
/// until near the end, whose last part is "several small packets very spaced on time".
///
/// A read is a command from node to disk and, after the disk's service time, the data; a write is
/// the data and, after the service time, an acknowledgement of a command's size. Disks serve
/// requests side by side (command queueing). As in the traces of [Fat-Trees 2010], answers do not
/// wait for their requests to arrive: every message has its cycle.
struct DiskTraceParameters {
  std::uint64_t disks = 23;
  Cycle duration = 4000000;        ///< in which requests begin
  double tail = 0.1;               ///< share of the duration, at its end, without bursts
  Cycle tail_gap = 20000;          ///< mean, between the requests of the tail
  Cycle burst = 150000;            ///< mean length; spread evenly from 0.5 to 1.5 times that
  Cycle idle = 600000;             ///< mean, between bursts; spread likewise
  Cycle request_gap = 50;          ///< mean, between the requests of a burst, of all its nodes
  std::uint64_t burst_nodes = 64;  ///< that take part in a burst, drawn anew for each
  std::uint64_t burst_disks = 23;  ///< likewise, popular ones more often
  double skew = 0.9;               ///< Zipf exponent of the popularity of disks and, in a burst,
                                   ///< of nodes; 0 = all alike
  double locality = 0;             ///< share of a node's requests in a burst that go to one disk,
                                   ///< drawn for node and burst like the others
  double reads = 0.4;              ///< share of the requests that read
  Cycle service = 2000;            ///< mean service time
  std::uint64_t command_bytes = 64;
  std::uint64_t block_bytes = 8192;
  double short_share = 0.2;       ///< of the data: less than a block, in sixteenths of one
  double long_share = 0.05;       ///< of the data: several blocks; the others are one block
  std::uint64_t long_blocks = 8;  ///< most blocks of one request
};

/// One number of DiskTraceParameters: from these come the configuration's keys, their checks and
/// their documentation.
struct DiskTraceField {
  const char* name;
  const char* meaning;
  const char* unit;
  double minimum;
  double maximum;
  std::variant<std::uint64_t DiskTraceParameters::*, double DiskTraceParameters::*> member;
};
const std::vector<DiskTraceField>& disk_trace_fields();

/// Intensities after the six traces of [Fat-Trees 2010], section 5.4.3: 4 is the relaxed one; in 5
/// and 6 the bursts are so close to each other that a network has hardly time to get over one
/// before the next.
inline constexpr int kDiskTracePresets = 6;
DiskTraceParameters disk_trace_preset(int preset);

/// The messages, in the order of their cycles. Every field is in its range, and there are fewer
/// disks than nodes. The same parameters and seed give the same messages. `told`, if there is one,
/// is told which share of the cycles has its messages.
std::vector<TraceMessage> make_disk_trace(const DiskTraceParameters& parameters, NodeId nodes,
                                          std::uint64_t seed,
                                          const std::function<void(double share)>& told = {});

}  // namespace sim
}  // namespace netloom
