#include "sim/statistics/saturation_search.h"

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

bool is_wide(double gap, double resolution) {
  return gap > resolution * (1 + kRounding);
}

class SaturationSearch {
 public:
  SaturationSearch(const SearchSettings& settings, const ProbeLoad& probe)
      : settings_(settings),
        probe_(probe),
        error_probability_(settings.error_probability /
                           static_cast<double>(most_probes(settings))) {
    result_.lower = settings.lowest;
    result_.upper = settings.highest;
  }

  SaturationBracket run() {
    if (!try_ends()) return result_;
    for (std::optional<double> load = widest_middle(); load; load = widest_middle()) place(*load);
    result_.undecided = undecided_.has_value();
    try_above();
    return result_;
  }

 private:
  /// Loads that are undecided, from the lowest to the highest.
  using Range = std::pair<double, double>;

  Stability probe(double load) {
    const Stability stability = probe_(load, error_probability_);
    result_.probes.push_back({load, stability});
    return stability;
  }

  /// Whether there is anything between the ends to look for.
  bool try_ends() {
    const double lowest = settings_.lowest;
    const double highest = settings_.highest;
    switch (probe(highest)) {
      case Stability::kStable:
        result_.lower = highest;
        result_.lower_is_stable = true;
        return false;
      case Stability::kUnstable:
        result_.upper_is_unstable = true;
        break;
      case Stability::kUndecided:
        undecided_ = Range{highest, highest};
        break;
    }
    switch (probe(lowest)) {
      case Stability::kStable:
        result_.lower_is_stable = true;
        break;
      case Stability::kUnstable:
        result_.upper = lowest;
        result_.upper_is_unstable = true;
        undecided_.reset();
        break;
      case Stability::kUndecided:
        undecided_ = Range{lowest, undecided_ ? undecided_->second : lowest};
        break;
    }
    return true;
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

  /// Tries out a load in the bracket.
  void place(double load) {
    switch (probe(load)) {
      case Stability::kStable:
        result_.lower = load;
        result_.lower_is_stable = true;
        if (undecided_ && load > undecided_->second) undecided_.reset();
        break;
      case Stability::kUnstable:
        result_.upper = load;
        result_.upper_is_unstable = true;
        if (undecided_ && load < undecided_->first) undecided_.reset();
        break;
      case Stability::kUndecided:
        if (!undecided_) {
          undecided_ = Range{load, load};
        } else if (load < undecided_->first) {
          undecided_->first = load;
        } else {
          undecided_->second = load;
        }
        break;
    }
  }

  void try_above() {
    const double room = settings_.highest - result_.upper;
    if (room <= 0) return;
    for (std::size_t i = 1; i <= settings_.above; ++i) {
      const double load =
          result_.upper + room * static_cast<double>(i) / static_cast<double>(settings_.above + 1);
      if (probe(load) == Stability::kStable) result_.stable_above = true;
    }
  }

  const SearchSettings& settings_;
  const ProbeLoad& probe_;
  double error_probability_;
  std::optional<Range> undecided_;
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
  std::size_t halvings = 0;
  double gap = settings.highest - settings.lowest;
  for (; is_wide(gap, settings.resolution); gap /= 2) ++halvings;
  // Gaps on both sides of what is undecided are halved.
  return kProbesOfEnds + 2 * halvings + settings.above;
}

SaturationBracket find_saturation(const SearchSettings& settings, const ProbeLoad& probe) {
  return SaturationSearch(settings, probe).run();
}

}  // namespace sim
}  // namespace netloom
