#pragma once

#include <optional>
#include <string>
#include <vector>

#include "routing/base/types.h"
#include "routing/base/visible.h"
#include "sim/config/config.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Cycles before a difference that waveforms of it show.
inline constexpr Cycle kWaveCyclesBefore = 200;

/// Waveforms of a run: which switches, which cycles, where to.
struct WaveRequest {
  std::string path;                ///< of the VCD; the save file for GTKWave is beside it
  std::vector<SwitchId> switches;  ///< in increasing order
  Cycle from = 0;                  ///< first cycle
  std::optional<Cycle> to;         ///< first cycle that is not written; none: the end of the run
  std::optional<Cycle> last;       ///< in place of both: so many cycles, up to the end of the run
};

/// Path of the GTKWave save file: in place of ".vcd", or behind the name.
std::string save_file_of(const std::string& path);

/// Reads the options of the command line. `switches`: names or numbers with commas between, empty
/// for all. Error: an unknown switch, too many of them, no cycles, or cycles beyond the end of a
/// run whose length is known; says what is allowed.
WaveRequest make_wave_request(const Config& config, const std::string& path,
                              const std::string& switches, std::optional<Cycle> from,
                              std::optional<Cycle> to, std::optional<Cycle> last);

}  // namespace sim
}  // namespace netloom
