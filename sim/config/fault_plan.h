#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/config/config.h"
#include "routing/decision/routing_function.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace sim {

/// A fault of one run.
struct RunFault {
  Cycle cycle = 0;  ///< 0 = before the start
  FailedPart part = FailedPart::kLink;
  std::string name;        ///< of the part: "s18.p1", "s18"
  std::vector<int> links;  ///< that fail with it
};

/// The first cycle in which something of it fails while the network runs; none: all of it fails
/// before the start.
std::optional<Cycle> fails_later(const FaultConfig& fault);

/// What judges the faults of a configuration whose routing function tolerates any.
std::unique_ptr<FaultTolerance> fault_tolerance(const Config& config);

/// What fails in the run with this seed, in the order of the configuration; parts that are drawn
/// are other ones with each seed. The numbers of LinkFault are places in this list.
/// Error: no parts can be found that are tolerated.
std::vector<RunFault> faults_of_run(const Config& config, std::uint64_t seed);

/// The same link by link.
std::vector<LinkFault> link_faults(const std::vector<RunFault>& faults);

}  // namespace sim
}  // namespace netloom
