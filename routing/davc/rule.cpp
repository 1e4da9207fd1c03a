#include "routing/davc/rule.h"

#include <fmt/format.h>

#include <algorithm>

#include "routing/base/error.h"
#include "routing/base/joined.h"

namespace netloom {
inline namespace routing {

const std::vector<std::string>& davc_function_names() {
  static const std::vector<std::string> names = {"n", "p", "np"};
  return names;
}

DavcFunction parse_davc_function(const std::string& name) {
  const std::vector<std::string>& names = davc_function_names();
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) {
    throw Error(fmt::format("unknown function of DAVC '{}'; allowed: {}", name, joined(names)));
  }
  return static_cast<DavcFunction>(it - names.begin());
}

}  // namespace routing
}  // namespace netloom
