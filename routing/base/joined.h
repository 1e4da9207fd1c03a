#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// Words with a separator between them, for messages: "a, b, c".
std::string joined(const std::vector<std::string>& words, std::string_view separator = ", ");

}  // namespace routing
}  // namespace netloom
