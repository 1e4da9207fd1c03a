#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/experiments/report.h"
#include "sim/experiments/summary.h"

namespace netloom {
inline namespace sim {

/// Most words of a page, which are read in ten minutes.
inline constexpr std::size_t kMostPageWords = 2500;

/// The page of an experiment, in Markdown: what it is, a row per claim, a row per finding that does
/// not hold, is not told apart or has no result, what variants make of it, what is not testable,
/// and invariants. Of claims with many of these, so many of the worst that the page has at most
/// kMostPageWords, if that is possible. Pictures are linked to as files beside the page.
/// `smaller`: what was run at a smaller scale, of which there is a table beside that; null:
/// nothing.
std::string experiment_page(const ExperimentReport& report, const Provenance& provenance,
                            const ExperimentReport* smaller = nullptr);

/// All findings of an experiment and of its variants, as CSV: "claim,panel,what,paper,measured,
/// interval,unit,verdict,reason,explained_by,variant,invariant,where,quote,scale", of reports at
/// several scales. `interval` is half the width of the 95 % confidence interval, `reason` why there
/// is no result or what is known of why the claim does not hold.
std::string findings_csv(const std::vector<const ExperimentReport*>& reports);

}  // namespace sim
}  // namespace netloom
