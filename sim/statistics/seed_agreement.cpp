#include "sim/statistics/seed_agreement.h"

#include <algorithm>
#include <string>

#include "routing/base/error.h"
#include "sim/statistics/distributions.h"

namespace netloom {
inline namespace sim {

std::optional<SeedAgreement> seed_agreement(const std::vector<RunMean>& runs) {
  if (runs.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(runs.size());
  double mean = 0;
  double said = 0;
  double uncertain = 0;
  for (const RunMean& run : runs) {
    if (!(run.standard_error >= 0 && run.degrees_of_freedom > 0)) {
      throw Error("a standard error of " + std::to_string(run.standard_error) + " with " +
                  std::to_string(run.degrees_of_freedom) +
                  " degrees of freedom; allowed: 0 or more, with more than 0");
    }
    const double variance = run.standard_error * run.standard_error;
    mean += run.mean / n;
    said += variance;
    uncertain += variance * variance / run.degrees_of_freedom;
  }
  if (said == 0) return std::nullopt;
  double squares = 0;
  for (const RunMean& run : runs) squares += (run.mean - mean) * (run.mean - mean);
  SeedAgreement result;
  result.variance_ratio = squares / (n - 1) / (said / n);
  const double above = f_upper_tail(result.variance_ratio, n - 1, said * said / uncertain);
  result.p_value = 2 * std::min(above, 1 - above);
  return result;
}

}  // namespace sim
}  // namespace netloom
