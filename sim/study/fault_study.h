#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "routing/netlist/failed_parts.h"
#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/statistics/confidence.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Most combinations that are judged one by one.
inline constexpr std::uint64_t kMostCombinations = 10000000000;

/// What `netloom faults` is asked.
struct FaultStudyOptions {
  FailedPart part = FailedPart::kLink;
  std::uint32_t count = 1;               ///< parts that fail at the same time, beside the
                                         ///< configuration's own faults
  std::optional<std::uint64_t> samples;  ///< none: all combinations
  std::uint64_t seed = 1;                ///< of the sample; it does not depend on `jobs`
  int jobs = 1;                          ///< processes
  bool progress = false;                 ///< on standard error
};

/// Which combinations of faults FT2EI's static model tolerates; see FaultJudge.
struct FaultStudy {
  std::uint32_t parts = 0;             ///< that can fail
  std::uint64_t all_combinations = 0;  ///< 2^64-1: that many or more
  std::uint64_t combinations = 0;      ///< judged
  bool exhaustive = false;             ///< these are all
  std::uint64_t not_tolerated = 0;     ///< of those judged
  std::uint64_t disconnected = 0;      ///< of these: no routing could help
  Interval95 confidence;               ///< of the share that is not tolerated
  Estimate victims;                    ///< per combination; interval for samples only
  std::vector<std::string> example;    ///< the first that is not tolerated, by names of parts

  double share() const {
    return static_cast<double>(not_tolerated) / static_cast<double>(combinations);
  }
};

/// Judges the combinations of faults in the network of a configuration. Error: its routing function
/// is not ft2ei; more faults than parts; more than kMostCombinations.
FaultStudy study_faults(const Config& config, const FaultStudyOptions& options);

/// {"combinations", "exhaustive", "not_tolerated", "share", "confidence95", "victims_mean",
/// "example"} and more.
Json fault_study_json(const Config& config, const FaultStudyOptions& options,
                      const FaultStudy& study);

std::string fault_study_text(const Config& config, const FaultStudyOptions& options,
                             const FaultStudy& study);

}  // namespace sim
}  // namespace netloom
