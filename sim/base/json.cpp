#include "sim/base/json.h"

namespace netloom {
inline namespace sim {

std::string json_text(const Json& value) {
  return value.dump();
}

std::string json_text(const nlohmann::json& value) {
  return value.dump();
}

std::string json_file_text(const Json& value) {
  return value.dump(2) + '\n';
}

std::string json_file_text(const nlohmann::json& value) {
  return value.dump(2) + '\n';
}

Json parse_json(std::string_view text) {
  return Json::parse(text, nullptr, false);
}

}  // namespace sim
}  // namespace netloom
