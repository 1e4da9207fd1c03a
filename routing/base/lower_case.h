#pragma once

#include <algorithm>
#include <cctype>
#include <string>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// A text with its letters, those of ASCII, in lower case.
inline std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace routing
}  // namespace netloom
