#include "routing/topology/kary_labels.h"

#include "routing/base/error.h"
#include "routing/topology/parts.h"

namespace netloom {
inline namespace routing {

KaryLabels::KaryLabels(const std::string& topology, int k, int n, int ports_per_digit)
    : k_(k), n_(n), ports_per_digit_(ports_per_digit) {
  const std::string where =
      "topology " + topology + ": k = " + std::to_string(k) + ", n = " + std::to_string(n);
  const int most = kMaxPorts / ports_per_digit;
  if (k < 2 || k > most) throw Error(where + ": k must be 2 to " + std::to_string(most));
  if (n < 1 || n > kMaxStages)
    throw Error(where + ": n must be 1 to " + std::to_string(kMaxStages));
  std::uint64_t power = 1;
  for (int i = 0; i < n; ++i) {
    // Checked in each step, so that no product overflows: 2^24 * 256 * 24 < 2^64.
    check_size(where, power * static_cast<std::uint64_t>(k), power * static_cast<std::uint64_t>(n),
               static_cast<std::uint64_t>(ports_per_digit * k));
    power_.push_back(static_cast<std::uint32_t>(power));
    power *= static_cast<std::uint64_t>(k);
  }
}

}  // namespace routing
}  // namespace netloom
