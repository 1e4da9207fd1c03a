#pragma once

#include <optional>
#include <vector>

namespace netloom {
inline namespace sim {

/// A mean that a run has found, and what the run says of its error.
struct RunMean {
  double mean = 0;
  double standard_error = 0;      ///< 0 or more
  double degrees_of_freedom = 0;  ///< of that, more than 0
};

/// Whether runs with different seeds vary as much as each of them says of itself.
struct SeedAgreement {
  /// Variance of the means over the mean of the squared standard errors: 1 in the mean where the
  /// runs are right. Larger: they promise more than they hold; smaller: less.
  double variance_ratio = 0;
  double p_value = 1;  ///< two-sided: probability of a ratio at least so far out if they are right
};

/// By the F test of that ratio, with a degree of freedom less than runs over those of the mean
/// [Satterthwaite 1946]. None of less than two runs, or if they all say that they have no error.
/// Throws an Error if errors or degrees of freedom are not as they should.
std::optional<SeedAgreement> seed_agreement(const std::vector<RunMean>& runs);

}  // namespace sim
}  // namespace netloom
