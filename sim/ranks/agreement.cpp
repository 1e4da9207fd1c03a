#include "sim/ranks/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace netloom {
inline namespace sim {
namespace {

std::string value_text(const Json& value, const Json::json_pointer& place) {
  return value.contains(place) ? json_text(value.at(place)) : "nothing";
}

/// The first place at which two objects differ, in words.
std::string difference(const Json& first, const Json& other, std::size_t rank) {
  std::string place = Json::diff(first, other).at(0).at("path").get<std::string>();
  const auto of = [&](const char* part) { return place.rfind(part, 0) == 0; };
  if (of("/program"))
    return fmt::format("rank {} is another build of the program than rank 0", rank);
  Json::json_pointer pointer(place);
  // Lists are shown whole.
  while (first.contains(pointer.parent_pointer()) &&
         first.at(pointer.parent_pointer()).is_array()) {
    pointer = pointer.parent_pointer();
  }
  place = pointer.to_string();
  std::string name = place.substr(place.find('/', 1) + 1);
  if (of("/files")) {
    return fmt::format("{}: rank {} has a file with other contents than rank 0", name, rank);
  }
  std::replace(name.begin(), name.end(), '/', '.');
  return fmt::format("{} is {} in rank {} and {} in rank 0; allowed: the same in all processes",
                     name, value_text(other, pointer), rank, value_text(first, pointer));
}

}  // namespace

void require_agreement(Ranks& ranks, const Json& mine) {
  if (ranks.alone()) return;
  const std::vector<std::string> all = ranks.gather("what it runs", json_text(mine));
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all[0]) continue;
    throw CommonError(difference(Json::parse(all[0]), Json::parse(all[rank]), rank));
  }
}

}  // namespace sim
}  // namespace netloom
