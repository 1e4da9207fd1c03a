#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/kernel/ranks.h"
#include "hw/network/switch_hooks.h"
#include "routing/base/visible.h"
#include "sim/base/json.h"
#include "sim/config/config.h"
#include "sim/explain/packet_choice.h"
#include "sim/wave/wave_request.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE hw {
class SwitchObserver;
}
inline namespace NETLOOM_VISIBLE sim {

class Trace;

/// One point of a run: a load and a seed.
struct PointRequest {
  std::optional<double> load;  ///< phits/(node·cycle); none for closed workloads
  std::uint64_t seed = 1;
  bool details = false;  ///< also values per node, per switch, and per link and VC
  /// Closed workloads, too, end with the measured interval, complete or not.
  bool cut = false;
  /// A named packet: the point's `explanation` says how it went. Another choice: the point's
  /// `packet` is the name of the packet that was chosen, null if there is none. No other result
  /// depends on it.
  std::optional<PacketChoice> explain = {};
  /// Waveforms; the point's `waves` says which, or in its `error` why there are none. Not together
  /// with a named packet. No other result depends on it.
  std::optional<WaveRequest> waves = {};

  /// Is told what happens in every switch that this process has; null: nobody is. Not together with
  /// a named packet or waveforms. No other result depends on it.
  SwitchObserver* observer = nullptr;

  /// Makes the switches of the RTL view; empty: they are Verilated (rtl_view_hook()).
  RtlViewHook rtl_view = {};

  /// The processes that simulate the point together: all of them get its result, and the first one
  /// writes waveforms.
  Ranks* ranks = &no_other_ranks();

  /// Whether switches are observed.
  bool observes() const {
    return waves || observer != nullptr ||
           (explain && (explain->kind == PacketChoice::Kind::kNamed ||
                        explain->kind == PacketChoice::Kind::kLost));
  }
};

/// The points that a configuration asks for: every load with every seed.
std::vector<PointRequest> points_of(const Config& config, bool details);

/// What a point costs, relative to others: the larger its network is, the longer it runs, and the
/// more packets there are beside what every cycle takes.
double work_of(const Config& config, const PointRequest& request);

/// Simulates one point in this process, which can do so once. The result is the point's object of
/// the result contract; docs/reference/result_files.md explains every key. What goes wrong during
/// the run (a deadlock, packets that are lost, a comparison with RTL that fails, …) is in
/// `failure`: an object {kind, message}, else null. `told`, if there is one, is told from time to
/// time which share of its cycles has been simulated, where a run does not end by itself.
Json simulate_point(const Config& config, const PointRequest& request,
                    std::shared_ptr<const Trace> trace,
                    const std::function<void(double share)>& told = {});

/// The result of a point that could not be simulated to its end.
Json failed_point(const PointRequest& request, const std::string& kind, const std::string& message);

/// Whether a point is as it should be.
bool succeeded(const Json& point);

/// Whether a point has settled, and is as precise, as its configuration asks for, if it does.
bool is_as_precise_as_asked(const Json& point);

/// Whether it is not, and not because it has shown that the network does not stand the load, which
/// is a result.
bool falls_short_of_precision(const Json& point);

/// Whether a point failed by a mistake in Netloom, or in what stands in for a part of it, and not
/// in what a user has written. What a report of it has to have is in defect_text().
bool shows_defect(const Json& point);

/// Whether runs are copies of one run: several, of different seeds, whose results are all the same
/// to the last digit (`performance` is none). Then nothing in them was drawn, and more of them say
/// no more than one: they are no sample.
bool are_copies(const std::vector<const Json*>& points);

/// Whether any of the points of a load, which is saturated then, is one that accepts less than is
/// offered.
bool any_saturated(const std::vector<const Json*>& points);

/// Processor time that a point says it took; nothing: it ended without saying it, or was stored
/// when points did not.
std::optional<double> processor_seconds_of(const Json& point);

/// One line about a point that failed: "load 0.3, seed 1: deadlock: …".
std::string failure_text(const Json& point);

}  // namespace sim
}  // namespace netloom
