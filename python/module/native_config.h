#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/loaded_config.h"
#include "sim/config/override.h"

namespace netloom {
inline namespace python {

/// A configuration with what it was read from.
class NativeConfig {
 public:
  /// Of `text`, in which relative paths start at `directory`; or, without one, of the file of this
  /// name. What is sent may be left open. Error: as load_config() and parse_config().
  NativeConfig(std::optional<std::string> text, std::string name, std::string directory,
               std::vector<Override> overrides);

  const Config& config() const { return loaded_->config(); }
  const std::shared_ptr<LoadedConfig>& loaded() const { return loaded_; }
  /// Empty: it was text.
  std::string file() const { return text_ ? "" : name_; }
  const std::vector<Override>& overrides() const { return overrides_; }
  /// Paths of the files that it names.
  std::vector<std::string> files() const;

  /// Error: it does not say what is sent.
  void require_traffic() const;

 private:
  LoadedConfig read(TrafficSection traffic) const;

  std::optional<std::string> text_;
  std::string name_;
  std::string directory_;
  std::vector<Override> overrides_;
  std::shared_ptr<LoadedConfig> loaded_;
};

}  // namespace python
}  // namespace netloom
