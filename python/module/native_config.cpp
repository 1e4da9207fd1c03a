#include "python/module/native_config.h"

#include <cstddef>
#include <utility>

namespace netloom {
inline namespace python {

NativeConfig::NativeConfig(std::optional<std::string> text, std::string name, std::string directory,
                           std::vector<Override> overrides)
    : text_(std::move(text)),
      name_(std::move(name)),
      directory_(std::move(directory)),
      overrides_(std::move(overrides)),
      loaded_(std::make_shared<LoadedConfig>(read(TrafficSection::kOptional))) {}

LoadedConfig NativeConfig::read(TrafficSection traffic) const {
  if (!text_) return load_with_routing(name_, overrides_, traffic);
  return parse_with_routing(*text_, name_, directory_, overrides_, traffic);
}

std::vector<std::string> NativeConfig::files() const {
  std::vector<std::string> result;
  // Before them comes the one that it was read from.
  for (std::size_t i = text_ ? 0 : 1; i < config().inputs.size(); ++i) {
    result.push_back(config().inputs[i].path);
  }
  return result;
}

void NativeConfig::require_traffic() const {
  // The message is that of reading.
  if (config().traffic.kind == TrafficConfig::Kind::kNone) read(TrafficSection::kRequired);
}

}  // namespace python
}  // namespace netloom
