#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "routing/base/visible.h"
#include "sim/config/document.h"
#include "sim/config/schema.h"

namespace netloom {
inline namespace NETLOOM_VISIBLE sim {

/// Checks what was written against what may be written, and fills in the defaults. Every Error
/// comes from Document::fail and ends with what is allowed.
class Checker {
 public:
  /// `kinds` are the network's link kinds; empty as long as they are not known.
  Checker(const Document& document, std::vector<std::string> kinds)
      : document_(document), kinds_(std::move(kinds)) {}

  /// Error: a key that the map does not have.
  void check_names(const Node& node, const KeyPath& path, const MapSchema& schema) const;

  /// The value of one key of a map, or its default; null if it has neither.
  nlohmann::json key(const Node& map, const KeyPath& path, const KeySchema& schema) const;

  /// All keys of a map.
  nlohmann::json map(const Node& node, const KeyPath& path, const MapSchema& schema) const;

 private:
  nlohmann::json value(const Node& node, const KeyPath& path, const ValueSchema& schema) const;
  nlohmann::json scalar(const Node& node, const KeyPath& path, const ValueSchema& schema) const;
  nlohmann::json list(const Node& node, const KeyPath& path, const ValueSchema& schema) const;
  [[noreturn]] void fail(const KeyPath& path, const std::string& message,
                         const ValueSchema& schema) const;

  const Document& document_;
  std::vector<std::string> kinds_;
};

/// The word that is meant by a misspelt one, or an empty string if none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& known);

/// At most so many words that can be meant by one that is misspelt or cut off, the closest first;
/// none if none is near.
std::vector<std::string> close_words(const std::string& word, const std::vector<std::string>& known,
                                     std::size_t most);

/// " (did you mean 'mesh'?)" for messages; empty if no known word is near.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

}  // namespace sim
}  // namespace netloom
