#include "sim/base/defect.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <typeinfo>
#include <variant>

namespace netloom {
inline namespace sim {
namespace {

template <class... Types>
bool is_any_of(const std::exception& error) {
  return ((dynamic_cast<const Types*>(&error) != nullptr) || ...);
}

}  // namespace

bool is_defect(const std::exception& error) {
  // BrokenInvariant is a std::logic_error.
  return is_any_of<std::logic_error, nlohmann::json::exception, std::bad_cast,
                   std::bad_function_call, std::bad_optional_access, std::bad_variant_access>(
      error);
}

}  // namespace sim
}  // namespace netloom
