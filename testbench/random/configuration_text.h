#pragma once

#include <map>
#include <string>

#include "sim/base/json.h"

namespace netloom::test {

/// A configuration as a user writes it: its keys, in order, and the files that it names.
struct ConfigurationText {
  Json keys = Json::object();
  std::map<std::string, std::string> files;  ///< by name, beside the configuration

  /// As YAML.
  std::string yaml() const;
  /// As YAML, called `name`, and the files behind it, for a reader.
  std::string with_files(const std::string& name) const;
};

/// Writes the files that the configuration names into a folder. Error: that fails.
void write_files(const ConfigurationText& configuration, const std::string& folder);

/// Writes the configuration, as `name`, and its files into a folder. Error: that fails.
void write_configuration(const ConfigurationText& configuration, const std::string& folder,
                         const std::string& name);

}  // namespace netloom::test
