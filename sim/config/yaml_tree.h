#pragma once

#include <string>

#include "sim/config/document.h"

namespace netloom {
inline namespace sim {

/// A fault of the text that is found while it is read, with its place.
struct ReadError {
  int line;
  std::string message;
};

/// YAML as it was written. Throws ReadError: not YAML, a key that is given twice, more than one
/// document, a tag.
Node read_yaml(const std::string& text);

}  // namespace sim
}  // namespace netloom
