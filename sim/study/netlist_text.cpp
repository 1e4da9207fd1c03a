#include "sim/study/netlist_text.h"

#include <sstream>

namespace netloom {
inline namespace sim {

std::string netlist_text(const Config& config, NetlistFormat format) {
  std::ostringstream text;
  write_netlist(config.netlist, format, text);
  return text.str();
}

}  // namespace sim
}  // namespace netloom
