#pragma once

#include <string>

#include "routing/base/visible.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE routing {

/// The documents of a YAML text that is to have one.
struct YamlDocuments {
  int count = 0;        ///< 0, 1, or 2 for more than one
  int second_line = 1;  ///< where the second one begins, from 1
  /// Whether the text says that there is another document ("---", "..."). If not, what follows the
  /// first is the rest of a text that is broken.
  bool marked = false;
};

/// Parses a text without keeping any of it. YAML::Exception: it is not valid YAML, up to the end of
/// its second document. (What comes then is not looked at: of a stray comma, yaml-cpp makes an
/// endless row of empty documents.)
YamlDocuments yaml_documents(const std::string& text);

}  // namespace routing
}  // namespace netloom
