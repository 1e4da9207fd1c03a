#include "routing/netlist/netlist_io.h"

#include <algorithm>

#include "routing/base/error.h"
#include "routing/netlist/netlist_writer.h"

namespace netloom {
inline namespace routing {

const std::vector<std::string>& netlist_format_names() {
  static const std::vector<std::string> names = {"yaml", "json", "dot"};
  return names;
}

NetlistFormat parse_netlist_format(const std::string& name) {
  const std::vector<std::string>& names = netlist_format_names();
  const auto it = std::find(names.begin(), names.end(), name);
  if (it != names.end()) return static_cast<NetlistFormat>(it - names.begin());
  throw Error("unknown netlist format '" + name + "'; known: yaml, json, dot");
}

void write_netlist(const Netlist& netlist, NetlistFormat format, std::ostream& out) {
  validate(netlist);
  switch (format) {
    case NetlistFormat::kYaml:
      return write_yaml(netlist, out);
    case NetlistFormat::kJson:
      return write_json(netlist, out);
    case NetlistFormat::kDot:
      return write_dot(netlist, out);
  }
}

}  // namespace routing
}  // namespace netloom
