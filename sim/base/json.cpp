#include "sim/base/json.h"

namespace netloom {
inline namespace sim {

Json ratio_json(double part, double whole) {
  return whole == 0 ? Json(nullptr) : Json(part / whole);
}

Json ratio_json(std::uint64_t part, std::uint64_t whole) {
  return ratio_json(static_cast<double>(part), static_cast<double>(whole));
}

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
