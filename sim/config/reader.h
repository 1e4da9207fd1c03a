#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/config/config_check.h"
#include "routing/base/error.h"
#include "routing/base/parameters.h"
#include "sim/config/config.h"
#include "sim/config/document.h"
#include "sim/config/loaded_config.h"

namespace netloom {
inline namespace sim {

/// The path of a key of a section.
inline KeyPath key_path(const std::string& section, const std::string& key) {
  return KeyPath().key(section).key(key);
}

/// A configuration while it is read: what was written, what has become of it so far, and what
/// several sections need. The sections (sim/config/sections.h) read from it one after the other.
class Reader {
 public:
  /// `directory`: where relative paths start. `traffic`: whether there has to be any.
  Reader(Document& document, std::string directory, TrafficSection traffic)
      : document_(document), directory_(std::move(directory)), traffic_(traffic) {}

  Document& document() { return document_; }
  const Document& document() const { return document_; }
  /// What the sections that have been read say.
  Config& config() { return loaded_.config(); }
  const Config& config() const { return loaded_.config(); }
  /// The checked values of a section, which is completed there with the defaults that depend on
  /// others.
  nlohmann::json& section(const std::string& name) { return config().resolved[name]; }
  bool needs_traffic() const { return traffic_ == TrafficSection::kRequired; }

  /// The checked value of a key whose section is read as a whole later on, when the link kinds are
  /// known.
  nlohmann::json read_ahead(const KeyPath& path) const;

  /// The values of the parameters that `declared` lists, from the map `from` at `here`. A list
  /// parameter that was given as one number becomes a list there, too.
  ParameterMap read_parameters(const std::vector<Parameter>& declared, nlohmann::json& from,
                               const KeyPath& here);

  /// A number for all link kinds, or one for some of them, as one for each; also in `value`. Those
  /// that are not there are as in `of_kinds`, and else `otherwise`.
  std::vector<int> by_kind(nlohmann::json& value, int otherwise,
                           const std::map<std::string, int>& of_kinds = {}) const;

  /// The file that the key `here` names, as seen from the configuration's folder. Error: as
  /// require_input_file().
  std::string input_file(const KeyPath& here, const std::string& text);

  /// The configuration with its routing function, which can be asked for after the section
  /// `routing`.
  LoadedConfig& loaded() { return loaded_; }

  /// Throws the Error that says `message` about `path`.
  [[noreturn]] void fail(const KeyPath& path, const std::string& message) const {
    document_.fail(path, message);
  }
  /// The same about what is wrong with the network, if anything is.
  void require_none(const std::optional<ConfigProblem>& problem) const {
    if (problem) fail(KeyPath::parse(problem->key), problem->message);
  }
  /// Runs what may throw an Error about the value of `path`, and gives that Error its place.
  template <class Function>
  auto located(const KeyPath& path, Function function) const {
    try {
      return function();
    } catch (const Error& error) {
      fail(path, error.what());
    }
  }

 private:
  Document& document_;
  std::string directory_;
  TrafficSection traffic_;
  LoadedConfig loaded_;
};

}  // namespace sim
}  // namespace netloom
