#include "sim/sweep/any_build.h"

#include <algorithm>
#include <utility>

#include "routing/base/error.h"
#include "sim/base/json.h"
#include "sim/config/loaded_config.h"
#include "sim/sweep/identity.h"

namespace netloom {
inline namespace sim {

AnyBuild::AnyBuild(ResultStore& store) {
  for (ResultStore::StoredConfiguration& each : store.configurations()) {
    Json identity = parse_json(each.identity);
    if (!identity.is_object() || !identity.contains("version")) continue;
    if (identity.at("version") != version()) continue;
    identity["program"] = "any";
    ids_[json_text(identity)].push_back(each.id);
    stored_.push_back(std::move(each));
  }
}

std::vector<std::int64_t> AnyBuild::find(const std::string& identity) {
  if (ids_.count(identity) == 0 && !has_read_again_) read_again();
  const auto found = ids_.find(identity);
  if (found == ids_.end()) return {};
  std::vector<std::int64_t> newest_first = found->second;
  std::sort(newest_first.rbegin(), newest_first.rend());
  return newest_first;
}

void AnyBuild::read_again() {
  has_read_again_ = true;
  for (const ResultStore::StoredConfiguration& each : stored_) {
    try {
      const LoadedConfig loaded =
          parse_with_routing(each.config, "stored configuration", "", {},
                             TrafficSection::kRequired, RoutingTrial::kWithoutTables);
      std::vector<std::int64_t>& ids = ids_[identity_of(loaded.config(), true)];
      if (std::find(ids.begin(), ids.end(), each.id) == ids.end()) ids.push_back(each.id);
    } catch (const Error&) {
      // It means nothing today: a key has gone, or a file that it names.
    }
  }
}

}  // namespace sim
}  // namespace netloom
