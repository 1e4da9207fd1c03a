#include <nlohmann/json.hpp>
#include <string>

#include "routing/netlist/netlist_writer.h"

namespace netloom {
inline namespace routing {

std::string quoted(const std::string& text) {
  using Json = nlohmann::json;
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void write_json(const Netlist& netlist, std::ostream& out) {
  static constexpr Notation kJson = {quoted, quoted,   "{",       "\n  ",  ",\n  ",
                                     " [",   "\n    ", ",\n    ", "\n  ]", "\n}\n"};
  write_structure(netlist, kJson, out);
}

}  // namespace routing
}  // namespace netloom
