#include "sim/statistics/saturation_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "routing/base/error.h"

namespace netloom {
inline namespace sim {
namespace {

constexpr double kFinestResolution = 1e-6;
constexpr double kRounding = 1e-9;  ///< of the resolution
constexpr std::size_t kProbesOfEnds = 2;
constexpr std::size_t kGuesses = 3;  ///< before bisection has halved anything
// Probes may end undecided before the longest run is over, after shares of it: the first one near
// what seems to be saturation, which says where that is, and others.
constexpr double kFirstShare = 0.05;
constexpr double kUpperShare = 0.17;  // what falls short is decided sooner than what keeps up
constexpr double kLowerShare = 0.33;
constexpr std::size_t kShortProbes = 3;
// Of the resolution.
constexpr double kNear = 0.9;      ///< from where saturation seems to be, for the other end
constexpr double kUpperEnd = 0.6;  ///< where the upper end is looked for, above what is seen
// Of the error probability of the search, by the order of probes: the first two end early or are
// far from saturation, and the ends of the bracket are mostly among those that come next.
constexpr double kOfEachOfTwo = 0.05;
constexpr std::size_t kNextProbes = 4;
constexpr double kOfEachNext = 0.16;
constexpr double kOfAllOthers = 1 - 2 * kOfEachOfTwo - kNextProbes * kOfEachNext;

bool is_wide(double gap, double resolution) {
  return gap > resolution * (1 + kRounding);
}

/// So many probes bisection takes at most until no gap is wider than the resolution, if the first
/// is undecided, so that the gaps on both sides of it are halved.
std::size_t probes_of_bisection(double gap, double resolution) {
  std::size_t halvings = 0;
  for (; is_wide(gap, resolution); gap /= 2) ++halvings;
  return halvings == 0 ? 0 : 2 * halvings - 1;
}

/// The highest one is among both the ends and those above.
std::size_t probes_above(const SearchSettings& settings) {
  return settings.above == 0 ? 0 : settings.above - 1;
}

/// The load up to which the network keeps up, if it accepts as much there: rather, the middle of
/// those that take long to decide, of which the upper ones are short by up to kLostShare.
double saturation_seen_from(double load, double short_by) {
  return load * (1 - short_by) * (1 + kLostShare / 2);
}

/// Its share of the error probability of a search that makes `most` probes at most, if so many have
/// been made before. The shares do not depend on what is found, and are 1 together.
double share_of_probe(std::size_t before, std::size_t most) {
  if (before < 2) return kOfEachOfTwo;
  if (before < 2 + kNextProbes) return kOfEachNext;
  return kOfAllOthers / static_cast<double>(most - 2 - kNextProbes);
}

class SaturationSearch {
 public:
  SaturationSearch(const SearchSettings& settings, const ProbeLoad& probe)
      : settings_(settings), probe_(probe), most_(most_probes(settings)) {
    result_.lower = settings.lowest;
    result_.upper = settings.highest;
  }

  SaturationBracket run() {
    place(settings_.highest);
    if (!result_.lower_is_stable) {
      for (std::optional<double> load = next_load(); load; load = next_load()) place(*load);
      try_above();
    }
    result_.undecided = undecided_.has_value();
    return result_;
  }

 private:
  /// Loads that are undecided, from the lowest to the highest.
  using Range = std::pair<double, double>;

  LoadVerdict probe(double load, double of_longest) {
    const double share = share_of_probe(result_.probes.size(), most_);
    const LoadVerdict verdict = probe_(load, share * settings_.error_probability, of_longest);
    result_.probes.push_back({load, verdict.stability, of_longest});
    return verdict;
  }

  std::optional<double> next_load() const {
    if (!result_.upper_is_unstable && !lowest_was_tried_) return settings_.lowest;
    if (const auto load = guess()) return load;
    if (const auto load = widest_middle()) return load;
    if (result_.lower_is_stable || lowest_was_tried_) return std::nullopt;
    return settings_.lowest;
  }

  /// None if bisection is next.
  std::optional<double> guess() const {
    const double lower = result_.lower;
    const double upper = result_.upper;
    const double resolution = settings_.resolution;
    const std::optional<double> seen = seen_near();
    if (!seen || undecided_ || !is_wide(upper - lower, resolution) || !may_guess()) {
      return std::nullopt;
    }
    if (is_above_what_is_seen()) {
      const double load = lower + step_;
      return load < lower + (upper - lower) / 2 ? std::optional(load) : std::nullopt;
    }
    if (*seen <= lower) return lower;
    if (upper - *seen <= kNear * resolution) return upper - resolution;
    if (!has_guessed_) return *seen;
    if (result_.lower_is_stable && *seen - lower <= kNear * resolution) return lower + resolution;
    return *seen + kUpperEnd * resolution;
  }

  /// Where saturation seems to be: by the last run that could not tell, or else by the lowest load
  /// that is unstable.
  std::optional<double> seen_near() const {
    const bool is_inside = given_up_ && *given_up_ > result_.lower && *given_up_ < result_.upper;
    return is_inside ? given_up_ : seen_;
  }

  bool is_above_what_is_seen() const {
    const std::optional<double> seen = seen_near();
    return result_.lower_is_stable && seen && *seen <= result_.lower;
  }

  /// Whether after one probe more, of whatever result, there are as many as bisection may take.
  bool may_guess() const {
    const std::size_t left =
        probes_of_bisection(result_.upper - result_.lower, settings_.resolution) +
        (lowest_was_tried_ ? 0 : 1) + (kShortProbes - short_probes_) + probes_above(settings_);
    return result_.probes.size() + 1 + left <= most_;
  }

  /// Of the wider one of the gaps that are to become narrower; the lower one if they are as wide.
  std::optional<double> widest_middle() const {
    const double lower_end = undecided_ ? undecided_->first : result_.upper;
    const double upper_begin = undecided_ ? undecided_->second : result_.upper;
    const double below = lower_end - result_.lower;
    const double above = result_.upper - upper_begin;
    if (!is_wide(below > above ? below : above, settings_.resolution)) return std::nullopt;
    if (below >= above) return result_.lower + below / 2;
    return upper_begin + above / 2;
  }

  /// Tries out a load in the bracket, or at its end.
  void place(double load) {
    const bool is_end = load == settings_.lowest || load == settings_.highest;
    const double share = std::max(short_share(load), settings_.shortest);
    const LoadProbe* const before = tried(load);
    const bool is_short = short_probes_ < kShortProbes && !undecided_ && !is_end && share < 1 &&
                          (!before || share > before->of_longest);
    const LoadVerdict verdict = probe(load, is_short ? share : 1);
    if (!is_end) has_guessed_ = true;
    if (load == settings_.lowest) lowest_was_tried_ = true;
    switch (verdict.stability) {
      case Stability::kStable:
        step_ = is_above_what_is_seen() ? 2 * step_ : settings_.resolution;
        result_.lower = load;
        result_.lower_is_stable = true;
        if (undecided_ && load > undecided_->second) undecided_.reset();
        break;
      case Stability::kUnstable:
        result_.upper = load;
        result_.upper_is_unstable = true;
        seen_ = saturation_seen_from(load, verdict.short_by.value());
        if (undecided_ && load < undecided_->first) undecided_.reset();
        break;
      case Stability::kUndecided:
        place_undecided(load, is_short, verdict.short_by);
        break;
    }
  }

  /// The last probe of a load; nullptr: none.
  const LoadProbe* tried(double load) const {
    const auto same = [&](const LoadProbe& each) {
      return !is_wide(std::abs(each.load - load), kRounding * settings_.resolution);
    };
    const auto found = std::find_if(result_.probes.rbegin(), result_.probes.rend(), same);
    return found == result_.probes.rend() ? nullptr : &*found;
  }

  double short_share(double load) const {
    if (!has_guessed_) return kFirstShare;
    return load > seen_near().value_or(load) ? kUpperShare : kLowerShare;
  }

  void place_undecided(double load, bool was_short, std::optional<double> short_by) {
    if (was_short) {
      ++short_probes_;
      given_up_ = short_by ? saturation_seen_from(load, *short_by) : load;
    } else if (!undecided_) {
      undecided_ = Range{load, load};
    } else if (load < undecided_->first) {
      undecided_->first = load;
    } else {
      undecided_->second = load;
    }
  }

  void try_above() {
    const double room = settings_.highest - result_.upper;
    if (room <= 0) return;
    for (std::size_t i = 1; i < settings_.above; ++i) {
      const double load =
          result_.upper + room * static_cast<double>(i) / static_cast<double>(settings_.above);
      const LoadProbe* const before = tried(load);
      const bool is_known =
          before && (before->stability != Stability::kUndecided || before->of_longest == 1);
      const Stability found = is_known ? before->stability : probe(load, 1).stability;
      if (found == Stability::kStable) result_.stable_above = true;
    }
  }

  const SearchSettings& settings_;
  const ProbeLoad& probe_;
  std::size_t most_;  ///< probes
  std::optional<Range> undecided_;
  std::optional<double> seen_;      ///< by the lowest load that is unstable
  std::optional<double> given_up_;  ///< by the last short probe that was undecided
  double step_ = 0;                 ///< to the next load above what is stable and more than seen
  std::size_t short_probes_ = 0;
  bool lowest_was_tried_ = false;
  bool has_guessed_ = false;
  SaturationBracket result_;
};

}  // namespace

std::size_t most_probes(const SearchSettings& settings) {
  if (!(settings.lowest >= 0 && settings.lowest < settings.highest)) {
    throw Error("loads from " + std::to_string(settings.lowest) + " to " +
                std::to_string(settings.highest) + "; allowed: 0 or more, in ascending order");
  }
  if (!(settings.resolution >= kFinestResolution)) {
    throw Error("loads to " + std::to_string(settings.resolution) +
                " exactly; allowed: a millionth or more");
  }
  if (!(settings.error_probability > 0 && settings.error_probability < 1)) {
    throw Error("an error probability of " + std::to_string(settings.error_probability) +
                "; allowed: between 0 and 1");
  }
  return kProbesOfEnds + kGuesses +
         probes_of_bisection(settings.highest - settings.lowest, settings.resolution) +
         kShortProbes + probes_above(settings);
}

SaturationBracket find_saturation(const SearchSettings& settings, const ProbeLoad& probe) {
  return SaturationSearch(settings, probe).run();
}

}  // namespace sim
}  // namespace netloom
