#include "sim/statistics/steady_state.h"

#include <algorithm>
#include <optional>

namespace netloom {
inline namespace sim {
namespace {

SteadyState after(const WarmUp& warm_up, const std::vector<RatioSeries>& series) {
  SteadyState result;
  result.warm_up = warm_up;
  if (!warm_up.found()) return result;
  for (const RatioSeries& each : series) {
    const RatioSeries measured = each.part(warm_up.cut, each.size());
    result.trends.push_back(trend_of(measured));
    result.means.push_back(batch_means(measured));
  }
  return result;
}

}  // namespace

bool SteadyState::has_trend() const {
  return std::any_of(trends.begin(), trends.end(),
                     [](const Trend& each) { return each.significant(); });
}

bool SteadyState::stands() const {
  return warm_up.found() && !has_trend() &&
         std::all_of(means.begin(), means.end(),
                     [](const BatchMeans& each) { return each.valid(); });
}

LookResult SteadyState::look(double confidence) const {
  LookResult result;
  if (!warm_up.found()) return result;
  result.settled = !has_trend();
  double widest = 0;
  for (const BatchMeans& each : means) {
    const std::optional<double> half = each.relative_half_width(confidence);
    if (!half) return result;
    widest = std::max(widest, *half);
  }
  result.half_width = widest;
  return result;
}

SteadyState SteadyStateWatch::look(const std::vector<RatioSeries>& series) {
  std::optional<SteadyState> kept;
  if (cut_) kept = after(warm_up_of(*cut_, series.front().size()), series);
  if (kept && kept->stands()) return *kept;
  SteadyState found = after(find_warm_up(series), series);
  if (found.stands()) cut_ = found.warm_up.cut;
  // That no other end is found does not make this one wrong.
  if (kept && !kept->has_trend() && !found.warm_up.found()) return *kept;
  return found;
}

}  // namespace sim
}  // namespace netloom
