#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/sweep/result_store.h"

namespace netloom {
inline namespace sim {

/// The configurations of a store by what they are, whatever build simulated them: identities (see
/// identity_of()) without the program. A configuration that was stored when there were fewer keys
/// is the one that it is when it is read today.
class AnyBuild {
 public:
  explicit AnyBuild(ResultStore& store);

  /// The numbers of configurations with this identity, the newest first.
  std::vector<std::int64_t> find(const std::string& identity);

 private:
  /// Reads again what no identity of today has been found for.
  void read_again();

  std::map<std::string, std::vector<std::int64_t>> ids_;
  std::vector<ResultStore::StoredConfiguration> stored_;
  bool has_read_again_ = false;
};

}  // namespace sim
}  // namespace netloom
