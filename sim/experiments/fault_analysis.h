#pragma once

#include <vector>

#include "sim/base/json.h"
#include "sim/experiments/settings.h"

namespace netloom {
inline namespace sim {

/// Points of an experiment about which faults FT2EI's static model tolerates. Settings: k, n,
/// exclusion_intervals and, with `value`,
///
/// - combinations: samples, seed, part (link, cable, switch), count. A point for each count, or for
///   each of exclusion_intervals, whichever has several ("1-3,8"); it is the point's load. Points
///   have not_tolerated and disconnected (% of the combinations) and victims, of a sample with the
///   half-width of their 95 % confidence interval as `intervals.victims`.
/// - tolerated: samples, seed. One point with tolerated_faults, the most links that may fail in any
///   combination: in all or, if there are more, in so many samples; and in the worst case, in which
///   they are the up links of one switch.
/// - paths: stage (1 = the down links of that stage's switches). One point with paths, those
/// without
///   a fault, and lost_paths and lost_share (%), the mean over the links of the stage.
///
/// `jobs`: processes; no result depends on it. Error: an unknown setting, or a value that is not
/// allowed.
std::vector<Json> fault_points(Settings& settings, int jobs);

}  // namespace sim
}  // namespace netloom
